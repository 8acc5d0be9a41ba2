#!/usr/bin/env bash
# Measures ORDA beside plain C and beside its peers.
#
#   Scripts/bench.sh [NAME] [--quick] [--json] [--filter TEXT]
#
# NAME is a suite (sqlite); all of them run if it is left out. Results go to standard output, everything else to
# standard error. Installs what SQLite needs where apt can; databases live in a temporary folder that is removed.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

say() { echo "bench.sh: $*" >&2; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    say "this needs root, and there is no sudo: $*"
    return 1
  fi
}

# SwiftPM calls a package on disk by its folder, and two of one name can't meet in a build.
refuse_folder() {
  case "$(basename "$root" | tr '[:upper:]' '[:lower:]')" in
    benchmarks | grdb.swift | swift-argument-parser | swift-collections | swift-log)
      say "this clone's folder is called $(basename "$root"), as is a package that the benchmarks are built from."
      say "Rename the folder, then run this again."
      exit 1
      ;;
  esac
}

# On macOS the SDK brings SQLite; elsewhere its header has to be there, and pkg-config to find it.
install_missing() {
  [ "$(uname -s)" = Darwin ] && return
  local missing=()
  command -v pkg-config >/dev/null || missing+=(pkg-config)
  pkg-config --exists sqlite3 2>/dev/null || missing+=(libsqlite3-dev)
  [ ${#missing[@]} -eq 0 ] && return
  if ! command -v apt-get >/dev/null; then
    say "missing: ${missing[*]} (Debian's names). There is no apt here: install pkg-config and SQLite's header and"
    say "library with this system's package manager, then run this again."
    exit 1
  fi
  say "installing ${missing[*]}"
  {
    as_root apt-get update -qq &&
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
  } >&2 || {
    say "could not install ${missing[*]}"
    exit 1
  }
}

if ! command -v swift >/dev/null; then
  say "there is no swift on the PATH: install Swift 6.2 or later from https://www.swift.org/install"
  exit 1
fi
refuse_folder
install_missing

# Its own package: the first build also fetches and compiles the peers, which takes a minute or more.
say "building"
package="$root/Benchmarks"
swift build --quiet --package-path "$package" --configuration release --product benchmarks >&2
program="$(swift build --package-path "$package" --configuration release --show-bin-path)/benchmarks"

# The program removes its own folder; this one also goes when it is interrupted.
scratch="$(mktemp -d "${TMPDIR:-/tmp}/orda-bench.XXXXXX")"
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

TMPDIR="$scratch" "$program" "$@"
