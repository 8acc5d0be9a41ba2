#!/usr/bin/env bash
# Uses the pages of `orda serve` in a real browser, Debian's Chromium without a window: reading, filtering, editing, files that are
# dropped, what another program writes, ten tabs, browsers without shared workers, a narrow screen, the dark scheme, and what axe-core
# says of each page. Then schemathesis holds its JSON against the description that it gives of it.
#
#   Scripts/check-serve.sh              builds the command, and checks
#   Scripts/check-serve.sh PROGRAM      checks a command that was built with the trait Server
#
# SCREENSHOTS=FOLDER keeps pictures of the pages.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"
# shellcheck source=Scripts/lib/traits.sh
source "$root/Scripts/lib/traits.sh"

need chromium chromium-driver python3-venv
orda="${1:-}"
if [[ -z "$orda" ]]; then
  need_swift
  need libsqlite3-dev libmariadb-dev libpq-dev pkg-config
  # As the tests build it, so that nothing is compiled again after them.
  export ORDA_WITHOUT_PLUGIN=1
  quietly steadily swift build "${all_build[@]}" --product orda
  orda="$(swift build "${all_build[@]}" --show-bin-path)/orda"
fi

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
quietly "$folder/venv/bin/pip" install --disable-pip-version-check selenium==4.* axe-core-python==0.1.0 schemathesis==4.*
"$folder/venv/bin/python" "$root/Tests/Browser/check.py" "$orda" "$folder"
