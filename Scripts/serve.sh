#!/usr/bin/env bash
# Builds the command with its server, and shows databases in a browser.
#
#   Scripts/serve.sh sqlite:music.db              to read; Control-C ends it
#   Scripts/serve.sh sqlite:music.db --write      to change, too
#   Scripts/serve.sh                              a database of examples, which is removed afterwards
#
# Everything that `orda serve` takes can stand here.
set -euo pipefail

case "${1:-}" in
  -h | --help)
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}"
    exit 0
    ;;
esac

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"

need_swift
need libsqlite3-dev libmariadb-dev pkg-config
traits=Server
for argument in "$@"; do
  if [[ "$argument" == postgres* ]]; then
    need libpq-dev
    traits=Server,PostgreSQL
  fi
done
build=(--package-path "$root" -c release --traits "$traits")
echo "Building ORDA with its server (the first time takes some minutes) …" >&2
quietly swift build "${build[@]}" --product orda
orda="$(swift build "${build[@]}" --show-bin-path)/orda"

if [[ $# -eq 0 ]]; then
  folder="$(mktemp -d)"
  trap 'rm -rf "$folder"' EXIT
  "$orda" demo "sqlite:$folder/elements.db" > /dev/null
  set -- "sqlite:$folder/elements.db" --write
fi
"$orda" serve "$@" --open
