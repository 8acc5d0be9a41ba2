#!/usr/bin/env python3
"""Counts what makes tests depend on the speed of the machine, and fails where there is more than allowed.

    Scripts/check-waiting.py             prints the counts, and what breaks a rule
    Scripts/check-waiting.py --list      also prints each place
    Scripts/check-waiting.py --at REV    counts at a commit of git's; nothing fails

The stress programs and fixtures don't count. The rules:

- At most 20 sleeps remain, each of at most 20 ms. A comment `// Sleeps: ` in the three lines above says why.
- No pause grows, as in `for pause in [0.5, 2, 8]`, and nothing is tried again until it works.
- No `eventually` has a time limit of its own: Scripts/test.sh ends a suite that hangs, and prints its stacks.
- An assertion accepts one kind of error. Tests with damaged or random input may accept several; `ALLOWED` names their files.
- Elapsed time is asserted only where a comment `// Measures: ` in the three lines above says against which reference.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_SLEEPS = 20
LONGEST = 0.020
OUTSIDE = re.compile(r"^Tests/(\w*Stress\w*|SourceCheckFixtures|CheckPrograms|CompileFailures|Refused|Browser)/")
SLEEP = re.compile(r"\b(?:Task\.sleep|Thread\.sleep|MonotonicTime\.sleep|usleep|nanosleep)\(([^\n]*)")
LENGTH = re.compile(
    r"(?:forTimeInterval: *(?P<plain>[\d._]+)|\.(?P<unit>seconds|milliseconds|microseconds)\((?P<number>[\d._]+)\)"
    r"|^(?P<micro>[\d_]+)\))")
UNITS = {"seconds": 1, "milliseconds": 1e-3, "microseconds": 1e-6}
GROWING = re.compile(r"\bfor pause in \[|\bfor (?:attempt|try|round) in [^{\n]*where !|\bfor _ in [^{\n]*where !is|\bfor attempt in\b")
LIMITED = re.compile(r"\beventually\(within:")
KINDS = re.compile(
    r"\.kind == [^|\n]*\|\|[^|\n]*\.kind ==|\[\.\w+[^\]\n]*,[^\]\n]*\]\.contains\([^)\n]*kind|\b[kK]inds?(?:\.\w+)?\.contains\([^)\n]*kind")
ELAPSED = re.compile(r"#(?:expect|require)\([^\n]*(?:(?:Continuous|Suspending)Clock(?:\(\))?\.now - \w+|MonotonicTime\.now - \w+|\.duration\(to|longest|elapsed)\b[^\n]*[<>]")
# Files whose assertions may accept several kinds of errors, and why.
ALLOWED = {
    "Hostile/": "a hostile server sends damaged bytes, and where the damage is found decides the error",
    "TLS/TLSTests.swift": "the TLS library's version decides which of its errors comes first",
    "BadInput/BadURLTests.swift": "random damage to a URL makes it bad in different ways",
    "Faults/": "faults hit random statements of a load",
    "Locks/LockTests.swift": "a thread closes a governor at each step of another thread's lock",
    "Network/LostConnectionTests.swift": "a proxy cuts the connection at each byte of a conversation",
    "Values/RoundTripTests.swift": "the databases differ by design in the error for a value that does not fit",
}


def files(revision):
    if revision:
        names = subprocess.run(
            ["git", "ls-tree", "-r", "--name-only", revision, "Tests"], cwd=ROOT, stdout=subprocess.PIPE, text=True,
            check=True).stdout.split()
    else:
        names = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "Tests").rglob("*.swift"))]
    for name in names:
        if not name.endswith(".swift") or OUTSIDE.match(name):
            continue
        if revision:
            text = subprocess.run(
                ["git", "show", f"{revision}:{name}"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
        else:
            text = (ROOT / name).read_text()
        yield name, text.splitlines()


def seconds(argument):
    """How long a sleep lasts, where its argument is a literal."""
    found = LENGTH.search(argument)
    if not found:
        return None
    if found["unit"]:
        return float(found["number"].replace("_", "")) * UNITS[found["unit"]]
    if found["plain"]:
        return float(found["plain"].replace("_", ""))
    return float(found["micro"].replace("_", "")) * 1e-6


def is_explained(lines, index, word):
    return any(f"// {word}:" in line for line in lines[max(0, index - 3):index + 1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="print each place")
    parser.add_argument("--at", metavar="REV", help="count at a commit")
    options = parser.parse_args()

    places = {"sleeps": [], "growing pauses and retries": [], "waits with a limit": [], "either-outcome assertions": [],
              "allowed either-outcome assertions": [], "assertions on elapsed time": []}
    faults = []
    for name, lines in files(options.at):
        for index, line in enumerate(lines):
            place = f"{name}:{index + 1}: {line.strip()[:110]}"
            code = line.split("//")[0]
            if found := SLEEP.search(code):
                places["sleeps"].append(place)
                length = seconds(found[1])
                if length is None or length > LONGEST:
                    faults.append(f"a sleep above 20 ms, or of unknown length: {place}")
                elif not is_explained(lines, index, "Sleeps"):
                    faults.append(f"a sleep without a comment `// Sleeps: `: {place}")
            if GROWING.search(code):
                places["growing pauses and retries"].append(place)
                faults.append(f"a growing pause or a retry: {place}")
            if LIMITED.search(code):
                places["waits with a limit"].append(place)
                faults.append(f"a wait with a limit of its own: {place}")
            if KINDS.search(code):
                if any(part in name for part in ALLOWED):
                    places["allowed either-outcome assertions"].append(place)
                else:
                    places["either-outcome assertions"].append(place)
                    faults.append(f"an assertion that accepts several kinds of errors: {place}")
            if ELAPSED.search(code):
                places["assertions on elapsed time"].append(place)
                if not is_explained(lines, index, "Measures"):
                    faults.append(f"an assertion on elapsed time without a comment `// Measures: `: {place}")
    if len(places["sleeps"]) > MOST_SLEEPS:
        faults.append(f"{len(places['sleeps'])} sleeps, where {MOST_SLEEPS} are allowed")

    for what, found in places.items():
        print(f"{len(found):4d} {what}")
        if options.list:
            print("".join(f"       {place}\n" for place in found), end="")
    if options.at:
        return
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
