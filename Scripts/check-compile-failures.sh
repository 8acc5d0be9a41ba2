#!/usr/bin/env bash
# Checks that the compiler refuses what it must: a String as SQL, a row that is kept, an await that is forgotten,
# a trait that was not asked for.
#
#   Scripts/check-compile-failures.sh [--skip-build]
#
# Each file in Tests/CompileFailures is compiled against the modules that a program has which asks for no trait. Its first line says what is expected:
#   // expect: TEXT     an error whose message contains TEXT
#   // accept           no error at all
# Where the second line is `// top-level code`, it is compiled as a main.swift.
# Fails where one is not as expected, and where there is no file that must be accepted.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"

# shellcheck source=Scripts/lib/traits.sh
source Scripts/lib/traits.sh
program=(--package-path Examples/FeedReader --scratch-path Examples/Hello/.build "${example_build[@]}")
[ "${1:-}" = --skip-build ] || swift build "${program[@]}" >&2
modules="$(swift build "${program[@]}" --show-bin-path)/Modules"

failures=0
accepted=0
checked=0
for file in Tests/CompileFailures/*.swift; do
  checked=$((checked + 1))
  first="$(head -n 1 "$file")"
  library=(-parse-as-library)
  [ "$(sed -n 2p "$file")" != '// top-level code' ] || library=()
  # -emit-sil and not -typecheck: what is borrowed or sent is only checked when the code is lowered.
  status=0
  output="$(swiftc -emit-sil -o /dev/null -swift-version 6 -package-name none -module-name Refused "${library[@]}" \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature NonisolatedNonsendingByDefault \
    -enable-upcoming-feature MemberImportVisibility -I "$modules" -I Sources/CSwiftRuntime "$file" 2>&1)" || status=$?
  case "$first" in
    '// accept')
      accepted=$((accepted + 1))
      if [ "$status" -ne 0 ]; then
        echo "check-compile-failures.sh: $file should compile:" >&2
        echo "$output" >&2
        failures=$((failures + 1))
      fi
      ;;
    '// expect: '*)
      wanted="${first#// expect: }"
      if [ "$status" -eq 0 ]; then
        echo "check-compile-failures.sh: $file compiles, but should be refused: $wanted" >&2
        failures=$((failures + 1))
      elif ! grep -F 'error:' <<<"$output" | grep -qF -- "$wanted"; then
        echo "check-compile-failures.sh: $file is refused for another reason than: $wanted" >&2
        grep -F 'error:' <<<"$output" >&2 || echo "$output" >&2
        failures=$((failures + 1))
      fi
      ;;
    *)
      echo "check-compile-failures.sh: the first line of $file says neither expect nor accept" >&2
      failures=$((failures + 1))
      ;;
  esac
done

[ "$accepted" -gt 0 ] || { echo "check-compile-failures.sh: no file must be accepted" >&2; failures=$((failures + 1)); }
echo "check-compile-failures.sh: $checked files, $failures not as expected"
[ "$failures" -eq 0 ]
