"""The suite "serve": `orda serve` beside a bare server, Datasette and sqlite-web. Scripts/bench.sh serve runs it.

Usage: serve.py [--quick] [--json] [--filter TEXT]
"""

import argparse
import os
import sys
import tempfile

import data
import report
import servers
import workloads


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bench.sh serve")
    parser.add_argument("--quick", action="store_true", help="fewer rows, and three rounds each")
    parser.add_argument("--json", action="store_true", help="one JSON object a workload, and nothing else")
    parser.add_argument("--filter", default="", help="only the workloads whose name contains this text")
    parser.add_argument("--beside-others", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    wanted = [run for name, run in workloads.ALL.items() if options.filter in name]
    if not wanted and options.beside_others:
        return
    if not wanted:
        sys.exit(f"No workload's name contains '{options.filter}'.")
    scale = workloads.Scale(options.quick)
    with tempfile.TemporaryDirectory(prefix="orda-serve.") as folder:
        path = os.path.join(folder, "music.db")
        data.make(path, scale.rows)
        told = report.JSONLines() if options.json else report.Table()
        missed = 0
        for run in wanted:
            line = run(scale, path)
            missed += line.is_met is False
            told.add(line)
    if missed and not options.json:
        print(f"{missed} missed.")


try:
    main()
except servers.Failure as failure:
    sys.exit(f"serve: {failure}")
