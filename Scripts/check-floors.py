#!/usr/bin/env python3
"""Checks that the folders of a source tree stand on each other like the floors of a house: none knows what is above it.

    Scripts/check-floors.py                  every house of Scripts/floors
    Scripts/check-floors.py core             one of them
    Scripts/check-floors.py core --arrows    also which folder uses which others
    Scripts/check-floors.py core --of Pool   also what a folder uses, and who uses it, file by file

A house is a file Scripts/floors/NAME.txt. Its first line is the tree's folder, as seen from the package's root. Each line
below it is a floor, the ground floor first: a folder of the tree, or several that do not know each other, with blanks
between. A folder within a folder may be named too and has a floor of its own then; else its files count as those of the
folder around it. `.` stands for the files that lie in none. What follows a `#` is a comment.

    Sources/ORDA
    Concurrency
    Errors          # and so on, up to the roof

A type, or a function outside of types, belongs to the folder whose file declares it, and a file uses what it names. A
folder may use what is declared on the floors below its own; whoever names something of his own floor's other folders, or
of a floor above, is told of. So is a folder that has no floor, and a name in the list that is no folder.

It reads texts and not a compiler's index. Comments and strings are left out, a name after a dot is a member of what stands
before it, and what a file declares for itself alone, or inside a type, is its own. What an extension adds to a type is not
seen, so that it may lie on any floor above the type's.
"""
import argparse
import re
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLANS = ROOT / "Scripts" / "floors"

NOT_CODE = re.compile(r'"""(?:.|\n)*?"""|//[^\n]*|/\*(?:.|\n)*?\*/|"(?:\\.|[^"\\\n])*"')
DECLARATION = re.compile(
    r"^(?P<indent>[ \t]*)(?:@\S+\s+)*(?P<modifiers>(?:[a-z]+(?:\([^)\n]*\))?\s+)*?)"
    r"(?:struct|class|enum|protocol|actor|typealias|associatedtype|func)\s+(?P<name>[A-Za-z]\w*)",
    re.MULTILINE,
)
# A type's name, or that of a function that is called.
NAME = re.compile(r"(?<![\w.])(?:[A-Z]\w+|[a-z]\w*(?=\())")


@dataclass
class House:
    """A source tree, and the plan of its floors."""

    name: str
    tree: Path
    floors: dict[str, int] = field(default_factory=dict)

    @classmethod
    def read(cls, plan):
        lines = [line.split("#")[0].split() for line in plan.read_text(encoding="utf-8").splitlines()]
        lines = [line for line in lines if line]
        if not lines or len(lines[0]) != 1:
            sys.exit(f"{plan}: the first line is to name the tree's folder")
        house = cls(plan.stem, ROOT / lines[0][0])
        for number, folders in enumerate(lines[1:]):
            for folder in folders:
                if folder in house.floors:
                    sys.exit(f"{plan}: {folder} stands on two floors")
                house.floors[folder] = number
        return house

    def folder(self, path):
        """The folder that a file counts for: the innermost that has a floor, else the outermost around it."""
        around = [str(parent) for parent in path.relative_to(self.tree).parents]
        return next((folder for folder in around if folder in self.floors), around[max(len(around) - 2, 0)])


@dataclass(frozen=True, order=True)
class Use:
    """A file of a folder names a type, or a function, of another."""

    here: str
    there: str
    name: str
    path: Path


def uses_between_folders(house):
    """The folders that have files, and each use between two of them."""
    texts = {path: NOT_CODE.sub(" ", path.read_text(encoding="utf-8")) for path in sorted(house.tree.rglob("*.swift"))}
    owners, own_names = {}, defaultdict(set)
    for path, text in texts.items():
        for found in DECLARATION.finditer(text):
            if found["indent"] or "private" in found["modifiers"]:
                own_names[path].add(found["name"])
            else:
                owners[found["name"]] = house.folder(path)
    uses = []
    for path, text in texts.items():
        here = house.folder(path)
        for name in set(NAME.findall(text)) - own_names[path]:
            if owners.get(name, here) != here:
                uses.append(Use(here, owners[name], name, path))
    return {house.folder(path) for path in texts}, sorted(uses)


def faults(house, folders, uses):
    """What contradicts the plan, a line each."""
    for folder in sorted(folders - house.floors.keys()):
        yield f"{folder} has no floor"
    for folder in sorted(house.floors.keys() - folders):
        yield f"{folder} has a floor, and no file"
    for use in uses:
        here, there = house.floors.get(use.here), house.floors.get(use.there)
        if here is not None and there is not None and here <= there:
            way = "up to" if here < there else "across to"
            yield f"{use.path.relative_to(ROOT)} reaches {way} {use.there}: {use.name}"


def arrows(house, folders, uses):
    """Which folder uses which others, a line each, the roof first."""
    for folder in sorted(folders, key=lambda folder: -house.floors.get(folder, -1)):
        used = {use.there for use in uses if use.here == folder}
        yield f"{folder} -> {', '.join(sorted(used, key=lambda name: -house.floors.get(name, -1))) or 'nothing'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("houses", nargs="*", metavar="HOUSE", help="names of plans in Scripts/floors; all by default")
    parser.add_argument("--arrows", action="store_true", help="print which folder uses which others")
    parser.add_argument("--of", metavar="FOLDER", help="print what a folder uses, and who uses it")
    options = parser.parse_args()

    plans = [PLANS / f"{name}.txt" for name in options.houses] or sorted(PLANS.glob("*.txt"))
    count = 0
    for plan in plans:
        if not plan.is_file():
            sys.exit(f"there is no {plan.relative_to(ROOT)}")
        house = House.read(plan)
        folders, uses = uses_between_folders(house)
        if options.arrows:
            print("\n".join(arrows(house, folders, uses)))
        for use in uses:
            if options.of in (use.here, use.there):
                print(f"{use.here} -> {use.there}: {use.name} ({use.path.name})")
        found = list(faults(house, folders, uses))
        print("\n".join(found + [f"{house.name}: {len(folders)} folders, {len(found)} faults"]))
        count += len(found)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
