#!/usr/bin/env bash
# Runs all of ORDA's tests.
#
#   Scripts/test.sh                                 all of them
#   Scripts/test.sh --filter SQLiteSchema           those whose name matches a regular expression
#   Scripts/test.sh --sanitize=thread               under ThreadSanitizer; or --sanitize=address
#
# Installs what is missing, where apt can. Nothing is skipped: what can't be run is a failure. A sanitizer builds into a
# folder of its own (.build-thread, .build-address), so that the ordinary build stays as it is.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"

usage() {
  echo "usage: ${0##*/} [--sanitize=thread|address] [--filter REGEX]" >&2
  exit 64
}

options=(--package-path "$root")
while [[ $# -gt 0 ]]; do
  case "$1" in
    -h | --help)
      sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    --sanitize=thread | --sanitize=address)
      # Not in parallel: a sanitizer makes everything slow, and what waits for a moment would wait too long for it.
      options+=("$1" --scratch-path "$root/.build-${1#*=}" --no-parallel)
      # Each rule says why it is there.
      export TSAN_OPTIONS="${TSAN_OPTIONS:+$TSAN_OPTIONS:}suppressions=$root/Scripts/tsan-suppressions.txt"
      export LSAN_OPTIONS="${LSAN_OPTIONS:+$LSAN_OPTIONS:}suppressions=$root/Scripts/lsan-suppressions.txt"
      ;;
    --filter=?*) options+=(--filter "${1#*=}") ;;
    --filter)
      [[ $# -ge 2 ]] || usage
      options+=(--filter "$2")
      shift
      ;;
    *) usage ;;
  esac
  shift
done

need_swift
need libsqlite3-dev pkg-config

swift test "${options[@]}"
