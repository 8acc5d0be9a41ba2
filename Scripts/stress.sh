#!/usr/bin/env bash
# Puts live rows under stress: eight tasks and a second process set, delete, insert and roll back at random on 1,000 rows,
# and in the end every entry must be as its row.
#
#   Scripts/stress.sh live                      60 seconds on a SQLite file, and 60 on a MariaDB server
#   Scripts/stress.sh live URL [SECONDS]        on one database, in which the table orda_stress is made and dropped
#   Scripts/stress.sh live '' SECONDS           on both, for that time each
#   ... --sanitize=thread                       under ThreadSanitizer; or --sanitize=address
#
# The file is a temporary one, and the server one that is started for it and removed afterwards.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"

usage() {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}" >&2
  exit 64
}

build=(--package-path "$root")
arguments=()
for argument in "$@"; do
  case "$argument" in
    -h | --help) usage ;;
    --sanitize=thread | --sanitize=address)
      build+=("$argument" --scratch-path "$root/.build-${argument#*=}")
      export TSAN_OPTIONS="${TSAN_OPTIONS:+$TSAN_OPTIONS:}suppressions=$root/Scripts/tsan-suppressions.txt"
      export LSAN_OPTIONS="${LSAN_OPTIONS:+$LSAN_OPTIONS:}suppressions=$root/Scripts/lsan-suppressions.txt"
      ;;
    *) arguments+=("$argument") ;;
  esac
done
[[ "${arguments[0]:-}" == live && ${#arguments[@]} -le 3 ]] || usage
url="${arguments[1]:-}"
seconds="${arguments[2]:-60}"

need_swift
need libsqlite3-dev libmariadb-dev mariadb-server pkg-config

swift build "${build[@]}" --product LiveStress >&2
program="$(swift build "${build[@]}" --show-bin-path)/LiveStress"
if [[ -n "$url" ]]; then
  "$program" "$url" "$seconds"
  exit
fi

folder="$(mktemp -d)"
readonly folder
trap '"$root/Scripts/mariadb.sh" stop "$folder/server"; rm -rf "$folder"' EXIT
status=0
echo "== SQLite"
"$program" "sqlite:$folder/stress.db" "$seconds" || status=$?
echo "== MariaDB"
server="$("$root/Scripts/mariadb.sh" start "$folder/server" '' --log-bin=log --binlog-format=ROW --server-id=1)"
"$root/Scripts/mariadb.sh" client "$folder/server" -e 'CREATE DATABASE stress'
"$program" "$server/stress" "$seconds" || status=$?
exit "$status"
