#!/usr/bin/env python3
"""Prints the instructions per operation that callgrind counted for two sides of a workload.

    instructions.py WORKLOAD OPERATIONS FLOOR OURS [--json | --parts]

FLOOR and OURS are callgrind's files. Functions are told apart by what they belong to, and those of ours that take the most are
listed; with --parts, summed by what they do for an execution, as Benchmarks/Parts.txt says.
"""
import json
import pathlib
import re
import subprocess
import sys

LISTED = 100
# A processor fetches code by lines, and finds it by pages.
LINE, PAGE = 64, 4096
PARTS = pathlib.Path(__file__).parents[2] / "Benchmarks" / "Parts.txt"

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


def touched(path, operations):
    """How many lines and pages of code most operations run through."""
    lines, pages, place, library, is_call = set(), set(), 0, "", False
    names = {}
    with open(path) as file:
        for line in file:
            if line.startswith(("ob=", "cob=")):
                number, _, name = line[line.index("=") + 1:].rstrip().partition(" ")
                if name:
                    names[number] = name
                if line.startswith("ob="):
                    library = names.get(number, number)
            elif line.startswith("calls="):
                # What is called counts on the next line; it is found again by itself.
                is_call = True
            elif match := re.match(r"(0x[\da-f]+|\+\d+|-\d+|\*) \S+(?: (\d+))?$", line):
                step = match[1]
                place = int(step, 16) if step.startswith("0x") else place + (0 if step == "*" else int(step))
                if not is_call and int(match[2] or 0) * 2 >= operations:
                    lines.add((library, place // LINE))
                    pages.add((library, place // PAGE))
                is_call = False
    return len(lines), len(pages)


def parts(functions, operations):
    """What ORDA's functions do for an execution: the first part one of whose patterns is found in a function's name."""
    wanted = []
    for line in PARTS.read_text().splitlines():
        if line.startswith("["):
            wanted.append((line.strip("[]"), []))
        elif line and not line.startswith("#"):
            wanted[-1][1].append(re.compile(line))
    keys = list(functions)
    sums = {name: 0 for name, _ in wanted} | {"the rest": 0}
    for key, name in zip(keys, demangled([function for function, _ in keys])):
        named = f"{name} [{key[1].rpartition('/')[2]}]"
        part = next((part for part, patterns in wanted if any(pattern.search(named) for pattern in patterns)), "the rest")
        sums[part] += functions[key] / operations
    return sums


def grouped(functions):
    sums = dict.fromkeys(GROUPS, 0)
    for (function, library), count in functions.items():
        sums[group(function, library)] += count
    return sums


def main():
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    workload, operations = arguments[0], int(arguments[1])
    floor, ours = read(arguments[2]), read(arguments[3])
    total = [sum(side.values()) / operations for side in (floor, ours)]
    code = [touched(path, operations) for path in arguments[2:4]]
    if "--json" in sys.argv:
        print(json.dumps({
            "workload": workload, "floor_instructions": round(total[0], 1), "ours_instructions": round(total[1], 1),
            "ours_over_floor": round(total[1] / total[0], 3), "floor_code_lines": code[0][0], "ours_code_lines": code[1][0],
            "floor_code_pages": code[0][1], "ours_code_pages": code[1][1]}))
        return
    print(f"\n{workload}: instructions of one operation\n")
    print(f"{'':32}{'C':>12}{'ORDA':>12}")
    print(f"{'all':32}{total[0]:>12,.0f}{total[1]:>12,.0f}   {total[1] / total[0]:.2f} of C's")
    sums = [grouped(side) for side in (floor, ours)]
    for name in GROUPS:
        print(f"  {name:30}{sums[0][name] / operations:>12,.0f}{sums[1][name] / operations:>12,.0f}")
    for number, name in enumerate([f"lines of code, of {LINE} bytes", "pages of code, of 4 KiB"]):
        print(f"{name:32}{code[0][number]:>12,}{code[1][number]:>12,}")
    if "--parts" in sys.argv:
        print("\nORDA's by what they do:\n")
        for name, count in parts(ours, operations).items():
            if count >= 0.5:
                print(f"{count:>10,.0f}  {name}")
        return
    most = sorted((item for item in ours.items() if group(*item[0]) != GROUPS[0]), key=lambda item: -item[1])[:LISTED]
    print("\nORDA's by function, without what they call:\n")
    for name, (_, count) in zip(demangled([function for (function, _), _ in most]), most):
        print(f"{count / operations:>10,.1f}  {name[:140]}")


if __name__ == "__main__":
    main()
