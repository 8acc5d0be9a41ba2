#!/usr/bin/env bash
# Makes web pages of the documentation: the articles and every public symbol.
#
#   Scripts/docs.sh        one folder for each module in .build-docs
#
# Uses the compiler's own docc, so that no package needs a plugin. Pages tell their faults on standard error, and any of
# them fails the whole.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"
# shellcheck source=Scripts/lib/traits.sh
source "$root/Scripts/lib/traits.sh"

need_swift
need libsqlite3-dev libmariadb-dev libpq-dev pkg-config

# As the tests are built, so that nothing is built twice.
export ORDA_WITHOUT_PLUGIN=1
build=("${all_build[@]}")
quietly steadily swift build "${build[@]}" --product orda
for target in ORDATesting ODBSQLite ShelfConformance DataObjects; do quietly steadily swift build "${build[@]}" --target "$target"; done
products="$(swift build "${build[@]}" --show-bin-path)"
target="$(swift -print-target-info | sed -n 's/^ *"triple": *"\(.*\)",$/\1/p' | head -1)"
sdk=()
if [[ "$(uname)" == Darwin ]]; then sdk=(-sdk "$(xcrun --show-sdk-path)"); fi

mkdir -p "$root/.build-docs"
symbols="$(mktemp -d)"
trap 'rm -rf "$symbols"' EXIT
read -ra library_flags <<<"$(pkg-config --cflags libmariadb libpq)"
clang_flags=()
for flag in "${library_flags[@]}"; do clang_flags+=(-Xcc "$flag"); done
# The modules in C of the packages that are used, those without a map of their own by the one that SwiftPM has made.
package_flags=()
for folder in "$root"/.build-all/checkouts/*/Sources/*/include; do package_flags+=(-I "$folder"); done
for map in "$products"/*.build/module.modulemap; do
  # What runs while others are compiled has maps of the same modules.
  if [[ $map != *-tool.build/* ]]; then package_flags+=(-Xcc "-fmodule-map-file=$map"); fi
done
for module in ORDA ORDAThreads FileWatch ORDASQLite ORDAMariaDB ORDAPostgreSQL ORDAConformance ORDATesting ORDAServer ODB ODBSQLite SHELF ShelfConformance DataObjects; do
  case $module in
    ORDAThreads) catalogue="$root/Sources/Threads/$module.docc" ;;
    ORDAServer) catalogue="$root/Sources/Server/$module.docc" ;;
    ORDA | FileWatch | ORDAConformance | ORDATesting | ODB | ODBSQLite | SHELF | ShelfConformance | DataObjects) catalogue="$root/Sources/$module/$module.docc" ;;
    *) catalogue="$root/Drivers/${module#ORDA}/$module/$module.docc" ;;
  esac
  mkdir "$symbols/$module"
  swift symbolgraph-extract -module-name "$module" -I "$products/Modules" -I "$root/Sources/CSwiftRuntime" \
    -I "$root/Drivers/SQLite/CSQLite" -I "$root/Drivers/MariaDB/CMariaDB" -I "$root/Drivers/PostgreSQL/CPostgreSQL" -I "$root/Sources/CZlib" \
    "${package_flags[@]}" "${clang_flags[@]}" \
    -target "$target" "${sdk[@]+"${sdk[@]}"}" -minimum-access-level public -skip-synthesized-members \
    -output-dir "$symbols/$module"
  folder=()
  if [[ -d $catalogue ]]; then folder=("$catalogue"); fi
  swift_docc=(docc)
  if [[ "$(uname)" == Darwin ]]; then swift_docc=(xcrun docc); fi
  "${swift_docc[@]}" convert --warnings-as-errors "${folder[@]+"${folder[@]}"}" --additional-symbol-graph-dir "$symbols/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "orda.$module" \
    --output-path "$root/.build-docs/$module" >&2
  echo "$root/.build-docs/$module"
done
echo "To look at one: (cd FOLDER && python3 -m http.server), then http://localhost:8000/documentation"
