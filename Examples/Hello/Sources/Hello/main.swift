// Remembers in a file how often it was run.

import ORDA
import ORDASQLite

try SQLite.register()
let db = try ORDA.open(CommandLine.arguments.dropFirst().first ?? "sqlite:hello.db")
try db.execute("CREATE TABLE IF NOT EXISTS visit (id INTEGER PRIMARY KEY, at TEXT NOT NULL)")

let count = try db.transaction { tx in
  try tx.execute("INSERT INTO visit (at) VALUES (CURRENT_TIMESTAMP)")
  return try tx.first(Int.self, "SELECT COUNT(*) FROM visit") ?? 0
}
print("Hello for the \(count). time, says \(db.driverName).")
try db.close()
