#!/usr/bin/env python3
"""Prints the instructions per operation that callgrind counted for two sides of a workload.

    instructions.py WORKLOAD OPERATIONS FLOOR OURS [--json]

FLOOR and OURS are callgrind's files. Functions are told apart by what they belong to, and those of ours that take the most are
listed.
"""
import json
import re
import subprocess
import sys

LISTED = 100

GROUPS = ["the database's library", "ORDA", "retain and release", "looking for conformances", "the rest of Swift's runtime",
          "memory and locks", "loading"]

# What belongs to Swift's runtime where it is a part of the program.
RUNTIME = r"_?_?swift(_|::|Dispatch)|\(anonymous namespace\)|std::|operator (new|delete)|(void |bool )?swift::"


def group(function, library):
    if re.search(r"sqlite3|libpq", library) or function.startswith("sqlite3"):
        return GROUPS[0]
    if "/ld-" in library:
        return "loading"
    if re.search(r"/lib(c|pthread|m)[.-]|vgpreload", library):
        return "memory and locks"
    if "libswift" in library or "libdispatch" in library or re.match(RUNTIME, function):
        if re.search(r"[Cc]onform(sTo|ance)", function):
            return "looking for conformances"
        counts = re.match(r"_?swift_(bridgeObject|unknownObject)?(retain|release)|swift::.*(Retain|Release|RefCount)", function, re.I)
        return "retain and release" if counts else "the rest of Swift's runtime"
    return "ORDA"


def demangled(names):
    out = subprocess.run(["swift", "demangle", "--compact"], input="\n".join(names), capture_output=True, text=True)
    return out.stdout.splitlines() if out.returncode == 0 else names


def read(path):
    """The instructions of each function, as (function, library)."""
    out = subprocess.run(["callgrind_annotate", "--threshold=100", path], capture_output=True, text=True, check=True)
    found = {}
    for line in out.stdout.splitlines():
        match = re.match(r"\s*([\d,]+) \([ \d.]+%\)\s+[^:]*:(.+?)(?: \[(.*)\])?$", line)
        if match:
            key = (match[2], match[3] or "")
            found[key] = found.get(key, 0) + int(match[1].replace(",", ""))
    return found


def grouped(functions):
    sums = dict.fromkeys(GROUPS, 0)
    for (function, library), count in functions.items():
        sums[group(function, library)] += count
    return sums


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--json"]
    workload, operations = arguments[0], int(arguments[1])
    floor, ours = read(arguments[2]), read(arguments[3])
    total = [sum(side.values()) / operations for side in (floor, ours)]
    if "--json" in sys.argv:
        print(json.dumps({
            "workload": workload, "floor_instructions": round(total[0], 1), "ours_instructions": round(total[1], 1),
            "ours_over_floor": round(total[1] / total[0], 3)}))
        return
    print(f"\n{workload}: instructions of one operation\n")
    print(f"{'':32}{'C':>10}{'ORDA':>10}")
    print(f"{'all':32}{total[0]:>10,.0f}{total[1]:>10,.0f}   {total[1] / total[0]:.2f} of C's")
    sums = [grouped(side) for side in (floor, ours)]
    for name in GROUPS:
        print(f"  {name:30}{sums[0][name] / operations:>10,.0f}{sums[1][name] / operations:>10,.0f}")
    most = sorted((item for item in ours.items() if group(*item[0]) != GROUPS[0]), key=lambda item: -item[1])[:LISTED]
    print("\nORDA's by function, without what they call:\n")
    for name, (_, count) in zip(demangled([function for (function, _), _ in most]), most):
        print(f"{count / operations:>10,.1f}  {name[:140]}")


if __name__ == "__main__":
    main()
