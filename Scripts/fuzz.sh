#!/bin/sh
# Fuzzes the parts of ORDA, ODB and SHELF that read text from outside.
#
#   Scripts/fuzz.sh [sql|url|json|path|odb|shelf] [SECONDS]  sql and 60 seconds unless told
#   Scripts/fuzz.sh bridge [LINES]                     a million hostile lines, or so many, to orda bridge
#   Scripts/fuzz.sh postgresql [COUNT]                 a thousand damaged conversations, or so many, with a PostgreSQL server
#
# The core's own source files are compiled together with the target, for a fuzz target in a package of its own could not
# see what is internal. Seeds are in Fuzz/Seeds/TARGET; what libFuzzer finds, and its growing corpus, go to
# .build-fuzz/TARGET. A crash makes the exit status non-zero and leaves the input in .build-fuzz/TARGET/crash-*.
# FUZZ_OPT=-Onone builds without optimisation.
set -eu
cd "$(dirname "$0")/.."

target=${1:-sql}
seconds=${2:-60}
case $target in
  sql) harness=Fuzz/SQLFuzz.swift entry=Fuzz/SQLEntry.swift ;;
  url) harness=Fuzz/URLFuzz.swift entry=Fuzz/URLEntry.swift ;;
  json) harness=Fuzz/JSONFuzz.swift entry=Fuzz/JSONEntry.swift ;;
  path) harness=Fuzz/PathFuzz.swift entry=Fuzz/PathEntry.swift ;;
  odb) harness=Fuzz/ODBFuzz.swift entry=Fuzz/ODBEntry.swift ;;
  shelf) harness=Fuzz/ShelfFuzz.swift entry=Fuzz/ShelfEntry.swift ;;
  # Its lines are made by a test, which sends fewer of them where it is not asked for more.
  bridge) ORDA_HOSTILE_LINES=${2:-1000000} exec Scripts/test.sh --filter BridgeProcessTests/hostileLines ;;
  # Others each time; what is found is repeated by ORDA_FUZZ_SEED.
  postgresql)
    ORDA_FUZZ_SEED=${ORDA_FUZZ_SEED:-$(date +%s)}
    echo "fuzz: ORDA_FUZZ_SEED=$ORDA_FUZZ_SEED"
    export ORDA_FUZZ_SEED
    ORDA_FUZZ_CONVERSATIONS=${2:-1000} exec Scripts/test.sh --filter ConversationFuzzTests
    ;;
  *)
    echo "usage: Scripts/fuzz.sh [sql|url|json|path|odb|shelf] [SECONDS], or Scripts/fuzz.sh bridge [LINES], or \
Scripts/fuzz.sh postgresql [COUNT]" >&2
    exit 2
    ;;
esac
if [ ! -f "$harness" ]; then
  echo "fuzz: $harness does not exist, so there is nothing to run for $target"
  exit 0
fi

out=.build-fuzz/$target
mkdir -p "$out/corpus" "Fuzz/Seeds/$target"

# Only what the targets need: the rest depends on packages.
case $target in
  json)
    needed=$(grep -LE '^(package )?import ORDA$' Sources/Import/JSON/*.swift Sources/Command/JSON/*.swift \
      Sources/Command/Terminal/Output*.swift | grep -v JSONPath)
    needed="$needed Sources/Import/Bytes/ByteSource.swift Sources/Import/Text/VisibleText.swift"
    needed="$needed Sources/Command/Rendering/UTF8Scalar.swift Sources/Command/Terminal/StandardStreams.swift"
    needed="$needed Sources/Command/Terminal/Interruption.swift Sources/Command/Terminal/SystemCalls.swift"
    # Of two modules, but compiled as one.
    sources=""
    mkdir -p "$out/sources"
    for file in $needed; do
      sed '/^import ORDAImport$/d' "$file" > "$out/sources/$(basename "$file")"
      sources="$sources $out/sources/$(basename "$file")"
    done
    ;;
  path) sources=$(grep -L 'import ORDA$' Sources/ODB/Names/*.swift) ;;
  odb)
    sources="Sources/ODB/JSON/JSONEvents.swift Sources/ODB/JSON/ODBImportError.swift Sources/ODB/OPML/XMLEvents.swift"
    sources="$sources $(grep -L 'import ORDA$' Sources/ODB/Names/*.swift)"
    ;;
  shelf)
    cd Sources/SHELF
    sources=$(find "$PWD/Identifiers" "$PWD/Keys" "$PWD/Files/System" "$PWD/Files/Tables" -name '*.swift')
    for file in JSON/SpecialKey Objects/ShelfDeleteRule Coding/ReferenceScanner Stores/ShelfStore Stores/ShelfWrite \
      Stores/StoredObject Stores/BinaryShelfStore Stores/IndexedShelfStore Stores/SearchedPart Files/Folder/ShelfNames \
      Files/Batches/Change; do
      sources="$sources $PWD/$file.swift"
    done
    cd ../..
    ;;
  *)
    # The floors of Scripts/floors/core.txt from the ground to the one that is fuzzed, without Concurrency.
    sources=$(cd Sources/ORDA && find "$PWD/Errors" "$PWD/Values" "$PWD/URL" "$PWD/Options" "$PWD/SQL" -name '*.swift')
    ;;
esac

# The name that the system's C library goes by in the sources.
swiftc -swift-version 6 -parse-as-library -module-name ORDAPlatform -O -c Sources/Platform/Platform.swift \
  -emit-module -emit-module-path "$out/ORDAPlatform.swiftmodule" -o "$out/ORDAPlatform.o"

swiftc -swift-version 6 -parse-as-library -module-name ORDAThreads -package-name orda -O -wmo -c Sources/Threads/*.swift -I "$out" \
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
  -emit-module -emit-module-path "$out/ORDAThreads.swiftmodule" -o "$out/ORDAThreads.o"

# shellcheck disable=SC2086 # the list is meant to be split
swiftc -swift-version 6 -parse-as-library -module-name ORDAFuzz -package-name orda \
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
  -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature NonisolatedNonsendingByDefault \
  "${FUZZ_OPT:--O}" -g -whole-module-optimization -sanitize=fuzzer,address \
  -emit-executable -emit-module-path "$out/ORDAFuzz.swiftmodule" -I "$out" \
  $sources "$harness" "$entry" "$out/ORDAPlatform.o" "$out/ORDAThreads.o" -o "$out/fuzz"

dictionary=
if [ -f "Fuzz/$target.dict" ]; then dictionary=-dict=Fuzz/$target.dict; fi

# shellcheck disable=SC2086 # no dictionary, no argument
exec nice "$out/fuzz" $dictionary "$out/corpus" "Fuzz/Seeds/$target" \
  -artifact_prefix="$out/" -max_total_time="$seconds" -max_len=512 -timeout=10 -print_final_stats=1
