#!/usr/bin/env bash
# Measures ORDA beside plain C and beside its peers.
#
#   Scripts/bench.sh [NAME] [--quick] [--json] [--filter TEXT]
#   Scripts/bench.sh count [TEXT] [--suite=mariadb|--suite=postgresql|--suite=command] [--json|--parts]
#                                             instructions in place of times, which vary with whatever else the machine does
#   Scripts/bench.sh layouts [TEXT] [--times=8] [--quick] [--json]
#                                             the suite sqlite with its functions in another order each time (Linux)
#   Scripts/bench.sh compile [--json]         how long the compiler takes for 500 calls of `execute`
#
# NAME is a suite (sqlite, mariadb, postgresql, command, live, facilities, odb, shelf, dataobjects, check, pool, serve); all of them
# run if it is left out. Results go to standard output, everything else to standard error. `count` takes the workloads of the suite
# sqlite, or of the one that is named, whose name contains the text, but for those that are awaited: of them, other threads do a
# part. Of the suite command it takes `query-select-1`, as a whole process. `layouts` links the program anew for each run, since
# the place of a function in it can make a workload a tenth slower or faster: compare the medians. Installs what is missing where
# apt can. Databases live in a temporary folder that is removed, and the suites mariadb, postgresql, live, facilities, shelf, pool
# and serve have servers of their own there, which are stopped.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"
# shellcheck source=Scripts/lib/traits.sh
source "$root/Scripts/lib/traits.sh"

say() { echo "bench.sh: $*" >&2; }

# SwiftPM calls a package on disk by its folder, and two of one name can't meet in a build.
refuse_folder() {
  case "$(basename "$root" | tr '[:upper:]' '[:lower:]')" in
    benchmarks | grdb.swift | hummingbird | servefloor | swift-argument-parser | swift-collections | swift-log)
      say "this clone's folder is called $(basename "$root"), as is a package that the benchmarks are built from."
      say "Rename the folder, then run this again."
      exit 1
      ;;
  esac
}

# runs_suite NAME ARGUMENT...: whether these arguments run it: it is named, or none is.
runs_suite() {
  local wanted="$1" argument previous=""
  shift
  for argument in "$@"; do
    if [[ "$argument" == -h || "$argument" == --help ]]; then return 1; fi
    if [[ "$argument" != -* && "$previous" != --filter ]]; then
      [[ "$argument" == "$wanted" ]]
      return
    fi
    previous="$argument"
  done
}

# Keeps what is started from here on to one processor. Client and server wait for each other: on two, a message takes
# several times as long whenever the system has moved one of them, and lengths of time would tell of nothing else.
stay_on_one_processor() {
  if command -v taskset >/dev/null; then taskset -cp 0 $$ >&2; else say "there is no taskset: times will differ much"; fi
}

# start_server FOLDER VARIABLES OPTION...: starts a server in a folder of the scratch folder, on the first processor alone,
# and exports its port and socket by variables of that name. It holds nothing else.
start_server() {
  local folder="$scratch/$1" variables="$2" pin=()
  shift 2
  need mariadb-server
  if command -v taskset >/dev/null; then pin=(taskset -c 0); fi
  "${pin[@]}" "$root/Scripts/mariadb.sh" start "$folder" "" "$@" >/dev/null
  export "${variables}_PORT=$(<"$folder/port")" "${variables}_SOCKET=$folder/s.sock"
}

# No round is to wait for files: there is room for all tables in memory and for all changes in the log, and an emptied
# table's place is used again (a file of its own would have to grow anew each time, which takes longer than the rows).
start_mariadb() {
  start_server mariadb ORDA_BENCH_MARIADB --skip-log-bin --innodb-buffer-pool-size=512M --innodb-log-file-size=512M \
    --innodb-file-per-table=0
}

# Logs whole rows, which is what changes are heard of by.
start_logged_mariadb() {
  start_server logged ORDA_BENCH_LOGGED_MARIADB --log-bin=binlog --server-id=1 --binlog-format=ROW \
    --binlog-row-image=FULL --binlog-row-metadata=FULL
}

# The same for PostgreSQL. Nothing of its own is to run between the rounds: no cleaning, and no checkpoint.
start_postgresql() {
  local folder="$scratch/postgresql" pin=()
  need postgresql
  if command -v taskset >/dev/null; then pin=(taskset -c 0); fi
  # Where this is root the server is somebody else.
  chmod a+x "$scratch"
  "${pin[@]}" "$root/Scripts/postgresql.sh" start "$folder" autovacuum=off jit=off shared_buffers=512MB max_wal_size=16GB \
    checkpoint_timeout=1h >/dev/null
  ORDA_BENCH_POSTGRESQL_PORT="$(<"$folder/port")"
  export ORDA_BENCH_POSTGRESQL_PORT ORDA_BENCH_POSTGRESQL_FOLDER="$folder"
  need pgbouncer
  local pooler
  pooler="$("$root/Scripts/pgbouncer.sh" start "$scratch/pgbouncer" \
    "postgresql://postgres@127.0.0.1:$ORDA_BENCH_POSTGRESQL_PORT/postgres" transaction)"
  ORDA_BENCH_PGBOUNCER_PORT="$(sed -E 's|.*:([0-9]+)/.*|\1|' <<<"$pooler")"
  export ORDA_BENCH_PGBOUNCER_PORT
}

# find_peer NAME VARIABLE COMMAND: has COMMAND print the words that the peer runs by, a line each, and exports them by
# that variable. Where it fails the run goes on without the peer.
find_peer() {
  local words
  if words="$("$3")"; then
    export "$2=$words"
  else
    say "there is no $1 here, and it could not be installed: the run goes on without it"
  fi
}

mysqlclient() {
  local folder="$package/.build/peers/python"
  if ! PYTHONPATH="$folder" python3 -c 'import MySQLdb' 2>/dev/null; then
    say "installing mysqlclient"
    need python3-dev python3-pip gcc >&2 || true
    rm -rf "$folder"
    python3 -m pip install --quiet --disable-pip-version-check --target "$folder" mysqlclient >&2 || return 1
    PYTHONPATH="$folder" python3 -c 'import MySQLdb' >&2 || return 1
  fi
  printf '%s\n' "PYTHONPATH=$folder" python3 "$package/Peers/mysqlclient.py"
}

connector_j() {
  local libraries=/usr/share/java
  command -v javac >/dev/null || need default-jdk-headless >&2 || return 1
  # The JNA is for its way to a Unix socket.
  need libmariadb-java libjna-java libjna-platform-java >&2 || return 1
  printf '%s\n' java -cp "$libraries/mariadb-java-client.jar:$libraries/jna.jar:$libraries/jna-platform.jar" \
    "$package/Peers/ConnectorJ.java"
}

# has_psycopg FOLDER: whether it is there, with its part in C.
has_psycopg() { PYTHONPATH="$1" python3 -c 'import psycopg; assert psycopg.pq.__impl__ != "python"' 2>/dev/null; }

psycopg() {
  local folder="$package/.build/peers/psycopg" kind
  # Compiled here it has the same libpq as the other sides; as it comes, one of its own.
  for kind in c binary; do
    if has_psycopg "$folder"; then break; fi
    say "installing psycopg[$kind]"
    need python3-dev python3-pip gcc libpq-dev >&2 || true
    rm -rf "$folder"
    python3 -m pip install --quiet --disable-pip-version-check --target "$folder" "psycopg[$kind]" >&2 || true
  done
  has_psycopg "$folder" || return 1
  printf '%s\n' "PYTHONPATH=$folder" python3 "$package/Peers/psycopg3.py"
}

pgjdbc() {
  command -v javac >/dev/null || need default-jdk-headless >&2 || return 1
  need libpostgresql-jdbc-java >&2 || return 1
  printf '%s\n' java -cp /usr/share/java/postgresql.jar "$package/Peers/Pgjdbc.java"
}

hikari() {
  local libraries=/usr/share/java
  command -v javac >/dev/null || need default-jdk-headless >&2 || return 1
  need libhikaricp-java libslf4j-java libmariadb-java >&2 || return 1
  printf '%s\n' java \
    -cp "$libraries/HikariCP.jar:$libraries/slf4j-api.jar:$libraries/slf4j-nop.jar:$libraries/mariadb-java-client.jar" \
    "$package/Peers/Hikari.java"
}

# The commands of Datasette and sqlite-web, in an environment of Python's own.
serve_peers() {
  local folder="$package/.build/peers/serve"
  if [[ ! -x "$folder/bin/datasette" || ! -x "$folder/bin/sqlite_web" ]]; then
    say "installing Datasette and sqlite-web"
    need python3-venv >&2 || true
    rm -rf "$folder"
    python3 -m venv "$folder" >&2 || return 1
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check datasette sqlite-web >&2 || return 1
  fi
  printf '%s\n' "$folder/bin"
}

# What drives Chromium for the pages of `orda serve`.
selenium() {
  local folder="$package/.build/peers/selenium"
  need chromium chromium-driver >&2 || return 1
  if ! PYTHONPATH="$folder" python3 -c 'import selenium' 2>/dev/null; then
    say "installing selenium"
    need python3-pip >&2 || true
    rm -rf "$folder"
    python3 -m pip install --quiet --disable-pip-version-check --target "$folder" 'selenium==4.*' >&2 || return 1
    PYTHONPATH="$folder" python3 -c 'import selenium' >&2 || return 1
  fi
  printf '%s\n' "$folder"
}

need_swift
# The shell of SQLite and Python are what the command is measured beside.
need pkg-config libsqlite3-dev libmariadb-dev libpq-dev liblmdb-dev sqlite3 python3
refuse_folder

say "building"
package="$root/Benchmarks"
# Whether anything runs but the suite serve, which is a program of Python's.
is_serve_alone=false
if runs_suite serve "$@" && ! runs_suite no-suite-at-all "$@"; then is_serve_alone=true; fi
# Whole processes are counted without the benchmarks' program.
counts_processes=false
if [[ "${1:-}" == count && " $* " == *" --suite=command "* ]]; then counts_processes=true; fi
# Its own package: the first build also fetches and compiles the peers, which takes a minute or more.
# SwiftPM looks for new files of a package beside this one only when this one's manifest is new.
touch "$package/Package.swift"
# A program that is linked anew for each run is built apart.
lays_out=false
if [[ "${1:-}" == layouts ]]; then
  lays_out=true
  if [[ "$(uname)" != Linux ]]; then
    say "layouts need LLVM's linker, which Swift uses only on Linux."
    exit 64
  fi
fi
# What is compiled for `compile` needs the library alone.
compiles=false
if [[ "${1:-}" == compile ]]; then
  compiles=true
  if [[ $# -gt 2 || "${2:---json}" != --json ]]; then
    say "compile takes no $2, but [--json]"
    exit 64
  fi
  swift build --quiet --package-path "$root" --configuration release --product ORDA >&2
  modules="$(swift build --package-path "$root" --configuration release --show-bin-path)/Modules"
fi
if ! $is_serve_alone && ! $counts_processes && ! $lays_out && ! $compiles; then
  swift build --quiet --package-path "$package" --configuration release --product benchmarks >&2
  program="$(swift build --package-path "$package" --configuration release --show-bin-path)/benchmarks"
fi
# Live entries are measured as they are, and with the trait that makes them cheaper to hold.
fast=(--package-path "$package" --configuration release --traits FastEntries --scratch-path "$package/.build-FastEntries")
if runs_suite live "$@"; then swift build --quiet "${fast[@]}" --product benchmarks >&2; fi

# `orda check` is measured as it is built with the trait that it needs; swift-syntax takes some minutes.
if runs_suite check "$@"; then
  checked=(--package-path "$root" --configuration release --traits SourceCheck --scratch-path "$root/.build-SourceCheck")
  for product in orda SourceCheckFixtures; do swift build --quiet "${checked[@]}" --product "$product" >&2; done
  ORDA_CHECK="$(swift build "${checked[@]}" --show-bin-path)/orda"
  ORDA_CHECK_PROGRAMS="$(swift build "${checked[@]}" --show-bin-path)/SourceCheckFixtures"
  export ORDA_CHECK ORDA_CHECK_PROGRAMS
fi

# `orda serve`, and Hummingbird alone, in one folder so that its packages are compiled once.
if runs_suite serve "$@"; then
  served=(--configuration release --scratch-path "$root/.build-Server")
  if [[ "$(uname)" != Darwin ]]; then served+=(--static-swift-stdlib); fi
  traits=PostgreSQL,Server
  steadily swift build --quiet --package-path "$root" "${served[@]}" --traits "$traits" --product orda >&2
  steadily swift build --quiet --package-path "$package/ServeFloor" "${served[@]}" --product ServeFloor >&2
  ORDA_SERVE="$(swift build --package-path "$root" "${served[@]}" --traits "$traits" --show-bin-path)/orda"
  ORDA_SERVE_FLOOR="$(dirname "$ORDA_SERVE")/ServeFloor"
  export ORDA_SERVE ORDA_SERVE_FLOOR
fi

# The program removes its own folder; this one also goes when it is interrupted.
scratch="$(mktemp -d "${TMPDIR:-/tmp}/orda-bench.XXXXXX")"
clean_up() {
  local folder
  for folder in "$scratch/mariadb" "$scratch/logged"; do
    if [ -d "$folder" ]; then "$root/Scripts/mariadb.sh" stop "$folder"; fi
  done
  if [ -d "$scratch/pgbouncer" ]; then "$root/Scripts/pgbouncer.sh" stop "$scratch/pgbouncer"; fi
  if [ -d "$scratch/postgresql" ]; then "$root/Scripts/postgresql.sh" stop "$scratch/postgresql"; fi
  rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# What the compiler takes for a program's calls, beside what it takes for the same calls with lists.
if $compiles; then
  "$root/Scripts/lib/compile_calls.py" "$modules" "$scratch" "${@:2}"
  exit
fi

# The suite of the command runs it as docs/command.md has it installed.
if runs_suite command "$@"; then
  "$root/Scripts/install.sh" "$scratch"
  export ORDA="$scratch/orda"
fi

# count_processes: the instructions of two processes that run `SELECT 1`.
count_processes() {
  local side run files=()
  "$root/Scripts/install.sh" "$scratch"
  # Its functions have names as long as it has symbols.
  strip --strip-debug -o "$scratch/named" "$root/.build-static/release/orda"
  for side in floor ours; do
    if [[ "$side" == floor ]]; then run=(sqlite3 :memory:); else run=("$scratch/named" query sqlite::memory:); fi
    if ! valgrind --tool=callgrind --dump-instr=yes --callgrind-out-file="$scratch/$side" "${run[@]}" 'SELECT 1' >"$scratch/log" 2>&1; then
      cat "$scratch/log" >&2
      exit 1
    fi
    files+=("$scratch/$side")
  done
  "$root/Scripts/lib/instructions.py" query-select-1 1 "${files[@]}" "$@"
}

# The suite sqlite, with the functions of the program in another order each time.
if $lays_out; then
  times=8 options=() printed=()
  for argument in "${@:2}"; do
    case "$argument" in
      --times=*) times="${argument#--times=}" ;;
      --json) printed=("$argument") ;;
      --quick) options+=("$argument") ;;
      -*)
        say "layouts takes no $argument, but [TEXT] [--times=8] [--quick] [--json]"
        exit 64
        ;;
      *) options+=(--filter "$argument") ;;
    esac
  done
  if ! [[ "$times" =~ ^[1-9][0-9]*$ ]]; then
    say "--times=$times: write how many layouts are to be measured, as a number from 1"
    exit 64
  fi
  laid=(--package-path "$package" --configuration release --scratch-path "$package/.build-Layouts"
    -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld)
  for ((number = 1; number <= times; number++)); do
    swift build --quiet "${laid[@]}" -Xlinker "--shuffle-sections=.text*=$number" --product benchmarks >&2
    say "layout $number of $times"
    TMPDIR="$scratch" "$package/.build-Layouts/release/benchmarks" sqlite "${options[@]}" --json >"$scratch/$number.json"
  done
  "$root/Scripts/lib/layouts.py" "$scratch"/*.json "${printed[@]}"
  exit
fi

# Each side by itself under Valgrind, which makes it some fifty times as slow.
if [[ "${1:-}" == count ]]; then
  need valgrind binutils
  text="" options=() suite=()
  for argument in "${@:2}"; do
    case "$argument" in
      --json | --parts) options+=("$argument") ;;
      --suite=mariadb)
        suite=("$argument")
        start_mariadb
        ;;
      --suite=postgresql)
        suite=("$argument")
        start_postgresql
        ;;
      --suite=command) ;;
      *) text="$argument" ;;
    esac
  done
  if $counts_processes; then
    count_processes "${options[@]}"
    exit
  fi
  # Valgrind gives up at debug information that is newer than itself.
  strip --strip-debug -o "$scratch/program" "$program"
  found=0
  while IFS= read -r workload; do
    if [[ "$workload" != *"$text"* ]]; then continue; fi
    found=1
    for side in floor ours; do
      if ! TMPDIR="$scratch" valgrind --tool=callgrind --dump-instr=yes --toggle-collect=cf_counted --callgrind-out-file="$scratch/$side" \
        "$scratch/program" count "${suite[@]}" "$workload" "$side" >"$scratch/operations" 2>"$scratch/log"; then
        cat "$scratch/log" >&2
        exit 1
      fi
    done
    "$root/Scripts/lib/instructions.py" "$workload" "$(<"$scratch/operations")" "$scratch/floor" "$scratch/ours" "${options[@]}"
  done < <(TMPDIR="$scratch" "$program" count "${suite[@]}")
  if [[ $found -eq 0 ]]; then
    say "no workload's name contains '$text'"
    exit 64
  fi
  exit
fi

if runs_suite mariadb "$@"; then
  find_peer mysqlclient ORDA_BENCH_MYSQLCLIENT mysqlclient
  find_peer Connector/J ORDA_BENCH_CONNECTORJ connector_j
  stay_on_one_processor
  start_mariadb
elif runs_suite facilities "$@" || runs_suite shelf "$@"; then
  stay_on_one_processor
  start_mariadb
fi
if runs_suite postgresql "$@"; then
  find_peer psycopg ORDA_BENCH_PSYCOPG psycopg
  find_peer pgjdbc ORDA_BENCH_PGJDBC pgjdbc
  stay_on_one_processor
  start_postgresql
fi
if runs_suite live "$@" || runs_suite serve "$@"; then start_logged_mariadb; fi
if runs_suite serve "$@" && [ ! -d "$scratch/postgresql" ]; then start_postgresql; fi
if runs_suite pool "$@"; then
  find_peer HikariCP ORDA_BENCH_HIKARI hikari
  # Of its workloads some are kept to one processor, and others have all of them: it moves itself.
  if [ ! -d "$scratch/mariadb" ]; then start_mariadb; fi
fi

if ! $is_serve_alone; then TMPDIR="$scratch" "$program" "$@"; fi
if runs_suite live "$@"; then
  # Where no suite is named this one is.
  suite=()
  runs_suite no-suite-at-all "$@" && suite=(live)
  TMPDIR="$scratch" "$(swift build "${fast[@]}" --show-bin-path)/benchmarks" "${suite[@]}" "$@"
fi
if runs_suite serve "$@"; then
  need wrk
  find_peer "Datasette or sqlite-web" ORDA_BENCH_SERVE_PEERS serve_peers
  find_peer "Chromium or selenium" ORDA_BENCH_SERVE_BROWSER selenium
  options=()
  for argument in "$@"; do if [[ "$argument" != serve ]]; then options+=("$argument"); fi; done
  # A text that none of its workloads has in its name is meant for another suite then.
  if ! $is_serve_alone; then options+=(--beside-others); fi
  TMPDIR="$scratch" python3 "$package/Serve/serve.py" "${options[@]+"${options[@]}"}"
fi
