#!/usr/bin/env bash
# A throw-away MariaDB server for tests and demos: its data, socket and log lie in a folder of its own.
#
#   Scripts/mariadb.sh start DIR [PORT] [OPTION...]   starts it, and prints its URL; OPTIONs are mariadbd's
#   Scripts/mariadb.sh stop DIR                       stops it
#   Scripts/mariadb.sh crash DIR                      kills it, as a power cut would
#   Scripts/mariadb.sh client DIR [ARGUMENT...]       runs the command mariadb on it, as root
#   Scripts/mariadb.sh url DIR                        prints its URL
#
# It listens on 127.0.0.1, on the port given or on a free one, and on DIR/s.sock. The account root has no password. Nothing
# waits for the disk: what it holds is not meant to last. It logs the rows that change, so that changes can be followed;
# OPTIONs such as --skip-log-bin say otherwise. It ends with the process group that started it. Where
# ORDA_MARIADB_OWNER is the number of a process, it is stopped, and its folder removed, when that one has ended.
set -euo pipefail

# shellcheck source=Scripts/lib/server.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/server.sh"

usage() {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}" >&2
  exit 64
}

[[ $# -ge 2 ]] || usage
command="$1"
mkdir -p "$2"
folder="$(cd "$2" && pwd)"
shift 2
socket="$folder/s.sock"

fits_socket "$socket"

print_url() { echo "mariadb://root@127.0.0.1:$(<"$folder/port")"; }

# Small and fast: no waiting for the disk, a small log.
storage=(--innodb-log-file-size=16M --innodb-flush-method=nosync --innodb-doublewrite=0)
# What following changes asks of a server. Functions are made by tests as on a server without a log.
log=(--log-bin=binlog --server-id=1 --binlog-format=ROW --binlog-row-metadata=FULL --log-bin-trust-function-creators=ON)

start() {
  if is_alive; then
    print_url
    return
  fi
  local given="${1:-}" attempt server
  if [[ $# -gt 0 ]]; then shift; fi
  server="$(command -v mariadbd || echo /usr/sbin/mariadbd)"
  if [[ ! -x "$server" ]]; then fail "there is no mariadbd; install mariadb-server"; fi
  mkdir -p "$folder/tmp"
  if [[ ! -d "$folder/data/mysql" ]]; then
    mariadb-install-db --no-defaults --user="$(id -un)" --datadir="$folder/data" --skip-test-db --skip-name-resolve \
      --auth-root-authentication-method=normal "${storage[@]}" >"$folder/install.log" 2>&1 \
      || fail "the server's tables could not be made"
  fi
  # A free port may be taken by another before the server has it.
  for attempt in 1 2 3; do
    local port="${given:-$(free_ports 1)}"
    rm -f "$socket"
    "$server" --no-defaults --user="$(id -un)" --datadir="$folder/data" --tmpdir="$folder/tmp" --socket="$socket" \
      --pid-file="$folder/server.pid" --bind-address=127.0.0.1 --port="$port" --skip-name-resolve \
      --character-set-server=utf8mb4 --collation-server=utf8mb4_general_ci "${storage[@]}" "${log[@]}" \
      --innodb-flush-log-at-trx-commit=0 --sync-binlog=0 "$@" >"$folder/server.log" 2>&1 </dev/null &
    echo $! >"$folder/pid"
    echo "$port" >"$folder/port"
    for _ in {1..3000}; do
      if [[ -S "$socket" ]] && grep -q 'ready for connections' "$folder/server.log"; then
        follow_owner "$folder"
        print_url
        return
      fi
      is_alive || break
      sleep 0.02
    done
    if [[ -n "$given" ]] || ! grep -q 'port' "$folder/server.log"; then break; fi
  done
  fail "the server did not start (attempt $attempt)"
}

stop() { end_server TERM; }

case "$command" in
  start) start "$@" ;;
  stop) stop ;;
  crash) end_server KILL ;;
  client) exec mariadb --no-defaults --socket="$socket" --user=root "$@" ;;
  url) print_url ;;
  *) usage ;;
esac
