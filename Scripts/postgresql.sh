#!/usr/bin/env bash
# A throw-away PostgreSQL server for tests and demos: its data, socket and log lie in a folder of its own.
#
#   Scripts/postgresql.sh start DIR [PORT] [NAME=VALUE...]   starts it, and prints its URL; the NAMEs are settings
#   Scripts/postgresql.sh stop DIR                           stops it
#   Scripts/postgresql.sh crash DIR                          kills it, as a power cut would
#   Scripts/postgresql.sh client DIR [ARGUMENT...]           runs the command psql on it, as its superuser
#   Scripts/postgresql.sh url DIR                            prints its URL
#
# It listens on 127.0.0.1, on the port given or on a free one, and on a socket in DIR. Its superuser is called postgres, and
# nobody needs a password, but for names that DIR/data/pg_hba.conf says otherwise of. Nothing waits for the disk: what it
# holds is not meant to last. It logs what logical decoding needs; settings such as wal_level=replica say otherwise. The server refuses to run as root:
# then it runs as the account postgres, which the package makes. Where ORDA_POSTGRESQL_OWNER is the number of a process,
# it is stopped, and its folder removed, when that one has ended.
set -euo pipefail

# shellcheck source=Scripts/lib/server.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/server.sh"

take_command "$@"
shift 2
folder="$directory"
fits_socket "$folder/.s.PGSQL.65535"
if [[ -s "$folder/port" ]]; then port="$(<"$folder/port")"; fi

print_url() { echo "postgresql://postgres@127.0.0.1:$port/postgres"; }

# program NAME: where a program of the server lies; Debian keeps them out of the path.
program() {
  local path
  path="$(command -v "$1" || printf '%s\n' /usr/lib/postgresql/*/bin/"$1" | sort -V | tail -n 1)"
  if [[ ! -x "$path" ]]; then fail "there is no $1; install postgresql"; fi
  echo "$path"
}

# unprivileged COMMAND...: runs it in place of this shell, as somebody who is not root.
unprivileged() {
  if [[ "$(id -u)" -eq 0 ]]; then
    exec setpriv --reuid=postgres --regid=postgres --init-groups --inh-caps=-all "$@"
  fi
  exec "$@"
}

make_cluster() {
  if [[ "$(id -u)" -eq 0 ]]; then chown postgres "$folder"; fi
  (cd "$folder" && LC_ALL=C unprivileged "$(program initdb)" --pgdata="$folder/data" --username=postgres --auth=trust \
    --encoding=UTF8 --locale=C --no-sync) >"$folder/install.log" 2>&1 </dev/null || fail "the server's files could not be made"
}

run_server() {
  local settings=() setting
  for setting in "$@"; do settings+=(-c "$setting"); done
  (cd "$folder" && LC_ALL=C unprivileged "$(program postgres)" -D "$folder/data" -p "$port" -k "$folder" \
    -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=100 \
    -c wal_level=logical -c max_wal_senders=100 -c max_replication_slots=100 -c shared_buffers=64MB -c timezone=UTC \
    -c lc_messages=C "${settings[@]}") >>"$folder/server.log" 2>&1 </dev/null &
  echo $! >"$folder/pid"
}

# number: the number of the server's first process, which it writes itself.
number() { head -n 1 "$folder/data/postmaster.pid" 2>/dev/null || true; }

start() {
  if is_alive; then
    print_url
    return
  fi
  local given="" attempt
  if [[ "${1:-}" =~ ^[0-9]+$ ]]; then
    given="$1"
    shift
  fi
  if [[ ! -f "$folder/data/PG_VERSION" ]]; then make_cluster; fi
  rm -f "$folder/data/postmaster.pid"
  # A free port may be taken by another before the server has it.
  for attempt in {1..100}; do
    port="${given:-$(free_ports 1)}"
    echo "$port" >"$folder/port"
    rm -f "$folder/server.log"
    run_server "$@"
    for _ in {1..3000}; do
      if grep -qs 'ready to accept connections' "$folder/server.log"; then
        number >"$folder/pid"
        if [[ -n "${ORDA_POSTGRESQL_OWNER:-}" ]]; then ORDA_MARIADB_OWNER="$ORDA_POSTGRESQL_OWNER" follow_owner "$folder"; fi
        print_url
        return
      fi
      is_alive || break
      sleep 0.02
    done
    # The processes of one that was killed still end.
    if grep -qs 'still in use\|lock file' "$folder/server.log"; then
      sleep 0.1
      continue
    fi
    if [[ -n "$given" || "$attempt" -ge 3 ]] || ! grep -qs 'could not bind' "$folder/server.log"; then break; fi
  done
  fail "the server did not start (attempt $attempt)"
}

# SIGINT ends the sessions that are open; SIGTERM would wait for them.
stop() { end_server INT; }

# The other processes end when they notice that the first one is gone.
crash() { end_server KILL; }

case "$command" in
  start) start "$@" ;;
  stop) stop ;;
  crash) crash ;;
  client) exec psql --no-psqlrc -h "$folder" -p "$port" -U postgres "$@" ;;
  url) print_url ;;
  *) usage ;;
esac
