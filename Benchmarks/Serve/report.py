"""How the figures are told, like those of the other suites."""

import json
import statistics

PEERS = ["Datasette", "sqlite-web"]


class Line:
    """The figures of a workload: for each side those of all rounds.

    A target is the most that `orda serve` may take as a multiple of the floor; where `limit` says so, beyond it; and the most as a
    multiple of Datasette.
    """

    def __init__(self, name, note, target=None, limit=None, ahead=None, digits=2):
        self.name, self.note, self.digits = name, note, digits
        self.target, self.limit, self.ahead = target, limit, ahead
        self.rounds = {side: [] for side in ["floor", "ours", *PEERS]}

    def add(self, side, figure):
        self.rounds[side].append(figure)

    def figure(self, side):
        return statistics.median(self.rounds[side]) if self.rounds[side] else None

    def ratio(self, side):
        """The median of the rounds' own ratios."""
        pairs = [(ours, other) for ours, other in zip(self.rounds["ours"], self.rounds[side]) if other]
        return statistics.median(ours / other for ours, other in pairs) if pairs else None

    @property
    def is_met(self):
        met = []
        if self.target is not None and self.ratio("floor") is not None:
            met.append(self.ratio("floor") <= self.target)
        if self.limit is not None and self.figure("ours") is not None:
            met.append(self.figure("ours") - (self.figure("floor") or 0) <= self.limit)
        if self.ahead is not None and self.ratio("Datasette") is not None:
            met.append(self.ratio("Datasette") <= self.ahead)
        return all(met) if met else None

    def json(self):
        peers = [(self.ratio(peer), peer) for peer in PEERS if self.ratio(peer) is not None]
        ratio, peer = max(peers, default=(None, None))
        rounded = lambda value: None if value is None else round(value, 4)
        return json.dumps(
            {
                "workload": self.name, "ours_ms": rounded(self.figure("ours")), "floor_ms": rounded(self.figure("floor")),
                "peer_ms": rounded(self.figure(peer)) if peer else None, "ours_over_floor": rounded(self.ratio("floor")),
                "ours_over_peer": rounded(ratio), "peer": peer,
            },
            separators=(",", ":"),
        )

    def cells(self):
        shown = lambda value: "-" if value is None else f"{value:.{self.digits}f}"
        ratio = lambda value: "-" if value is None else f"{value:.2f}"
        beyond = "+" if self.rounds["floor"] else ""
        wanted = [f"{self.target:.2f}" if self.target is not None else "", f"{beyond}{self.limit:g}" if self.limit is not None else ""]
        met = {None: "", True: "yes", False: "NO"}[self.is_met]
        return [
            *(shown(self.figure(side)) for side in ["floor", "ours", *PEERS]), ratio(self.ratio("floor")), "".join(wanted), met,
            *(ratio(self.ratio(peer)) for peer in PEERS),
        ]


class Table:
    TITLES = ["floor", "ours", *PEERS, "ours/floor", "target", "met", *(f"ours/{peer}" for peer in PEERS)]
    NAME = 52

    def __init__(self):
        print("orda serve beside Hummingbird alone, Datasette and sqlite-web. Times in ms.")
        print(self.row("workload", self.TITLES))

    def row(self, name, cells, note=""):
        widths = [max(len(title), 3 if title == "met" else 8) for title in self.TITLES]
        return name.ljust(self.NAME) + " ".join(cell.rjust(width) for cell, width in zip(cells, widths)) + note

    def add(self, line):
        print(self.row(line.name, line.cells(), "  " + line.note), flush=True)


class JSONLines:
    def add(self, line):
        print(line.json(), flush=True)
