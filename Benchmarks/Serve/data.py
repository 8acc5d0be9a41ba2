"""The table that is served, and who writes to it."""

import contextlib
import os
import sqlite3
import subprocess

PAGE = "/music/table/track"
# Each commit has its number behind this.
MARK = "commit "


def make(path, rows):
    db = sqlite3.connect(path)
    db.executescript(
        """
        PRAGMA journal_mode = wal; PRAGMA synchronous = off;
        CREATE TABLE track (id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist TEXT NOT NULL, seconds INTEGER NOT NULL,
          rating REAL, year INTEGER);
        """
    )
    db.executemany("INSERT INTO track VALUES (?, ?, ?, ?, ?, ?)", rows_of_tracks(rows))
    db.commit()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def rows_of_tracks(count):
    for i in range(1, count + 1):
        yield i, f"Track number {i}", f"Artist {i * 7919 % 5000}", 90 + i * 37 % 600, i % 50 / 10, 1950 + i % 70


class SQLiteWriter:
    """Commits on a file, by SQLite itself: this is another process than the server's."""

    def __init__(self, path):
        self.db = sqlite3.connect(path, isolation_level=None, timeout=10)
        self.db.execute("PRAGMA synchronous = normal")

    def commit(self, number):
        self.db.execute("UPDATE track SET title = ? WHERE id = 1", (f"{MARK}{number}.",))

    def close(self):
        self.db.close()


class ClientWriter:
    """Commits on a server, by its own client."""

    def __init__(self, command, first=""):
        """The command reads statements, the first ones before all others."""
        self.client = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        self.client.stdin.write(first)

    def commit(self, number):
        self.client.stdin.write(f"UPDATE track SET title = '{MARK}{number}.' WHERE id = 1;\n")
        self.client.stdin.flush()

    def close(self):
        self.client.stdin.close()
        self.client.wait()


def mariadb(socket, *more):
    return ["mariadb", "--no-defaults", f"--socket={socket}", "--user=root", *more]


def psql(folder, port, database):
    return ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "-h", folder, "-p", port, "-U", "postgres", database]


def make_on_mariadb(socket):
    statements = [
        "CREATE DATABASE IF NOT EXISTS music; USE music; DROP TABLE IF EXISTS track;",
        "CREATE TABLE track (id BIGINT PRIMARY KEY, title VARCHAR(200) NOT NULL, artist VARCHAR(200) NOT NULL,"
        " seconds INT NOT NULL, rating DOUBLE, year INT);",
        rows_as_statement(),
    ]
    subprocess.run(mariadb(socket), input="\n".join(statements), text=True, check=True)


def make_on_postgresql(folder, port):
    databases = ["SET client_min_messages = warning;", "DROP DATABASE IF EXISTS music;", "CREATE DATABASE music;"]
    subprocess.run(psql(folder, port, "postgres"), input="\n".join(databases), text=True, check=True)
    statements = [
        "CREATE TABLE track (id BIGINT PRIMARY KEY, title VARCHAR(200) NOT NULL, artist VARCHAR(200) NOT NULL,"
        " seconds INT NOT NULL, rating DOUBLE PRECISION, year INT);",
        rows_as_statement(),
    ]
    subprocess.run(psql(folder, port, "music"), input="\n".join(statements), text=True, check=True)


def rows_as_statement():
    rows = ", ".join(f"({i}, '{t}', '{a}', {s}, {r}, {y})" for i, t, a, s, r, y in rows_of_tracks(1000))
    return f"INSERT INTO track VALUES {rows};"


def mariadb_place():
    """The socket and the port of the server; nil where it was not started."""
    return os.environ.get("ORDA_BENCH_LOGGED_MARIADB_SOCKET"), os.environ.get("ORDA_BENCH_LOGGED_MARIADB_PORT")


def postgresql_place():
    """The folder of the server's socket and its port; nil where it was not started."""
    return os.environ.get("ORDA_BENCH_POSTGRESQL_FOLDER"), os.environ.get("ORDA_BENCH_POSTGRESQL_PORT")


closing = contextlib.closing
