"""The workloads of the suite "mariadb", done by mysqlclient.

Usage: mysqlclient.py WORKLOAD PORT SOCKET ROWS COUNT

SOCKET is empty for TCP. ROWS is the size of the table that is read, COUNT how often the work of one round is done.
Prints "ready", then answers each line of its input by one round: nanoseconds that passed, nanoseconds of processor
time, and the checksum of what was read, in hexadecimal digits. Ends with its input.
"""

import struct
import sys
import time

import MySQLdb
import MySQLdb.cursors

BY_KEY = "SELECT id, name, score, at FROM track WHERE id = %s"
SCAN = "SELECT id, name, score, at FROM track"
INSERT = "INSERT INTO mysqlclient_track (id, name, score) VALUES (%s, %s, %s)"
ALL_BITS = (1 << 64) - 1


class Rounds:
    """One round is a method named after the workload; what it returns is summed up untimed."""

    def __init__(self, workload, port, socket, rows, count):
        where = {"unix_socket": socket} if socket else {"host": "127.0.0.1", "port": port}
        self.where = {"user": "root", "database": "bench", **where}
        self.count = count
        self.run = getattr(self, workload)
        if workload != "connect":
            self.connection = MySQLdb.connect(autocommit=True, **self.where)
        if workload in ("lookup", "text"):
            self.keys = [n * 7919 % rows + 1 for n in range(count)]
        if workload == "insert":
            self.tracks = [(n, f"name-{n:08d}", n + 0.125) for n in range(1, count + 1)]

    def lookup(self):
        cursor = self.connection.cursor()
        found = []
        for key in self.keys:
            cursor.execute(BY_KEY, (key,))
            found.append(cursor.fetchone())
        return found

    # It sends the whole text each time, so that the two are one.
    text = lookup

    def scan(self):
        # Its cursor that reads the whole answer at once; the one that streams (SSCursor) is no faster.
        cursor = self.connection.cursor()
        cursor.execute(SCAN)
        return cursor.fetchall()

    def insert(self):
        self.connection.begin()
        self.connection.cursor().executemany(INSERT, self.tracks)
        self.connection.commit()
        return []

    def connect(self):
        for _ in range(self.count):
            MySQLdb.connect(**self.where).close()
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
        total = mixed(total, int(at.strftime("%Y%m%d%H%M%S")))
    return total


def main():
    workload, port, socket, rows, count = sys.argv[1:]
    rounds = Rounds(workload, int(port), socket, int(rows), int(count))
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
