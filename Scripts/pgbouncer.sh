#!/usr/bin/env bash
# A throw-away PgBouncer for tests, in front of a PostgreSQL server. Its files lie in a folder of its own.
#
#   Scripts/pgbouncer.sh start DIR SERVER-URL session|transaction [NAME...]   starts a pooler, and prints its URL
#   Scripts/pgbouncer.sh stop DIR                                            stops it
#
# The pooler listens on a free port of 127.0.0.1. It has PgBouncer's default settings, so that it refuses parameters of the login
# such as `options`; those with a NAME it drops. Every account may connect without a password. With `transaction`, a transaction
# gets the session that was not used for the longest time. PgBouncer refuses to run as root: then it runs as the account postgres.
# Where ORDA_POSTGRESQL_OWNER is the number of a process, the pooler is stopped, and its folder removed, when that one has ended.
set -euo pipefail

# shellcheck source=Scripts/lib/server.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/server.sh"

take_command "$@"
shift 2
folder="$directory"

start() {
  local server="${1:-}" mode="${2:-}" attempt settings=()
  local ignored="${*:3}"
  [[ "$mode" =~ ^(session|transaction)$ ]] || usage
  [[ "$server" =~ ^postgresql://([^@/]+)@127\.0\.0\.1:([0-9]+)/([^?]+)$ ]] || usage
  local account="${BASH_REMATCH[1]}" server_port="${BASH_REMATCH[2]}" database="${BASH_REMATCH[3]}"
  if [[ "$mode" == transaction ]]; then settings=("server_round_robin = 1"); fi
  if [[ -n "$ignored" ]]; then settings+=("ignore_startup_parameters = ${ignored// /,}"); fi
  local program=(pgbouncer "$folder/pgbouncer.ini")
  if [[ "$(id -u)" -eq 0 ]]; then
    chown postgres "$folder"
    program=(setpriv --reuid=postgres --regid=postgres --init-groups --inh-caps=-all "${program[@]}")
  fi
  # A free port may be taken by another before the pooler has it.
  for attempt in {1..3}; do
    port="$(free_ports 1)"
    {
      echo "[databases]"
      # With the authentication `any` the account comes from here, not from the client.
      echo "* = host=127.0.0.1 port=$server_port user=$account"
      echo "[pgbouncer]"
      echo "listen_addr = 127.0.0.1"
      echo "listen_port = $port"
      echo "unix_socket_dir ="
      echo "auth_type = any"
      echo "pool_mode = $mode"
      echo "max_client_conn = 1000"
      if [[ ${#settings[@]} -gt 0 ]]; then printf '%s\n' "${settings[@]}"; fi
    } >"$folder/pgbouncer.ini"
    "${program[@]}" >"$folder/server.log" 2>&1 </dev/null &
    echo $! >"$folder/pid"
    for _ in {1..3000}; do
      if grep -qs 'process up' "$folder/server.log"; then
        if [[ -n "${ORDA_POSTGRESQL_OWNER:-}" ]]; then ORDA_MARIADB_OWNER="$ORDA_POSTGRESQL_OWNER" follow_owner "$folder"; fi
        echo "postgresql://$account@127.0.0.1:$port/$database"
        return
      fi
      is_alive || break
      sleep 0.02
    done
    grep -qs 'in use' "$folder/server.log" || break
  done
  fail "the pooler did not start (attempt $attempt)"
}

# SIGTERM ends the pooler at once, with all connections.
stop() { end_server TERM; }

case "$command" in
  start) start "$@" ;;
  stop) stop ;;
  *) usage ;;
esac
