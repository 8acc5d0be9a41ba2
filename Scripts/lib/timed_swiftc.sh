#!/usr/bin/env bash
# Runs the Swift compiler in place of `swiftc`, and appends a line to the file ORDA_BUILD_TIMES: a module's name, and the
# processor seconds that its compilation took. ORDA_SWIFTC is the compiler. Scripts/test.sh --timing builds by this script.
name=""
previous=""
for word in "$@"; do
  if [[ "$previous" == -module-name ]]; then name="$word"; fi
  if [[ "$word" == -emit-executable ]]; then linking="link "; fi
  previous="$word"
done
TIMEFORMAT='%U %S'
seconds="$(mktemp)"
{ time "$ORDA_SWIFTC" "$@" 2>&3; } 3>&2 2>"$seconds"
status=$?
if [[ -n "$name" ]]; then echo "$(<"$seconds") ${linking:-}$name" >>"$ORDA_BUILD_TIMES"; fi
rm -f "$seconds"
exit "$status"
