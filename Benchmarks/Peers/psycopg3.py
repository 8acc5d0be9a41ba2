"""The workloads of the suite "postgresql", done by psycopg 3.

Usage: psycopg3.py WORKLOAD PORT FOLDER ROWS COUNT

FOLDER is that of the server's socket, and empty for TCP. ROWS is the size of the table that is read, COUNT how often the
work of one round is done. Prints "ready", then answers each line of its input by one round: nanoseconds that passed,
nanoseconds of processor time, and the checksum of what was read, in hexadecimal digits. Ends with its input.
"""

import datetime
import struct
import sys
import time

import psycopg

BY_KEY = "SELECT id, name, score, at FROM track WHERE id = %s"
SCAN = "SELECT id, name, score, at FROM track"
INSERT = "INSERT INTO psycopg_track (id, name, score) VALUES (%s, %s, %s)"
COPY = "COPY psycopg_track (id, name, score) FROM STDIN (FORMAT binary)"
ALL_BITS = (1 << 64) - 1
EPOCH = datetime.datetime(1970, 1, 1)


class Rounds:
    """One round is a method named after the workload; what it returns is summed up untimed."""

    def __init__(self, workload, port, folder, rows, count):
        self.where = {
            "host": folder or "127.0.0.1",
            "port": port,
            "user": "postgres",
            "dbname": "bench",
            "gssencmode": "disable",
        }
        self.count = count
        self.run = getattr(self, workload)
        if workload != "connect":
            self.connection = psycopg.connect(autocommit=True, **self.where)
        self.keys = [n * 7919 % rows + 1 for n in range(count)] if workload in ("lookup", "text", "transaction") else []
        if workload in ("insert", "copy"):
            self.tracks = [(n, f"name-{n:08d}", n + 0.125) for n in range(1, count + 1)]

    def lookup(self):
        cursor = self.connection.cursor(binary=True)
        found = []
        for key in self.keys:
            cursor.execute(BY_KEY, (key,), prepare=True)
            found.append(cursor.fetchone())
        return found

    # It finds a prepared statement by its text each time, so that the two are one.
    text = lookup

    def transaction(self):
        with self.connection.transaction():
            return self.lookup()

    def scan(self):
        # Its cursor that reads the whole answer at once; those that stream are slower.
        cursor = self.connection.cursor(binary=True)
        cursor.execute(SCAN, prepare=True)
        return cursor.fetchall()

    def insert(self):
        # By a pipeline, since its version 3.1.
        with self.connection.transaction():
            self.connection.cursor(binary=True).executemany(INSERT, self.tracks)
        return []

    def copy(self):
        with self.connection.transaction(), self.connection.cursor() as cursor, cursor.copy(COPY) as copy:
            copy.set_types(["int4", "varchar", "float8"])
            for track in self.tracks:
                copy.write_row(track)
        return []

    def connect(self):
        for _ in range(self.count):
            psycopg.connect(**self.where).close()
        return []


def mixed(total, value):
    return (((total << 5 | total >> 59) & ALL_BITS) ^ value) * 0x9E3779B97F4A7C15 & ALL_BITS


def mixed_bytes(total, data):
    total = mixed(total, len(data))
    whole = len(data) // 8 * 8
    for (word,) in struct.iter_unpack("<Q", data[:whole]):
        total = mixed(total, word)
    return mixed(total, int.from_bytes(data[whole:], "little"))


def checksum(tracks):
    total = 0
    for number, name, score, at in tracks:
        total = mixed(total, number)
        total = mixed_bytes(total, name.encode())
        total = mixed(total, struct.unpack("<Q", struct.pack("<d", score))[0])
        total = mixed(total, (at - EPOCH) // datetime.timedelta(microseconds=1))
    return total


def main():
    workload, port, folder, rows, count = sys.argv[1:]
    rounds = Rounds(workload, int(port), folder, int(rows), int(count))
    print("ready", flush=True)
    for _ in sys.stdin:
        wall, processor = time.perf_counter_ns(), time.process_time_ns()
        product = rounds.run()
        wall, processor = time.perf_counter_ns() - wall, time.process_time_ns() - processor
        total = checksum(product)
        resumed, resumed_processor = time.perf_counter_ns(), time.process_time_ns()
        del product
        wall += time.perf_counter_ns() - resumed
        processor += time.process_time_ns() - resumed_processor
        print(wall, processor, f"{total:x}", flush=True)


main()
