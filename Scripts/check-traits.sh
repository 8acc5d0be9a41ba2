#!/usr/bin/env bash
# Checks that the package builds with every set of its traits that differs in what is compiled, and that who asks for none gets
# nothing of what they need.
#
#   Scripts/check-traits.sh                 all sets
#   Scripts/check-traits.sh --dependencies  only what Examples/Hello depends on
#
# The core's three traits touch the same files, so all eight sets of these are built; the others stand alone, in a target
# each. All share one folder (.build-sets), so that packages are built once.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"
# shellcheck source=Scripts/lib/install.sh
source Scripts/lib/install.sh
need_swift
need libsqlite3-dev libmariadb-dev libpq-dev zlib1g-dev pkg-config

failed=0
only_dependencies=false
if [[ "${1:-}" == --dependencies ]]; then only_dependencies=true; fi

# build TARGET SET: builds a target with a set of traits, which may be empty.
build() {
  local target="$1" set="$2" traits=(--disable-default-traits)
  if [[ -n "$set" ]]; then traits=(--traits "$set"); fi
  echo "-- $target with ${set:-no trait}"
  quietly swift build --target "$target" "${traits[@]}" --scratch-path "$root/.build-sets" \
    --disable-index-store -debug-info-format none || failed=1
}

if ! $only_dependencies; then
  for set in "" Metrics ServiceLifecycle Tracing Metrics,ServiceLifecycle Metrics,Tracing ServiceLifecycle,Tracing; do
    build ORDA "$set"
  done
  build ORDA FastEntries
  build SHELF ShelfCompression
  build DataObjects YAML
  # Everything that a program may ask for at once.
  build OrdaCommand FastEntries,Metrics,ServiceLifecycle,ShelfCompression,SourceCheck,Tracing,YAML
  build SourceCheck SourceCheck
  build OrdaCommand Conformance
  build OrdaCommand ODB
  build OrdaCommand PostgreSQL
  build OrdaCommand Server
  build OrdaCommand Shelf
fi

# The smallest package that depends on this one, in a folder of its own: in another, what was once fetched would still lie.
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
swift package --package-path Examples/Hello --scratch-path "$folder" show-dependencies --format flatlist \
  2>/dev/null | tail -n +2 | sort > "$folder/found"
printf '%s\n' swift-argument-parser swift-collections swift-log > "$folder/wanted"
if ! diff "$folder/wanted" "$folder/found" >&2; then
  echo "check-traits.sh: Examples/Hello asks for no trait, and depends on other packages than it needs (>)" >&2
  failed=1
fi
if ! diff "$folder/wanted" <(ls "$folder/checkouts") >&2; then
  echo "check-traits.sh: Examples/Hello asks for no trait, and has fetched other packages than it needs (>)" >&2
  failed=1
fi
exit "$failed"
