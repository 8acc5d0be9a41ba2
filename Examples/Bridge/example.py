"""What a program does with orda.py: python3 example.py [URL]"""

import os
import sys
from datetime import date
from decimal import Decimal

import orda

url = sys.argv[1] if len(sys.argv) > 1 else "sqlite::memory:"

with orda.Database(url, program=os.environ.get("ORDA", "orda")) as db:
    db.execute("CREATE TEMPORARY TABLE genre (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL UNIQUE)")

    # Values are bound, never pasted: in order, or by name.
    print("last ID:", db.execute("INSERT INTO genre (name) VALUES (?)", ["Jazz"]).last_id)
    db.execute("INSERT INTO genre (name) VALUES (:name)", {"name": "Robert'); DROP TABLE genre; --"})
    for id, name in db.execute("SELECT id, name FROM genre ORDER BY id"):
        print(id, name)

    # Errors have kinds, the same on every database.
    try:
        db.execute("INSERT INTO genre (name) VALUES (?)", ["Jazz"])
    except orda.Error as error:
        print("refused:", error.kind, error.is_a("constraint"))

    # A transaction commits at the end of `with`, or rolls back; one within another is a savepoint.
    with db.transaction():
        db.execute("UPDATE genre SET name = ? WHERE id = ?", ["Fado", 2])
        try:
            with db.transaction():
                db.execute("DELETE FROM genre")
                raise RuntimeError("second thoughts")
        except RuntimeError:
            pass
    print(db.execute("SELECT name FROM genre ORDER BY id"))

    # Several requests at once, up to the first that is refused.
    answers = db.batch([("execute", {"sql": "SELECT 6 * 7"}), ("isolation", {"level": "serializable"}), ("ping", {})])
    print(answers[0]["rows"], answers[1]["isolation"])

    # Many rows in, and many out, some at a time.
    print("changed:", db.execute_many("INSERT INTO genre (name) VALUES (?)", ([f"genre {n}"] for n in range(10_000))))
    print("sum:", sum(id for (id,) in db.rows("SELECT id FROM genre", size=500)))

    # What JSON has no form for: exact decimals, bytes, dates, infinity.
    print(db.execute("SELECT ?, ?, ?, ?", [Decimal("12.30"), b"\x00\xff", date(2026, 1, 31), float("inf")]))
