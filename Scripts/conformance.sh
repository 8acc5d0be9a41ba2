#!/usr/bin/env bash
# Runs the conformance cases on each driver, and writes their chart into docs/conformance.md.
#
#   Scripts/conformance.sh              runs all cases and writes the chart
#   Scripts/conformance.sh ARGUMENT...  only shows what `orda conformance` says with these arguments, such as --group values
#
# The databases are a temporary SQLite file, one in memory, and one on a MariaDB and a PostgreSQL server that are started for
# it and removed afterwards. Ends with 1 where a case failed; the page then stays as it is.
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

need_swift
need libsqlite3-dev libmariadb-dev libpq-dev mariadb-server postgresql pkg-config util-linux

folder="$(mktemp -d)"
readonly folder
stop() {
  "$root/Scripts/mariadb.sh" stop "$folder/server"
  "$root/Scripts/postgresql.sh" stop "$folder/postgresql"
  rm -rf "$folder"
}
trap stop EXIT
server="$("$root/Scripts/mariadb.sh" start "$folder/server")"
"$root/Scripts/mariadb.sh" client "$folder/server" -e 'CREATE DATABASE kit'
# It runs as another account where this is root, which goes through the folder.
chmod 755 "$folder"
postgresql="$("$root/Scripts/postgresql.sh" start "$folder/postgresql" jit=off)"

build=(--package-path "$root" --traits "$all_traits")
steadily swift build "${build[@]}" --product orda >&2
urls=("sqlite:$folder/kit.db" sqlite::memory: "$server/kit" "$postgresql")
orda="$(swift build "${build[@]}" --show-bin-path)/orda"
if [[ $# -gt 0 ]]; then
  "$orda" conformance "${urls[@]}" "$@"
  exit
fi

"$orda" conformance "${urls[@]}" --format markdown >"$folder/chart"
page="$root/docs/conformance.md"
awk -v chart="$folder/chart" '
  /^\| group/ { while ((getline line < chart) > 0) print line; skipping = 1 }
  skipping && /^\|/ { next }
  { skipping = 0; print }
' "$page" >"$folder/page"
cp "$folder/page" "$page"
echo "Written to docs/conformance.md."
