#!/usr/bin/env bash
# Builds the command orda, and installs it.
#
#   Scripts/install.sh                            as /usr/local/bin/orda
#   Scripts/install.sh ~/.local/bin               in another folder
#   Scripts/install.sh --traits Server,PostgreSQL with parts that are left out otherwise, as docs/command.md names them
#
# On Linux it holds what it needs, Swift's library, C++'s, SQLite and zlib, as far as this machine has them to link: it runs wherever
# the C library is not older than here, and starts sooner, since there is less to load. MariaDB's client library is loaded when it
# is first needed; PostgreSQL's has to be there where its driver was asked for. Installs what building needs and the machine lacks, where apt can.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"

usage() {
  echo "usage: ${0##*/} [FOLDER] [--traits NAMES]" >&2
  exit 64
}

folder=""
build=(--package-path "$root" --configuration release --product orda)
while [[ $# -gt 0 ]]; do
  case "$1" in
    -h | --help)
      sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    --traits)
      [[ $# -ge 2 ]] || usage
      build+=(--traits "$2")
      shift
      ;;
    -*) usage ;;
    *)
      [[ -z "$folder" ]] || usage
      folder="$1"
      ;;
  esac
  shift
done
folder="${folder:-/usr/local/bin}"

need_swift
need libsqlite3-dev libmariadb-dev zlib1g-dev pkg-config
if [[ "${build[*]}" == *PostgreSQL* ]]; then need libpq-dev; fi

# link_archives FOLDER: collects the libraries that can be linked whole. A linker takes what it finds first, and would find those
# that are loaded: so this folder is the first that it looks in, by descriptions of the other libraries that say so.
link_archives() {
  local name archive compiler place="${1// /\\ }"
  compiler="$(command -v clang || command -v cc)"
  for name in stdc++ sqlite3 z; do
    # Where there is none it answers with the bare name.
    archive="$("$compiler" -print-file-name="lib$name.a")"
    if [[ "$archive" == /* ]]; then ln -s "$archive" "$1/"; fi
  done
  for name in sqlite3 libpq; do
    if ! pkg-config --exists "$name"; then continue; fi
    cat >"$1/$name.pc" <<END
Name: $name
Description: looked for beside what is linked whole
Version: $(pkg-config --modversion "$name")
Libs: -L$place $(pkg-config --libs "$name") -lm
Cflags: $(pkg-config --cflags "$name")
END
  done
}

if [[ "$(uname)" == Linux ]]; then
  # Of its own, since all is compiled for a program that holds Swift's library.
  build+=(--static-swift-stdlib --scratch-path "$root/.build-static")
  # At a fixed address there are 58,000 places less to set before the first instruction.
  for option in -Xclang-linker -static-libgcc -Xclang-linker -no-pie; do
    build+=(-Xswiftc "$option")
  done
  archives="$root/.build-static/archives"
  rm -rf "$archives"
  mkdir -p "$archives"
  link_archives "$archives"
  export PKG_CONFIG_PATH="$archives${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
  # Linked again though no source has changed, since one of those libraries may have.
  rm -f "$root/.build-static/release/orda"
fi

echo "Building orda (the first time takes some minutes) …" >&2
quietly swift build "${build[@]}"
program="$(swift build "${build[@]}" --show-bin-path)/orda"

as_root=()
if ! mkdir -p "$folder" 2>/dev/null || [[ ! -w "$folder" ]]; then as_root=(sudo); fi
# Without symbols, which make it twice as large. A file that runs can't be written to: it is put in that one's place.
${as_root[@]+"${as_root[@]}"} install -s "$program" "$folder/orda"
echo "$folder/orda" >&2
