"""Databases by URL for Python, through `orda bridge`. Copy this file; it needs nothing but Python 3.9 and the command."""

import base64
import datetime
import decimal
import json
import math
import subprocess
import uuid
from contextlib import contextmanager
from itertools import islice


class Error(Exception):
    """What the database refused: `kind` is the same on every database, for example `constraint.unique`."""

    def __init__(self, facts):
        super().__init__(f"{facts['kind']}: {facts['message']}")
        self.__dict__.update(facts)

    def is_a(self, kind):
        """True for this kind and those nested in it."""
        return self.kind == kind or self.kind.startswith(kind + ".")


class Result(list):
    """The rows as tuples, with `columns`, `changed` and `last_id`."""

    def __init__(self, answer):
        super().__init__(tuple(row) for row in answer["rows"])
        self.columns = [column["name"] for column in answer["columns"]]
        self.changed, self.last_id = answer["changed"], answer["lastID"]


class Database:
    """One database, opened by its URL. Not for several threads at once."""

    ROWS = 1000  # how many rows a request of execute_many has

    def __init__(self, url, program="orda"):
        self._bridge = subprocess.Popen([program, "bridge", url], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._savepoints = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the bridge; what is not committed is rolled back."""
        self._bridge.stdin.close()
        self._bridge.stdout.close()
        self._bridge.wait()

    def execute(self, sql, params=()):
        """Runs one statement, with a sequence for `?` or a dictionary for `:name`."""
        return Result(self.request("execute", sql=sql, params=_params(params)))

    def execute_many(self, sql, many):
        """Runs a statement once for each element, all or none; how many rows changed."""
        many, changed = iter(many), 0
        with self.transaction():
            while rows := [_params(params) for params in islice(many, self.ROWS)]:
                changed += self.request("batch", sql=sql, rows=rows)["changed"]
        return changed

    def batch(self, requests):
        """Runs requests, each an op and its members, up to the first that is refused; their answers."""
        answer = self.request("batch", requests=[{"op": op, **members} for op, members in requests])
        if answer["failed"] is not None:
            raise Error(answer["answers"][-1]["error"])
        return answer["answers"]

    def rows(self, sql, params=(), size=1000):
        """The rows one by one, `size` of them in memory at a time."""
        cursor = self.request("execute", sql=sql, params=_params(params), cursor=True)["cursor"]
        done = False
        try:
            while not done:
                answer = self.request("fetch", cursor=cursor, limit=size)
                done = answer["done"]
                yield from map(tuple, answer["rows"])
        finally:
            self.request("close", cursor=cursor)

    @contextmanager
    def transaction(self, **options):
        """Commits at the end of `with`, rolls back where it is left by an exception. One within another is a savepoint."""
        depth = self._savepoints
        name = {"name": f"level {depth}"} if depth else {}
        self.request("savepoint" if depth else "begin", **name, **options)
        self._savepoints += 1
        try:
            yield self
        except BaseException:
            if depth:
                self.request("rollbackTo", **name)
            self.request("release" if depth else "rollback", **name)
            raise
        else:
            self.request("release" if depth else "commit", **name)
        finally:
            self._savepoints = depth

    def tables(self):
        return [table["name"] for table in self.request("tables")["tables"]]

    def request(self, op, **members):
        """Any request of the protocol, and its answer."""
        self._bridge.stdin.write(json.dumps({"op": op, **members}, separators=(",", ":")).encode() + b"\n")
        self._bridge.stdin.flush()
        line = self._bridge.stdout.readline()
        if not line:
            raise ConnectionError("the bridge has ended; standard error says why")
        answer = json.loads(line, object_pairs_hook=_decoded)
        if "error" in answer:
            raise Error(answer["error"])
        return answer


def _params(params):
    if isinstance(params, dict):
        return {name: _encoded(value) for name, value in params.items()}
    return [_encoded(value) for value in params]


def _encoded(value):
    """A value as JSON carries it: with a tag where JSON has no form for it."""
    if isinstance(value, float) and not math.isfinite(value):
        return {"$double": "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
    if isinstance(value, decimal.Decimal):
        return {"$decimal": f"{value:f}"}
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {"$bytes": base64.b64encode(value).decode()}
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            return {"$timestamp": value.isoformat(" ")}
        return {"$instant": value.astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")}
    if isinstance(value, datetime.date):
        return {"$date": value.isoformat()}
    if isinstance(value, datetime.time):
        return {"$time": value.isoformat()}
    if isinstance(value, uuid.UUID):
        return {"$uuid": str(value)}
    return value


_TAGS = {
    "$double": float,
    "$decimal": decimal.Decimal,
    "$bytes": base64.b64decode,
    "$date": lambda text: _moment(datetime.date, text),
    "$timestamp": lambda text: _moment(datetime.datetime, text),
    "$instant": lambda text: _moment(datetime.datetime, text.replace("Z", "+00:00")),
    "$uuid": uuid.UUID,
    "$json": json.loads,
    # A duration may be longer than a day, and so no datetime.time.
    "$time": str,
    # The database's text of a value such as an address, or the bytes of a text that is not UTF-8.
    "$other": lambda other: other["text"] if "text" in other else base64.b64decode(other["bytes"]),
}


def _moment(type, text):
    """A date; the text of a date before the year 1, which Python doesn't have."""
    try:
        return type.fromisoformat(text)
    except ValueError:
        return text


def _decoded(pairs):
    if len(pairs) == 1 and pairs[0][0] in _TAGS:
        return _TAGS[pairs[0][0]](pairs[0][1])
    return dict(pairs)
