#!/usr/bin/env python3
"""Prints what several runs of a suite have found, each with the program linked anew: the median, the least and the greatest.

    layouts.py FILE... [--json]

A file is what a run printed with --json: an object a line.
"""
import json
import statistics
import sys


def median(runs, key):
    values = [run[key] for run in runs if run.get(key) is not None]
    return round(statistics.median(values), 3) if values else None


def main():
    runs = {}
    for path in sys.argv[1:]:
        if path == "--json":
            continue
        with open(path) as lines:
            for line in lines:
                run = json.loads(line)
                runs.setdefault(run["workload"], []).append(run)
    if "--json" in sys.argv:
        for workload, found in runs.items():
            keys = ["ours_ms", "floor_ms", "peer_ms", "ours_over_floor", "ours_over_peer"]
            print(json.dumps({"workload": workload, **{key: median(found, key) for key in keys}, "peer": found[0].get("peer")}))
        return
    print(f"{'workload':26}{'layouts':>8}{'ours/floor':>12}{'least':>8}{'greatest':>10}{'ours/peer':>11}")
    for workload, found in runs.items():
        ratios = [run["ours_over_floor"] for run in found if run.get("ours_over_floor") is not None]
        if not ratios:
            continue
        peer = median(found, "ours_over_peer")
        print(f"{workload:26}{len(found):>8}{statistics.median(ratios):>12.2f}{min(ratios):>8.2f}{max(ratios):>10.2f}"
              f"{'' if peer is None else f'{peer:.2f}':>11}")


if __name__ == "__main__":
    main()
