#!/usr/bin/env bash
# Builds each driver of the package as a package of its own, against the core's public interface, and runs the conformance kit
# on it: what a driver of ORDA's can do, a stranger's can do as well. Inside one package nothing would notice what only `package`
# access allows.
#
#   Scripts/check-drivers.sh              all of them
#   Scripts/check-drivers.sh PostgreSQL   one of them, by its folder in Drivers
#   Scripts/check-drivers.sh --short      builds all of them, and leaves the conformance kit to the ordinary tests
#
# The servers are started for it, and removed afterwards.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"
# shellcheck source=Scripts/lib/traits.sh
source "$root/Scripts/lib/traits.sh"

if [[ "${1:-}" == -h || "${1:-}" == --help ]]; then
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}"
  exit 0
fi
is_short=false
if [[ "${1:-}" == --short ]]; then
  is_short=true
  shift
fi
drivers=("$@")
if [[ ${#drivers[@]} -eq 0 ]]; then drivers=(SQLite MariaDB PostgreSQL); fi

need_swift
need pkg-config libsqlite3-dev libmariadb-dev libpq-dev mariadb-server postgresql util-linux

folder="$(mktemp -d)"
readonly root folder
stop() {
  "$root/Scripts/mariadb.sh" stop "$folder/mariadb"
  "$root/Scripts/postgresql.sh" stop "$folder/postgresql"
  rm -rf "$folder"
}
trap stop EXIT
# It runs as another account where this is root, which goes through the folder.
chmod 755 "$folder"
for driver in "${drivers[@]}"; do
  case "$driver" in
    SQLite) ;;
    MariaDB | PostgreSQL) if $is_short; then continue; fi ;;&
    MariaDB)
      ORDA_TEST_MARIADB="$("$root/Scripts/mariadb.sh" start "$folder/mariadb")/kit"
      "$root/Scripts/mariadb.sh" client "$folder/mariadb" -e 'CREATE DATABASE kit'
      export ORDA_TEST_MARIADB
      ;;
    PostgreSQL)
      ORDA_TEST_POSTGRESQL="$("$root/Scripts/postgresql.sh" start "$folder/postgresql" max_connections=400 jit=off)"
      export ORDA_TEST_POSTGRESQL
      ;;
    *)
      echo "${0##*/}: there is no driver in Drivers/$driver" >&2
      exit 64
      ;;
  esac
done

# The core's package leaves the drivers out, and builds into the folder of the smallest package, which has the core already.
export ORDA_WITHOUT_DRIVERS=1
failed=()
action="test"
if $is_short; then action="build"; fi
for driver in "${drivers[@]}"; do
  swift "$action" "${example_build[@]}" --package-path "$root/Drivers/$driver" --scratch-path "$root/Examples/Hello/.build" \
    || failed+=("$driver")
done
if [[ ${#failed[@]} -gt 0 ]]; then
  echo "Failed: ${failed[*]}" >&2
  exit 1
fi
