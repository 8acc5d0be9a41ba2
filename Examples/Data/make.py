#!/usr/bin/env python3
"""Makes elements.csv and isotopes.csv from the Python package `periodictable`, version 2.1.0 (public domain).

    python3 -m venv /tmp/elements && /tmp/elements/bin/pip install periodictable==2.1.0
    /tmp/elements/bin/python Examples/Data/make.py

Every number comes from the package's own tables, as text: no digit is added, dropped or rounded. The package reads
those tables as floating-point numbers; here they are read as exact decimals, and compared with the package's.
"""

import csv
import re
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path

import periodictable
from periodictable import density, mass

VERSION = "2.1.0"
FOLDER = Path(__file__).parent


def plain(number: Decimal) -> str:
    """The number's digits without an exponent."""
    return format(number, "f")


def measured(text: str) -> tuple[str, str]:
    """'1.0080(2)' is 1.0080 give or take 0.0002; '207.2(1.1)' gives the 1.1 outright; '1' has no uncertainty."""
    match = re.fullmatch(r"(\d+(?:\.(\d+))?)(?:\(([\d.]+)\))?#?", text)
    if match is None:
        raise ValueError(f"not a number with an uncertainty: {text}")
    value, decimals, uncertainty = match.groups()
    if uncertainty is None:
        return value, ""
    if "." in uncertainty:
        return value, uncertainty
    return value, plain(Decimal(uncertainty).scaleb(-len(decimals or "")))


def interval(texts: list[str]) -> tuple[str, str]:
    """The first of '[low,high]' among the texts, or nothing."""
    for text in texts:
        match = re.fullmatch(r"\[([\d.]+),([\d.]+)\]", text)
        if match:
            return match.group(1), match.group(2)
    return "", ""


def percent(fraction: str) -> str:
    """A fraction of one as a percentage, by moving the point."""
    return plain(Decimal(fraction).scaleb(2)) if fraction else ""


def weights() -> dict[int, tuple[str, str, str, str]]:
    """Atomic number to weight, uncertainty, lowest and highest weight found in nature."""
    table = {}
    for line in mass.element_mass.split("\n"):
        number, _, _, weight, *rest = line.split()
        table[int(number)] = measured(weight) + interval(rest)
    return table


def abundances() -> dict[tuple[int, int], tuple[str, str, str, str]]:
    """Atomic and mass number to abundance, uncertainty, lowest and highest abundance, all in percent.

    Where the package gives an interval alone, the abundance is its middle: it is what the package takes, too, before
    it scales the sum of an element's isotopes to 100 %, which is not done here.
    """
    table = {}
    number = 0
    for line in mass.isotope_abundance.split("\n"):
        first, *rest = line.split()
        if line[0] not in " \t":
            number = int(first)
            continue
        low, high = interval(rest)
        if rest[0].startswith("["):
            value, uncertainty = plain((Decimal(low) + Decimal(high)) / 2), ""
        else:
            value, uncertainty = measured(rest[0])
        table[number, int(first)] = (percent(value), percent(uncertainty), percent(low), percent(high))
    return table


def write(name: str, header: list[str], rows: list[list[object]]) -> None:
    with open(FOLDER / name, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
    print(f"{name}: {len(rows)} rows")


def main() -> None:
    if version("periodictable") != VERSION:
        raise SystemExit(f"periodictable {VERSION} is needed, {version('periodictable')} is installed")

    weight_of, abundance_of = weights(), abundances()
    elements = []
    for element in periodictable.elements:
        if element.number == 0:
            continue  # the bare neutron
        weight = weight_of.get(element.number, ("", "", "", ""))
        if weight[0]:
            assert abs(float(weight[0]) - element.mass) < 1e-9, element
        grams = density.element_densities.get(element.symbol)
        grams = grams[0] if isinstance(grams, tuple) else grams
        elements.append(
            [element.number, element.symbol, element.name.capitalize(), *weight, "" if grams is None else repr(grams)]
        )
    assert len(elements) == 118

    isotopes = []
    for line in mass.isotope_mass.split("\n"):
        name, weight, _, _ = re.split(r",(?![^\[]*\])", line)
        number, _, nucleons = name.split("-")
        key = int(number), int(nucleons)
        value, uncertainty = measured(weight)
        isotope = periodictable.elements[key[0]][key[1]]
        abundance = abundance_of.pop(key, ("", "", "", ""))
        assert abs(float(value) - isotope.mass) < 1e-9, name
        # The package reads the table of abundances up to its last element, uranium, and forgets to store that one.
        assert key[0] == 92 or abs(float(abundance[0] or "0") - isotope.abundance) < 0.1, name
        isotopes.append([*key, value, uncertainty, int(weight.endswith("#")), *abundance])
    assert not abundance_of, f"abundances of unknown isotopes: {abundance_of}"
    assert len({(row[0], row[1]) for row in isotopes}) == len(isotopes)

    write(
        "elements.csv",
        ["number", "symbol", "name", "weight", "weight_uncertainty", "weight_low", "weight_high", "density"],
        elements,
    )
    write(
        "isotopes.csv",
        [
            "element", "nucleons", "mass", "mass_uncertainty", "estimated",
            "abundance", "abundance_uncertainty", "abundance_low", "abundance_high",
        ],
        isotopes,
    )


if __name__ == "__main__":
    main()
