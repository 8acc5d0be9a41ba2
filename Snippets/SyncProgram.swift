// A program that waits for its database: tables, statements, rows, a transaction, an error.
//
//     swift run SyncProgram
//
// snippet.program
import ORDA
import ORDASQLite

try SQLite.register()
let db = try ORDA.open("sqlite::memory:")  // or sqlite:music.db, or sqlite:/var/lib/music.db
try db.execute("CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)")

let insert = try db.prepare("INSERT INTO genre (name) VALUES (:name)")
for name in ["Jazz", "Blues", "Fado"] { try insert.execute(["name": name]) }

for (id, name) in try db.query((Int, String).self, "SELECT id, name FROM genre ORDER BY name") {
  print(id, name)
}

do {
  try db.transaction { tx in
    try tx.execute("DELETE FROM genre WHERE name = ?", "Blues")
    try tx.execute("INSERT INTO genre (name) VALUES (?)", "Jazz")
  }
} catch .constraint(.unique) {
  print("Jazz is there already, so Blues stays too:", try db.query("SELECT name FROM genre").count)
}
try db.close()
// snippet.end
