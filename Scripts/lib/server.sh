# shellcheck shell=bash
# To be sourced. What scripts that start throw-away servers have in common: the variable `folder` says where the server's
# files lie, in `$folder/pid` is its number.
folder="${folder:-}"

# is_running PID: true while it runs; one that has ended and was not yet waited for does not count.
is_running() {
  kill -0 "$1" 2>/dev/null && ! grep -qs '^State:[[:space:]]*Z' "/proc/$1/status"
}

# is_alive: true while this folder's server runs.
is_alive() {
  [[ -s "$folder/pid" ]] && is_running "$(<"$folder/pid")"
}

# is_free PORT: true where nobody listens on it now.
is_free() {
  ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# free_ports COUNT: the first of so many ports in a row that nobody listens on now.
free_ports() {
  local first port
  for _ in {1..200}; do
    first=$((20000 + RANDOM % 12000))
    for ((port = first; port < first + $1; port++)); do
      is_free "$port" || continue 2
    done
    echo "$first"
    return
  done
  return 1
}

# fits_socket PATH: fails, and says so, where a path is longer than a Unix socket's address may be.
fits_socket() {
  if [[ ${#1} -gt 100 ]]; then
    echo "${0##*/}: the path $1 is too long for a socket; choose a shorter folder" >&2
    return 1
  fi
}

# fail MESSAGE: tells what went wrong, with the end of the server's log.
fail() {
  echo "${0##*/}: $1" >&2
  tail -n 20 "$folder/server.log" "$folder/install.log" 2>/dev/null >&2 || true
  exit 1
}

# follow_owner FOLDER: where ORDA_MARIADB_OWNER is the number of a process, calls `stop` and removes the folder when that one
# has ended, however that came. It gives up where the folder goes before.
follow_owner() {
  if [[ -z "${ORDA_MARIADB_OWNER:-}" ]]; then return; fi
  (
    trap '' INT TERM HUP
    while is_running "$ORDA_MARIADB_OWNER" && [[ -d "$1" ]]; do sleep 0.5; done
    stop
    rm -rf "$1"
  ) </dev/null >/dev/null 2>&1 &
}

# end_server SIGNAL: ends this folder's server, by force where it takes longer than 20 seconds.
end_server() {
  is_alive || return 0
  local pid
  pid="$(<"$folder/pid")"
  kill "-$1" "$pid"
  for _ in {1..1000}; do
    if ! is_running "$pid"; then
      rm -f "$folder/pid"
      return
    fi
    sleep 0.02
  done
  kill -KILL "$pid"
  rm -f "$folder/pid"
}
