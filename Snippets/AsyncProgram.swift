// The same names, awaited: no call blocks the task's thread.
//
//     swift run AsyncProgram
//
// snippet.program
import ORDA
import ORDASQLite

@main
struct Program {
  static func main() async throws {
    try SQLite.register()
    let db = try await ORDA.open("sqlite::memory:")
    try await db.execute("CREATE TABLE track (id INTEGER PRIMARY KEY, title TEXT NOT NULL, seconds INTEGER)")

    // A body without await runs whole on the connection's own thread: one hop for the transaction.
    let kept = try await db.transaction { tx in
      for (title, seconds) in [("So What", 562), ("Naima", 261), ("Untimed", nil)] {
        try tx.execute("INSERT INTO track (title, seconds) VALUES (\(title), \(seconds))")
      }
      return try tx.first(Int.self, "SELECT COUNT(*) FROM track") ?? 0
    }
    print("\(kept) tracks")

    // A body with await holds its connection while it waits for other things.
    try await db.transaction { tx in
      let title = await askTheUser()
      try await tx.execute("UPDATE track SET title = ? WHERE seconds IS NULL", title)
    }

    // Rows arrive in chunks, in bounded memory; leaving the loop stops the statement.
    for try await row in db.rows("SELECT title, seconds FROM track ORDER BY id") {
      let seconds = try row.get("seconds", as: Int?.self)
      print(try row.get("title", as: String.self), seconds.map { "\($0) s" } ?? "of unknown length")
    }
    try await db.close()
  }

  static func askTheUser() async -> String { "Alabama" }
}
// snippet.end
