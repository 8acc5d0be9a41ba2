import ORDA
import ORDAMariaDB
import ORDASQLite
import Testing

/// README.md's two programs, of which only the URL is changed, and the words that have a server make the keys.
@Suite("README.md's programs") struct ProgramTests {
  @Test("The one that waits", arguments: Database.allCases)
  func waiting(_ database: Database) throws {
    let place = try database.opened()
    var printed: [String] = []
    let db = try ORDA.open(place.url)
    try db.execute(
      database.words("CREATE TABLE genre (id INTEGER PRIMARY KEY /*! AUTO_INCREMENT */, name TEXT NOT NULL UNIQUE)"))

    let insert = try db.prepare("INSERT INTO genre (name) VALUES (:name)")
    for name in ["Jazz", "Blues", "Fado"] { try insert.execute(["name": name]) }

    for (id, name) in try db.query((Int, String).self, "SELECT id, name FROM genre ORDER BY name") {
      printed.append("\(id) \(name)")
    }

    do {
      try db.transaction { tx in
        try tx.execute("DELETE FROM genre WHERE name = ?", "Blues")
        try tx.execute("INSERT INTO genre (name) VALUES (?)", "Jazz")
      }
    } catch .constraint(.unique) {
      printed.append("Jazz is there already, so Blues stays too: \(try db.query("SELECT name FROM genre").count)")
    }
    try db.close()
    #expect(printed == ["2 Blues", "3 Fado", "1 Jazz", "Jazz is there already, so Blues stays too: 3"])
  }

  @Test("The one that awaits", arguments: Database.allCases)
  func awaiting(_ database: Database) async throws {
    let place = try database.opened()
    var printed: [String] = []
    func askTheUser() async -> String { "Alabama" }
    let db = try await ORDA.open(place.url)
    try await db.execute(
      database.words(
        "CREATE TABLE track (id INTEGER PRIMARY KEY /*! AUTO_INCREMENT */, title TEXT NOT NULL, seconds INTEGER)"))

    let kept = try await db.transaction { tx in
      for (title, seconds) in [("So What", 562), ("Naima", 261), ("Untimed", nil)] {
        try tx.execute("INSERT INTO track (title, seconds) VALUES (\(title), \(seconds))")
      }
      return try tx.first(Int.self, "SELECT COUNT(*) FROM track") ?? 0
    }
    printed.append("\(kept) tracks")

    try await db.transaction { tx in
      let title = await askTheUser()
      try await tx.execute("UPDATE track SET title = ? WHERE seconds IS NULL", title)
    }

    for try await row in db.rows("SELECT title, seconds FROM track ORDER BY id") {
      let seconds = try row.get("seconds", as: Int?.self)
      let title = try row.get("title", as: String.self)
      printed.append("\(title) \(seconds.map { "\($0) s" } ?? "of unknown length")")
    }
    try await db.close()
    #expect(printed == ["3 tracks", "So What 562 s", "Naima 261 s", "Alabama of unknown length"])
  }
}
