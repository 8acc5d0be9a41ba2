#!/usr/bin/env bash
# Checks the SQL in the project's own examples, snippets and pages, and that the plugin of Examples/Checked finds a column that
# is broken.
#
#   Scripts/check-sources.sh           checks all of that; the plugin compiles most of the package a second time
#   Scripts/check-sources.sh --short   checks the same package by the command `orda check`, which the plugin runs
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"
# shellcheck source=Scripts/lib/install.sh
source Scripts/lib/install.sh
# shellcheck source=Scripts/lib/traits.sh
source Scripts/lib/traits.sh
need_swift
need libsqlite3-dev libmariadb-dev libpq-dev zlib1g-dev pkg-config

is_short=false
if [[ "${1:-}" == --short ]]; then is_short=true; fi

# As the tests built it.
ORDA_WITHOUT_PLUGIN=1 quietly steadily swift build "${all_build[@]}" --product orda
orda="$(swift build "${all_build[@]}" --show-bin-path)/orda"

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
failed=0

# Tables that pages take for granted.
mkdir "$folder/granted"
cat > "$folder/granted/1.sql" <<'END'
CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL, plays INTEGER NOT NULL DEFAULT 0);
CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE track (id INTEGER PRIMARY KEY, album_id INTEGER NOT NULL REFERENCES album, seconds INTEGER NOT NULL);
CREATE TABLE folders (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE account (id INTEGER PRIMARY KEY, name TEXT NOT NULL, cents BIGINT NOT NULL, version INTEGER NOT NULL DEFAULT 1);
END

# Each file has a schema of its own, made by its own statements. ServiceProgram.swift asks for a table that there is not, to show
# what becomes of that.
for file in Examples/Hello/Sources/Hello/main.swift Snippets/*.swift README.md docs/*.md; do
  case "$file" in
    Snippets/ServiceProgram.swift) continue ;;
    Snippets/Transactions.swift | docs/live.md | docs/live-tables.md | docs/scaling.md | docs/schema.md | docs/services.md)
      "$orda" check --migrations "$folder/granted" "$file" > "$folder/output" || failed=1 ;;
    *) "$orda" check --create "$file" > "$folder/output" || failed=1 ;;
  esac
  grep -e ': error: ' "$folder/output" >&2 || true
done

# check_package MIGRATIONS [OPTION...]: checks the SQL of the package in the current folder by the plugin, or without it.
check_package() {
  local migrations="$1"
  shift
  if $is_short; then
    "$orda" check --migrations "$migrations" Sources
  else
    swift package "${example_build[@]}" "$@" orda-check --migrations "$migrations"
  fi
}

# The plugin, on the package that shows it.
cd Examples/Checked
check_package Migrations
mkdir "$folder/broken"
cp Migrations/*.sql "$folder/broken"
echo 'ALTER TABLE note RENAME COLUMN title TO heading;' > "$folder/broken/0003_heading.sql"
status=0
check_package "$folder/broken" --disable-sandbox > "$folder/output" 2>&1 || status=$?
if [[ $status -eq 0 ]] || ! grep -q 'Sources/Checked/Notes.swift:[0-9]*:[0-9]*: error: .*title' "$folder/output"; then
  echo "check-sources.sh: the check did not report a renamed column (status $status):" >&2
  cat "$folder/output" >&2
  failed=1
fi
exit "$failed"
