"""Commits at a steady rate: `writer.py FILE RATE SECONDS LENGTH`, each of a row with two texts of so many characters.

Prints how many there were, and how long they took.
"""

import sqlite3
import sys
import time

from data import MARK

path, rate, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
filler = "x" * int(sys.argv[4])
db = sqlite3.connect(path, isolation_level=None, timeout=10)
db.execute("PRAGMA synchronous = normal")
begin = time.monotonic()
number = 0
while (now := time.monotonic() - begin) < seconds:
    if number > now * rate:
        time.sleep(number / rate - now)
        continue
    number += 1
    title = f"{MARK}{number}. {filler}"
    db.execute("UPDATE track SET title = ?, artist = ? WHERE id = ?", (title, filler, number % 100 + 1))
print(number, time.monotonic() - begin)
