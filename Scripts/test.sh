#!/usr/bin/env bash
# Tests ORDA on temporary servers that it starts and stops.
#
#   Scripts/test.sh                     the core, the drivers, live rows, the stores and the command: some 10 minutes from a clone
#   Scripts/test.sh --all               everything: also `orda serve`, `orda check`, the conformance kit, a Galera cluster, stress
#   Scripts/test.sh --filter Tokenizer  the tests whose names match a regular expression; with --all, from all tests
#   Scripts/test.sh --timing            build from nothing; print build seconds per target, and run seconds per target and suite
#   Scripts/test.sh --beside 4          run beside 4 busy loops, as on a busy machine
#   Scripts/test.sh --repeat 10         run everything 10 times, until a run fails
#   Scripts/test.sh --no-parallel       run the tests of a target one after another, for exact times of suites
#   Scripts/test.sh --jobs 1            run so many test targets at once; one for each processor by default
#   Scripts/test.sh --sanitize=thread   use ThreadSanitizer; or --sanitize=address
#   Scripts/test.sh --traits NAMES      build with these traits of the package
#
# Installs missing Debian packages where there is apt. Each test target runs in a process of its own; one that exceeds its time
# limit is ended, and the stacks of its threads are printed. Builds go to .build-test, .build-all and the like, so that they
# leave the ordinary build alone; those for --filter compile only files that have changed. The script may run several times at once.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"
# shellcheck source=Scripts/lib/traits.sh
source "$root/Scripts/lib/traits.sh"

usage() {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}" >&2
  exit "${1:-64}"
}

kind=short
filter=""
given_traits=""
sanitizer=""
timing=false
limit=10
runner=()
while [[ $# -gt 0 ]]; do
  case "$1" in
    -h | --help) usage 0 2>&1 ;;
    --all) kind=all ;;
    --timing)
      timing=true
      runner+=(--timing)
      ;;
    --no-parallel) runner+=(--no-parallel) ;;
    --sanitize=thread | --sanitize=address) sanitizer="${1#*=}" ;;
    --beside | --repeat | --jobs)
      [[ "${2:-}" =~ ^[0-9]+$ ]] || usage
      runner+=("$1" "$2")
      shift
      ;;
    --traits | --filter)
      [[ -n "${2:-}" ]] || usage
      if [[ "$1" == --traits ]]; then given_traits="$2"; else filter="$2"; fi
      shift
      ;;
    --traits=?*) given_traits="${1#*=}" ;;
    --filter=?*) filter="${1#*=}" ;;
    *) usage ;;
  esac
  shift
done

traits="$given_traits"
# The targets and traits of the short run. The others need swift-syntax or SwiftNIO, which take minutes to compile.
if [[ "$kind" == short ]]; then
  : "${traits:=$short_traits}" "${ORDA_TEST_TARGETS:=$short_targets}"
  export ORDA_TEST_TARGETS
  scratch=.build-test
else
  : "${traits:=$all_traits}"
  scratch=.build-all
fi

build=(--package-path "$root" --traits "$traits")
if [[ -n "$sanitizer" ]]; then
  # Not in parallel, and with more time: a sanitizer makes everything slow.
  build+=("--sanitize=$sanitizer" --disable-index-store)
  scratch=".build-$sanitizer"
  runner+=(--no-parallel --jobs 1)
  limit=120
  # A hostile server makes the client library ask for more memory than there is; the request is refused, as without a sanitizer.
  # The suppression files give a reason for each suppression.
  export TSAN_OPTIONS="${TSAN_OPTIONS:+$TSAN_OPTIONS:}suppressions=$root/Scripts/tsan-suppressions.txt"
  TSAN_OPTIONS+=":allocator_may_return_null=1"
  export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}allocator_may_return_null=1"
  # Freed memory is kept for a while so that later uses of it are found. A small quarantine leaves tests of memory their meaning.
  ASAN_OPTIONS+=":quarantine_size_mb=16"
  export LSAN_OPTIONS="${LSAN_OPTIONS:+$LSAN_OPTIONS:}suppressions=$root/Scripts/lsan-suppressions.txt"
  # Tests look at all that a program prints.
  LSAN_OPTIONS+=":print_suppressions=0"
  # Reading the stacks of such a process hangs.
  export SWIFT_BACKTRACE="enable=no"
elif [[ -n "$filter" && -z "$given_traits" ]]; then
  # For somebody who changes a file and runs its tests again: file by file, so that little is compiled again.
  build+=("${incremental_build[@]}")
  scratch+="-filter"
else
  build+=("${fast_build[@]}")
fi
if [[ -z "$sanitizer" ]]; then
  export SWIFT_BACKTRACE="${SWIFT_BACKTRACE:-enable=yes,threads=all,interactive=no,color=no,limit=32}"
fi
if $timing; then scratch=.build-timing; fi
if [[ "$traits" != "$short_traits" && "$traits" != "$all_traits" ]]; then scratch+="-${traits//,/-}"; fi
build+=(--scratch-path "$root/$scratch")

# check_disk FOLDER MEBIBYTES PURPOSE: fails where the file system of the folder has less free space.
check_disk() {
  local free
  free="$(df -Pm "$1" | awk 'NR == 2 { print $4 }')"
  if [[ "$free" -lt "$2" ]]; then
    echo "${0##*/}: $3 needs $2 MiB in $1, which has $free MiB; free some space, or set TMPDIR to another folder" >&2
    exit 1
  fi
}
temporary="${TMPDIR:-/tmp}"
if [[ ! -d "$root/$scratch" ]]; then check_disk "$root" 6000 "the build"; fi
check_disk "$temporary" 3000 "the tests' servers and files"

# The package's plugin would have most of the package compiled twice. Scripts/check-sources.sh runs it.
export ORDA_WITHOUT_PLUGIN=1

need_swift
packages=(libsqlite3-dev libmariadb-dev libpq-dev zlib1g-dev mariadb-server postgresql pgbouncer lsof openssl pkg-config sqlite3
  python3 util-linux procps)
if [[ "$kind" == all ]]; then packages+=(galera-4 rsync krb5-kdc krb5-admin-server krb5-user); fi
need "${packages[@]}"

folder="$(mktemp -d "$temporary/orda-test.XXXXXX")"
readonly folder
trap 'rm -rf "$folder"' EXIT
# PostgreSQL's server runs as an account of its own, and has to find its files.
chmod 755 "$folder"

if $timing; then
  ORDA_SWIFTC="$(command -v swiftc)"
  export ORDA_SWIFTC ORDA_BUILD_TIMES="$folder/build-times" SWIFT_EXEC="$root/Scripts/lib/timed_swiftc.sh"
  rm -rf "${root:?}/$scratch"
fi
begin=$SECONDS
if [[ "$kind" == all ]]; then
  # With the programs of Snippets and Examples, which tests run.
  without_remarks steadily swift build --build-tests "${build[@]}"
else
  without_remarks steadily swift build --product ordaPackageTests "${build[@]}"
fi
echo "Built in $((SECONDS - begin)) s"
products="$(swift build "${build[@]}" --show-bin-path)"
if $timing; then
  printf '\nProcessor seconds per compiled module\n'
  awk '{ name = $3; if (NF > 3) name = $3 " " $4; all[name] += $1 + $2 } END { for (name in all) printf "%8.1f  %s\n", all[name], name }' \
    "$ORDA_BUILD_TIMES" | sort -nr | awk '$1 >= 0.5'
fi

# So many tests of a target at a time. With more, a test that awaits something goes on only after those that block.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-8}"

tests=(--tests "$products/ordaPackageTests.xctest")
if [[ "$(uname)" == Darwin ]]; then
  # There the tests are a bundle that only SwiftPM can run, one process at a time.
  tests=(--swift-test --jobs 1)
  for word in swift test --skip-build "${build[@]}"; do tests+=("--tests=$word"); done
fi
if [[ -n "$filter" ]]; then
  if [[ "$kind" == short ]]; then runner+=(--advise-all); fi
  kind=matching
  runner+=("--filter=$filter")
fi
begin=$SECONDS
status=0
python3 "$root/Scripts/lib/test_runner.py" "$kind" "${tests[@]}" --folder "$folder" --limit "$limit" "${runner[@]}" || status=$?
echo "Ran in $((SECONDS - begin)) s"
exit "$status"
