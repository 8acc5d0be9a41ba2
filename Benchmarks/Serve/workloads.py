"""What is measured."""

import contextlib
import json
import os
import random
import re
import selectors
import socket
import statistics
import subprocess
import sys
import threading
import time

import browser
import data
import servers
from report import Line

HERE = os.path.dirname(os.path.abspath(__file__))


class Scale:
    def __init__(self, quick):
        self.rows = 100_000 if quick else 1_000_000
        # Of ten thousand pages the last one is the ten-thousandth.
        self.page = self.rows // 10_000
        self.rounds = 3 if quick else 5
        self.load = 2 if quick else 6
        self.requests = 20 if quick else 100
        self.commits = 10 if quick else 30
        self.writing = 6 if quick else 20


@contextlib.contextmanager
def sides(path, rows):
    """All servers at once: each is idle while another one is asked."""
    with contextlib.ExitStack() as stack:
        all = {"floor": servers.floor(), "ours": servers.orda("sqlite:" + path)}
        if servers.PEERS:
            all |= {"Datasette": servers.datasette(path), "sqlite-web": servers.sqlite_web(path, rows)}
        for server in all.values():
            stack.enter_context(server)
        yield all


# What Datasette needs no time for, as what it could leave out: the number of rows, and what columns have few values.
DATASETTE = "/music/track.json?_shape=arrays&_nocount=1&_nofacet=1&_nosuggest=1"
QUERY = "sql=SELECT+*+FROM+track+WHERE+id+%3E+{key}+ORDER+BY+id+LIMIT+{rows}&export_json=1"


def addresses(rows, size):
    """For each side the path of a page behind a key, and what is posted for it."""
    return {
        "floor": (f"/bytes/{size}", None),
        "ours": (f"/api/tables/track?rows={rows}&after=i{{key}}", None),
        "Datasette": (f"{DATASETTE}&_size={rows}&_next={{key}}", None),
        "sqlite-web": ("/track/query/", QUERY.replace("{rows}", str(rows))),
    }


def load(server, address, rows, pages, seconds):
    """Milliseconds a request while eight connections ask one after another."""
    path, body = address
    environment = {**os.environ, "SERVE_PATH": path, "SERVE_ROWS": str(rows), "SERVE_PAGES": str(pages)}
    environment["SERVE_AUTHORIZATION"] = server.headers.get("Authorization", "none")
    if body:
        environment["SERVE_BODY"] = body
    command = ["wrk", "--threads", "1", "--connections", "8", "--duration", f"{seconds}s", "--timeout", "30s"]
    command += ["--script", os.path.join(HERE, "page.lua"), f"http://127.0.0.1:{server.port}"]
    output = subprocess.check_output(command, env=environment, text=True)
    told = json.loads(output.strip().splitlines()[-1])
    if told["failed"] or not told["requests"]:
        raise servers.Failure(f"{path}: {told['failed']} of {told['requests']} requests failed\n{output}")
    return told["microseconds"] / 1000 / told["requests"]


def checked(all, rows):
    """The bytes of our page, after all sides were asked for the same rows."""
    path, _ = addresses(rows, 0)["ours"]
    text = all["ours"].get(path.replace("{key}", "5000"))
    ours = json.loads(text)["rows"]
    expected = [list(row) for row in data.rows_of_tracks(5000 + rows)][5000:]
    if ours != expected:
        raise servers.Failure(f"the page is not what is stored: {ours[:1]}")
    if "Datasette" in all:
        path, _ = addresses(rows, 0)["Datasette"]
        if json.loads(all["Datasette"].get(path.replace("{key}", "5000")))["rows"] != expected:
            raise servers.Failure("Datasette's page is another one")
        path, body = addresses(rows, 0)["sqlite-web"]
        found = json.loads(all["sqlite-web"].ask("POST", path, body.replace("{key}", "5000")))
        if [list(row.values()) for row in found] != expected:
            raise servers.Failure("sqlite-web's page is another one")
    return len(text)


def pages(scale, path):
    """Pages as JSON, each behind another key: as many as can be had."""
    line = Line("a page of 100 rows as JSON", "wall, 8 connections", target=2.5, ahead=0.1, digits=3)
    rows = 100
    with sides(path, rows) as all:
        size = checked(all, rows)
        for round in range(scale.rounds + 1):
            for side, server in all.items():
                figure = load(server, addresses(rows, size)[side], rows, scale.rows // rows, scale.load if round else 1)
                # The first one only warms up.
                if round:
                    line.add(side, figure)
    return line


def far(scale, path):
    """A page far behind, where the floor is the first page of the same server."""
    line = Line("page 10,000, over page 1", "wall, a request", target=1.2, digits=3)
    peers = {"Datasette": "Datasette", "sqlite-web": "sqlite-web"}
    with sides(path, scale.page) as all:
        size = checked(all, scale.page)
        for round in range(scale.rounds + 1):
            for side in ["ours", *peers]:
                if side not in all:
                    continue
                where = addresses(scale.page, size)[side]
                first, last = alternately(all[side], where, scale, 10 if not round else scale.requests)
                if round and side == "ours":
                    line.add("floor", first)
                if round:
                    line.add(side, last)
    return line


def alternately(server, address, scale, count):
    """The medians of single requests for the first and for the last page."""
    connection = server.connection()
    times = ([], [])
    path, body = address
    for _ in range(count):
        for place, key in enumerate(["0", str(9_999 * scale.page)]):
            begin = time.monotonic_ns()
            server.ask("POST" if body else "GET", path.replace("{key}", key), body and body.replace("{key}", key), connection)
            times[place].append((time.monotonic_ns() - begin) / 1e6)
    connection.close()
    return statistics.median(times[0]), statistics.median(times[1])


def ticks(server, count):
    """How long the events of a timer take."""
    answer = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    answer.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    times = []
    with answer.makefile("rb") as lines:
        while len(times) < count + 1:
            line = lines.readline()
            if line.startswith(b"data: "):
                times.append((time.time_ns() - int(line[6:])) / 1e6)
    answer.close()
    return statistics.median(times[1:])


def heard(stream, writer, numbers, chance):
    """How long it takes from before a statement is sent until its text is in the stream."""
    times = []
    for number in numbers:
        # A page is told 25 times a second at most: commits that are further apart don't wait for that.
        time.sleep(chance.uniform(0.06, 0.16))
        mark = f"{data.MARK}{number}.".encode()
        begin = time.monotonic_ns()
        writer.commit(number)
        while mark not in stream.line():
            pass
        times.append((time.monotonic_ns() - begin) / 1e6)
    return statistics.median(times)


def latency(name, scale, url, writer):
    line = Line(name, "wall", limit=50)
    chance = random.Random(1)
    with servers.floor() as floor, servers.orda(url) as ours, data.closing(writer):
        stream = servers.Stream(ours, data.PAGE)
        numbers = iter(range(1, 1 << 30))
        for round in range(scale.rounds + 1):
            count = scale.commits if round else 3
            told = ticks(floor, count)
            taken = heard(stream, writer, [next(numbers) for _ in range(count)], chance)
            if round:
                line.add("floor", told)
                line.add("ours", taken)
        stream.close()
    return line


def ticks_shown(browser, server, count):
    """How long the events of a timer take into the document of a page."""
    browser.open(server.address("/page"), "document.querySelector('#told').textContent !== ''")
    browser.shown()
    shown = []
    while len(shown) < count:
        time.sleep(0.1)
        shown += browser.shown()
    return statistics.median(at - int(text) / 1e6 for text, at in shown[:count])


def commits_shown(browser, server, writer, numbers, chance):
    """How long it takes from before a statement is sent until its text is in the page's document."""
    browser.open(server.address(data.PAGE), "document.querySelector('#live').textContent.startsWith('live')")
    times = []
    for number in numbers:
        # As in `heard`.
        time.sleep(chance.uniform(0.06, 0.16))
        begin = time.time_ns() / 1e6
        writer.commit(number)
        times.append(moment(browser, f"{data.MARK}{number}.") - begin)
    return statistics.median(times)


def moment(browser, mark):
    """When a text came into the page's document. The page is asked no earlier than it usually has it, and rarely."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        time.sleep(0.03)
        for text, at in browser.shown():
            if mark in text:
                return at
    raise servers.Failure(f"the page does not show {mark}")


def latency_in_page(name, scale, url, writer):
    line = Line(name, "wall, Chromium", limit=50)
    chance = random.Random(1)
    numbers = iter(range(1, 1 << 30))
    with servers.floor() as floor, servers.orda(url) as ours, data.closing(writer), browser.Browser() as chromium:
        # Opens with the token, and has the cookie from then on.
        chromium.driver.get(ours.url)
        for round in range(scale.rounds + 1):
            count = scale.commits if round else 3
            told = ticks_shown(chromium, floor, count)
            taken = commits_shown(chromium, ours, writer, [next(numbers) for _ in range(count)], chance)
            if round:
                line.add("floor", told)
                line.add("ours", taken)
    return line


def on_sqlite(path):
    return "sqlite:" + path, data.SQLiteWriter(path)


def on_mariadb(_):
    place, port = data.mariadb_place()
    if not place:
        raise servers.Failure("there is no MariaDB server: Scripts/bench.sh starts one")
    data.make_on_mariadb(place)
    return f"mariadb://root@127.0.0.1:{port}/music", data.ClientWriter(data.mariadb(place, "--unbuffered", "music"))


def on_postgresql(_):
    folder, port = data.postgresql_place()
    if not folder:
        raise servers.Failure("there is no PostgreSQL server: Scripts/bench.sh starts one")
    data.make_on_postgresql(folder, port)
    # As servers are set usually; the server of the suites writes its log later, and tells of no commit before.
    writer = data.ClientWriter(data.psql(folder, port, "music"), "SET synchronous_commit = on;\n")
    return f"postgresql://postgres@127.0.0.1:{port}/music?changes=log", writer


DATABASES = {"SQLite": on_sqlite, "MariaDB": on_mariadb, "PostgreSQL": on_postgresql}


def latencies():
    """For each database one in the stream, and, where there is a browser, one in the page's document."""
    found = {}
    for database, place in DATABASES.items():
        name = f"commit on {database}, in the page's stream"
        found[name] = lambda scale, path, name=name, place=place: latency(name, scale, *place(path))
        if browser.SELENIUM:
            name = f"commit on {database}, in the page's DOM"
            found[name] = lambda scale, path, name=name, place=place: latency_in_page(name, scale, *place(path))
    return found


RATE = 1000


def commits(path, seconds, length=20):
    """1,000 commits a second, by a process that ends when they are done."""
    command = [sys.executable, os.path.join(HERE, "writer.py"), path, str(RATE), str(seconds), str(length)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def done(writer, name):
    """How many commits there were."""
    count, seconds = writer.communicate()[0].split()
    rate = int(count) / float(seconds)
    if rate < RATE * 0.95:
        print(f"serve: {name}: only {rate:.0f} commits a second were to be had", file=sys.stderr)
    return int(count)


class Reading:
    """Reads what comes for many tabs, and looks at none of it."""

    def __init__(self, streams):
        self.bytes = 0
        self.selector = selectors.DefaultSelector()
        for stream in streams:
            stream.socket.setblocking(False)
            self.selector.register(stream.socket, selectors.EVENT_READ)
        self.isOver = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.isOver:
            for key, _ in self.selector.select(timeout=0.1):
                while data_read := self.read(key.fileobj):
                    self.bytes += data_read

    @staticmethod
    def read(source):
        try:
            return len(source.recv(1 << 18))
        except BlockingIOError:
            return 0

    def end(self):
        self.isOver = True
        self.thread.join()


def watched(path, tabs, seconds, memory=None):
    """Milliseconds of the server's processor time while so many tabs look on; `memory` gets the bytes that it has."""
    with servers.orda("sqlite:" + path) as server:
        streams = [servers.Stream(server, data.PAGE) for _ in range(tabs)]
        reading = Reading(streams)
        begin = server.processor()
        writer = commits(path, seconds)
        while writer.poll() is None:
            time.sleep(0.2)
            if memory is not None:
                memory.append(server.memory())
        done(writer, f"{tabs} tabs")
        time.sleep(0.2)
        used = (server.processor() - begin) * 1000
        reading.end()
        if not reading.bytes:
            raise servers.Failure("the tabs were told of nothing")
        for stream in streams:
            stream.close()
    return used


def tabs(scale, path):
    line = Line("100 tabs over 1, 1,000 commits a second", "processor, of the server", target=5)
    for _ in range(scale.rounds):
        line.add("floor", watched(path, 1, scale.writing / 2))
        line.add("ours", watched(path, 100, scale.writing / 2))
    return line


def memory(scale, path):
    """What the server has at the end, beside what it had in the second quarter."""
    line = Line("100 tabs: memory at the end, over the second quarter", "MB", target=1.1, digits=1)
    seen = []
    watched(path, 100, scale.writing * 2, seen)
    quarter = len(seen) // 4
    line.add("floor", max(seen[quarter : 2 * quarter]) / 1e6)
    line.add("ours", max(seen[3 * quarter :]) / 1e6)
    return line


def slow(scale, path):
    """A tab that reads nothing while there are commits: how many differences carry the second half of them."""
    line = Line("a tab that does not read: differences afterwards", "count", limit=1, digits=0)
    with servers.orda("sqlite:" + path) as server:
        other = servers.Stream(server, data.PAGE)
        # What the system keeps for it is little, so that it stands still soon.
        stream = servers.Stream(server, data.PAGE, buffer=4096)
        reading = Reading([other])
        # The system keeps some megabytes all the same: they are full before half of the time is over.
        count = done(commits(path, 20, length=180), "a slow tab")
        time.sleep(0.5)
        carried = []
        while not carried or carried[-1] < count:
            numbers = [int(number) for number in re.findall(rb"commit (\d+)\.", stream.line())]
            if numbers:
                carried.append(max(numbers))
        line.add("ours", sum(1 for number in carried if number > count / 2))
        line.note = f"count, for {count // 2:,} commits"
        reading.end()
        other.close()
        stream.close()
    return line


ALL = {
    "a page of 100 rows as JSON": pages,
    "page 10,000, over page 1": far,
    **latencies(),
    "100 tabs over 1, 1,000 commits a second": tabs,
    "100 tabs: memory at the end, over the second quarter": memory,
    "a tab that does not read: differences afterwards": slow,
}
