# shellcheck shell=bash
# To be sourced. What scripts that start throw-away servers have in common: the variable `folder` says where the server's
# files lie, in `$folder/pid` is its number; `port` is its port, and `account` whose process it is.
folder="${folder:-}"
port="${port:-}"
account="$(id -un)"

# Small and fast: no waiting for the disk, a small log.
storage=(--innodb-log-file-size=16M --innodb-flush-method=nosync --innodb-doublewrite=0)
# What following changes asks of a server. Functions are made by tests as on a server without a log.
log=(--log-bin=binlog --binlog-format=ROW --binlog-row-metadata=FULL --log-bin-trust-function-creators=ON)

# A server must not keep open what its caller had open: somebody may wait for the end of a pipe. The shell reads its script by 255.
for descriptor in /dev/fd/*; do
  descriptor="${descriptor##*/}"
  if [[ "$descriptor" =~ ^[0-9]+$ && "$descriptor" -gt 2 && "$descriptor" -ne 255 ]]; then eval "exec $descriptor>&-"; fi
done
unset descriptor

# usage: prints the comment at the head of the script.
usage() {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p;}' "$0" >&2
  exit 64
}

# take_command COMMAND DIR...: puts them into `command` and `directory`; the folder is made.
# shellcheck disable=SC2034
take_command() {
  [[ $# -ge 2 ]] || usage
  command="$1"
  mkdir -p "$2"
  directory="$(cd "$2" && pwd)"
}

print_url() { echo "mariadb://root@127.0.0.1:$port"; }

# client ARGUMENT...: the command mariadb on this folder's server, as root.
client() { mariadb --no-defaults --socket="$folder/s.sock" --user=root "$@"; }

# make_tables: makes what the server keeps of itself. Each server has a folder of its own for temporary tables: one that
# begins removes all that it finds there, also those of another that is about to make its tables.
make_tables() {
  mariadb-install-db --no-defaults --user="$account" --datadir="$folder/data" --tmpdir="$folder/tmp" \
    --skip-test-db --skip-name-resolve --auth-root-authentication-method=normal "${storage[@]}" >"$folder/install.log" 2>&1 \
    || fail "the server's tables could not be made"
}

# run_server OPTION...: starts this folder's server, and does not wait for it.
run_server() {
  local server
  server="$(command -v mariadbd || echo /usr/sbin/mariadbd)"
  if [[ ! -x "$server" ]]; then fail "there is no mariadbd; install mariadb-server"; fi
  rm -f "$folder/s.sock"
  "$server" --no-defaults --user="$account" --datadir="$folder/data" --tmpdir="$folder/tmp" --socket="$folder/s.sock" \
    --pid-file="$folder/server.pid" --bind-address=127.0.0.1 --port="$port" --skip-name-resolve \
    --character-set-server=utf8mb4 --collation-server=utf8mb4_general_ci "${storage[@]}" "${log[@]}" \
    --innodb-flush-log-at-trx-commit=0 --sync-binlog=0 "$@" >>"$folder/server.log" 2>&1 </dev/null &
  echo $! >"$folder/pid"
}

# is_running PID: true while it runs; one that has ended and was not yet waited for does not count.
is_running() {
  kill -0 "$1" 2>/dev/null || return 1
  # Of a process that ends, the first thread may be gone while others still keep its connections open.
  local threads=("/proc/$1/task/"*)
  ! grep -qs '^State:[[:space:]]*Z' "/proc/$1/status" || [[ ${#threads[@]} -gt 1 ]]
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

# freeze_server: stops this folder's server as it stands; returns when none of its threads runs any more, for the signal alone
# says nothing of that.
freeze_server() {
  is_alive || fail "there is no server to be frozen"
  local pid
  pid="$(<"$folder/pid")"
  kill -STOP "$pid"
  for _ in {1..1000}; do
    if ! grep -qs '^State:[[:space:]]*[^T[:space:]]' "/proc/$pid/task/"*/status; then return; fi
    sleep 0.02
  done
  fail "the server still runs"
}

# thaw_server: lets it go on.
thaw_server() { kill -CONT "$(<"$folder/pid")"; }

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
