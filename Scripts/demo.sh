#!/usr/bin/env bash
# ORDA's tour: builds the command and runs it on a database.
#
#   Scripts/demo.sh           on a SQLite file that is removed afterwards
#   Scripts/demo.sh mariadb   on a MariaDB server that is started for it, and removed afterwards
#   Scripts/demo.sh postgresql   the same on a PostgreSQL server
#   Scripts/demo.sh URL       on the database of the URL, for example sqlite:/tmp/elements.db
set -euo pipefail

case "${1:-}" in
  -h | --help)
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}"
    exit 0
    ;;
esac
if [[ $# -gt 1 ]]; then
  echo "usage: ${0##*/} [mariadb|postgresql|URL]" >&2
  exit 64
fi

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"

need_swift
need libsqlite3-dev libmariadb-dev pkg-config
if [[ "${1:-}" == mariadb ]]; then need mariadb-server; fi
build=(--package-path "$root" -c release)
# Its driver is not in the command unless it is asked for.
if [[ "${1:-}" == postgres* ]]; then
  need libpq-dev
  build+=(--traits PostgreSQL)
fi
if [[ "${1:-}" == postgresql ]]; then need postgresql util-linux; fi

echo "Building ORDA (the first time takes some minutes) …" >&2
quietly swift build "${build[@]}" --product orda
orda="$(swift build "${build[@]}" --show-bin-path)/orda"

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
case "${1:-}" in
  '') "$orda" demo "sqlite:$folder/elements.db" ;;
  mariadb)
    trap '"$root/Scripts/mariadb.sh" stop "$folder"; rm -rf "$folder"' EXIT
    url="$("$root/Scripts/mariadb.sh" start "$folder")"
    "$root/Scripts/mariadb.sh" client "$folder" -e 'CREATE DATABASE demo'
    "$orda" demo "$url/demo"
    ;;
  postgresql)
    trap '"$root/Scripts/postgresql.sh" stop "$folder"; rm -rf "$folder"' EXIT
    url="$("$root/Scripts/postgresql.sh" start "$folder")"
    "$orda" demo "$url"
    ;;
  *) "$orda" demo "$1" ;;
esac
echo "The command itself: $orda" >&2
