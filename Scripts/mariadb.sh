#!/usr/bin/env bash
# A throw-away MariaDB server for tests and demos: its data, socket and log lie in a folder of its own.
#
#   Scripts/mariadb.sh start DIR [PORT] [OPTION...]   starts it, and prints its URL; OPTIONs are mariadbd's
#   Scripts/mariadb.sh stop DIR                       stops it
#   Scripts/mariadb.sh crash DIR                      kills it, as a power cut would
#   Scripts/mariadb.sh freeze DIR                     stops it as it stands, and thaw lets it go on
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

take_command "$@"
shift 2
folder="$directory"
fits_socket "$folder/s.sock"
if [[ -s "$folder/port" ]]; then port="$(<"$folder/port")"; fi

start() {
  if is_alive; then
    print_url
    return
  fi
  local given="${1:-}" attempt
  if [[ $# -gt 0 ]]; then shift; fi
  mkdir -p "$folder/tmp"
  if [[ ! -d "$folder/data/mysql" ]]; then make_tables; fi
  # A free port may be taken by another before the server has it.
  for attempt in 1 2 3; do
    port="${given:-$(free_ports 1)}"
    echo "$port" >"$folder/port"
    rm -f "$folder/server.log"
    run_server --server-id=1 "$@"
    for _ in {1..6000}; do
      if [[ -S "$folder/s.sock" ]] && grep -q 'ready for connections' "$folder/server.log"; then
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
  freeze) freeze_server ;;
  thaw) thaw_server ;;
  client) client "$@" ;;
  url) print_url ;;
  *) usage ;;
esac
