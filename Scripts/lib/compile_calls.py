#!/usr/bin/env python3
"""Prints how long the compiler takes for a file of calls of `Statement.execute`, with values and with lists of the same.

    compile_calls.py MODULES FOLDER [--json]

MODULES is where ORDA's compiled module lies, FOLDER a folder for what is made. There are 500 calls of one to ten values, as often an
Int as a String, a Double or a Bool, in functions of ten calls. The same file is made in each run. A list is `Parameters`, of
values that the compiler does not tell apart by type: the floor. The sides take turns, five times after one that does not count, and
a ratio is the median of the turns' own.
"""
import json
import os
import random
import resource
import statistics
import subprocess
import sys

CALLS, FUNCTION, ROUNDS = 500, 10, 5
TYPES = {"Int": "i", "String": "s", "Double": "d", "Bool": "b"}
WAYS = {"checked": ["-typecheck"], "compiled, -Onone": ["-Onone", "-c"], "compiled, -O": ["-O", "-wmo", "-c"]}


def combinations():
    chance = random.Random(1)
    return [[chance.choice(list(TYPES)) for _ in range(chance.randint(1, 10))] for _ in range(CALLS)]


def source(calls, as_list):
    lines = ["import ORDA", ""]
    parameters = ", ".join(f"_ {name}: {kind}" for kind, name in TYPES.items())
    for start in range(0, len(calls), FUNCTION):
        lines.append(f"public func calls{start}(_ statement: any Statement, {parameters}) throws {{")
        for kinds in calls[start:start + FUNCTION]:
            values = ", ".join(TYPES[kind] for kind in kinds)
            lines.append(f"  try statement.execute({f'[{values}]' if as_list else values})")
        lines.append("}")
    return "\n".join(lines) + "\n"


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    arguments = sys.argv[1:]
    modules, folder = arguments[:2]
    calls = combinations()
    files = {}
    for side in ["floor", "ours"]:
        files[side] = os.path.join(folder, side + ".swift")
        with open(files[side], "w") as file:
            file.write(source(calls, as_list=side == "floor"))
    found = []
    for way, how in WAYS.items():
        times = {"floor": [], "ours": []}
        for number in range(ROUNDS + 1):
            for side, path in files.items():
                output = [] if "-typecheck" in how else ["-o", os.path.join(folder, side + ".o")]
                # As a library, so that what it defines is compiled.
                time = seconds(["swiftc", "-parse-as-library", *how, "-I", modules, path, *output])
                if number > 0:
                    times[side].append(time)
        floor, ours = (statistics.median(times[side]) * 1000 for side in ["floor", "ours"])
        ratio = statistics.median(one / other for one, other in zip(times["ours"], times["floor"]))
        found.append({"workload": f"{CALLS} calls {way}", "ours_ms": round(ours, 1), "floor_ms": round(floor, 1), "peer_ms": None,
                      "ours_over_floor": round(ratio, 3), "ours_over_peer": None, "peer": None})
    if "--json" in arguments:
        for line in found:
            print(json.dumps(line))
        return
    different = len({tuple(kinds) for kinds in calls})
    print(f"The compiler: {CALLS} calls with {different} combinations of types, beside lists of the same values. Processor time in ms.")
    print(f"{'workload':30}{'lists':>10}{'values':>10}{'values/lists':>14}")
    for line in found:
        print(f"{line['workload']:30}{line['floor_ms']:>10.0f}{line['ours_ms']:>10.0f}{line['ours_over_floor']:>14.2f}")


if __name__ == "__main__":
    main()
