#!/usr/bin/env bash
# Runs all of ORDA's tests.
#
#   Scripts/test.sh                                 all of them
#   Scripts/test.sh --filter SQLiteSchema           those whose name matches a regular expression
#   Scripts/test.sh --sanitize=thread               under ThreadSanitizer; or --sanitize=address
#   Scripts/test.sh --beside 3                      beside so many loops that do nothing, as on a machine that is busy
#   Scripts/test.sh --traits FastEntries            built with other traits of the package than all that add something
#
# Installs what is missing, where apt can. Nothing is skipped: what can't be run is a failure. Sanitizers and traits build
# into folders of their own (.build-thread, .build-FastEntries), so that the ordinary build stays as it is.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"
# shellcheck source=Scripts/lib/traits.sh
source "$root/Scripts/lib/traits.sh"

usage() {
  echo "usage: ${0##*/} [--sanitize=thread|address | --traits NAME] [--beside COUNT] [--filter REGEX]" >&2
  exit 64
}

# How many minutes one target's tests may take: many times what they do take, so that what hangs is told of.
patience=15
build=(--package-path "$root")
traits=(--traits "$all_traits")
filter=()
parallel=()
beside=0
while [[ $# -gt 0 ]]; do
  case "$1" in
    -h | --help)
      sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    --sanitize=thread | --sanitize=address)
      # Not in parallel: a sanitizer makes everything slow, and what waits for a moment would wait too long for it.
      build+=("$1" --scratch-path "$root/.build-${1#*=}")
      parallel=(--no-parallel)
      patience=120
      # Memory that there isn't is refused, as without a sanitizer: a hostile server has the client library ask for it.
      # Each suppression says why it is there.
      export TSAN_OPTIONS="${TSAN_OPTIONS:+$TSAN_OPTIONS:}suppressions=$root/Scripts/tsan-suppressions.txt"
      TSAN_OPTIONS+=":allocator_may_return_null=1"
      export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}allocator_may_return_null=1"
      # Freed memory is set aside so that later uses of it are found; with little of it, tests of memory still mean something.
      ASAN_OPTIONS+=":quarantine_size_mb=16"
      export LSAN_OPTIONS="${LSAN_OPTIONS:+$LSAN_OPTIONS:}suppressions=$root/Scripts/lsan-suppressions.txt"
      # Tests look at all that a program prints.
      LSAN_OPTIONS+=":print_suppressions=0"
      ;;
    --traits)
      [[ $# -ge 2 ]] || usage
      # Without debug information, which takes a tenth of the time: an ordinary build has it.
      build+=(--scratch-path "$root/.build-$2" -debug-info-format none)
      traits=(--traits "$2")
      shift
      ;;
    --beside)
      [[ "${2:-}" =~ ^[0-9]+$ ]] || usage
      beside="$2"
      shift
      ;;
    --filter=?*) filter=(--filter "${1#*=}") ;;
    --filter)
      [[ $# -ge 2 ]] || usage
      filter=(--filter "$2")
      shift
      ;;
    *) usage ;;
  esac
  shift
done

build+=("${traits[@]}")

# The package's plugin would have most of the package compiled twice. Scripts/check-sources.sh runs it.
export ORDA_WITHOUT_PLUGIN=1

need_swift
need libsqlite3-dev libmariadb-dev libpq-dev zlib1g-dev mariadb-server galera-4 postgresql rsync lsof openssl pkg-config \
  sqlite3 python3 util-linux krb5-kdc krb5-admin-server krb5-user

# One MariaDB server, one Galera cluster and one PostgreSQL server for all tests, of their own: in folders that go with them,
# on ports that were free.
server="$(mktemp -d)"
postgresql="$(mktemp -d)"
cluster="$(mktemp -d)"
logs="$(mktemp -d)"
starting=""
loops=()
readonly server postgresql cluster logs
clean_up() {
  if [[ ${#loops[@]} -gt 0 ]]; then kill "${loops[@]}" 2>/dev/null || true; fi
  "$root/Scripts/mariadb.sh" stop "$server"
  "$root/Scripts/postgresql.sh" stop "$postgresql"
  if [[ -n "$starting" ]] && kill "$starting" 2>/dev/null; then wait "$starting" || true; fi
  "$root/Scripts/galera.sh" stop "$cluster"
  rm -rf "$server" "$postgresql" "$cluster" "$logs"
}
trap clean_up EXIT
ORDA_TEST_MARIADB="$("$root/Scripts/mariadb.sh" start "$server")"
export ORDA_TEST_MARIADB
# It compiles no queries: while it does, it can't be stopped.
chmod 755 "$postgresql"
ORDA_TEST_POSTGRESQL="$("$root/Scripts/postgresql.sh" start "$postgresql" max_connections=400 jit=off)"
export ORDA_TEST_POSTGRESQL
# A cluster takes some seconds, in which the tests are built. Of a few tests, those that need one start it themselves.
if [[ ${#filter[@]} -eq 0 ]]; then
  export ORDA_TEST_GALERA="$cluster"
  "$root/Scripts/galera.sh" start "$cluster" 3 >/dev/null &
  starting=$!
fi

# So many tests at a time. All of them would be begun at once otherwise, and one that awaits something would go on only
# when those that block have had their turn.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-8}"

# Each target's tests by themselves: what one of them keeps waiting for must not wait for another's as well.
steadily swift build --build-tests "${build[@]}"
if [[ -n "$starting" ]]; then wait "$starting"; fi
for ((; beside > 0; beside--)); do
  while :; do :; done &
  loops+=($!)
done
if [[ ${#filter[@]} -gt 0 ]]; then
  swift test --skip-build "${build[@]}" "${parallel[@]}" "${filter[@]}"
  exit
fi
# What a process and its children are doing is written to the output, all threads' stacks, and then they are ended. Not under
# a sanitizer: reading the stacks of such a process hangs, and with it the tests of what has to crash.
if [[ ${#parallel[@]} -gt 0 ]]; then SWIFT_BACKTRACE="enable=no"; fi
export SWIFT_BACKTRACE="${SWIFT_BACKTRACE:-enable=yes,threads=all,interactive=no,color=no,limit=32}"
end_with_stacks() {
  local child
  for child in $(pgrep -P "$1"); do end_with_stacks "$child"; done
  kill -ABRT "$1" 2>/dev/null || return 0
  # Writing the stacks takes a while.
  for _ in {1..120}; do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 1
  done
  kill -KILL "$1" 2>/dev/null || true
}

# within MINUTES COMMAND...: runs it; what takes longer is ended, and has failed.
within() {
  local limit=$((SECONDS + $1 * 60)) pid
  shift
  "$@" &
  pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    if ((SECONDS >= limit)); then
      echo "error: the tests hang: they were not done after all this time; what they were doing follows"
      end_with_stacks "$pid"
    fi
    sleep 1
  done
  wait "$pid"
}

# What failed is told once more at the end, where thousands of lines of what passed don't hide it.
failed=()
for tests in "$root"/Tests/*Tests; do
  name="$(basename "$tests")"
  echo "== $name"
  within "$patience" swift test --skip-build "${build[@]}" "${parallel[@]}" --filter "^$name\\." 2>&1 \
    | tee "$logs/$name" || failed+=("$name")
done
if [[ ${#failed[@]} -gt 0 ]]; then
  for name in "${failed[@]}"; do
    echo "== $name: failed"
    # A line that names an issue, with those below it that explain it; and how the run ended.
    grep -A 3 -e '^✘' -e ' error: ' -e 'Fatal error' -e 'crash' "$logs/$name" | head -n 100 || true
    tail -n 5 "$logs/$name"
  done
  echo "Failed: ${failed[*]}"
  exit 1
fi
