import ORDA
import Testing

@Suite("Rows, one after the other") struct StreamTests {
  /// A table of so many rows.
  private func numbers(_ database: Database, _ count: Int, options: String = "") throws -> OwnDatabase {
    let test = try database.opened("CREATE TABLE n (i INTEGER PRIMARY KEY, t VARCHAR(40))", options: options)
    try test.db.prepare("INSERT INTO n VALUES (?, ?)").executeMany(1...count) { number, parameters in
      try parameters.bind(number, "text \(number)")
    }
    return test
  }

  @Test("forEach lends them, and other statements run beside it", arguments: Database.allCases, [0, 1, 2, 3000])
  func lent(_ database: Database, _ count: Int) throws {
    let test = try numbers(database, max(count, 1))
    let db = test.db
    var seen = 0
    try db.transaction { tx in
      try tx.forEach("SELECT i, t FROM n WHERE i <= ? ORDER BY i", count) { row in
        let before = try row.get(1, as: String.self)
        if seen % 100 == 0 { try tx.execute("UPDATE n SET t = 'changed' WHERE i = ?", -1) }
        #expect(try tx.first(Int.self, "SELECT i FROM n WHERE i = ?", seen + 1) == seen + 1)
        #expect(try row.get(1, as: String.self) == before)
        seen += 1
        #expect(before == "text \(seen)")
      }
    }
    #expect(seen == count)
  }

  @Test("rows wait to be asked for, two readings in turn", arguments: Database.allCases)
  func pulled(_ database: Database) throws {
    let test = try numbers(database, 1000)
    var up = try test.db.rows("SELECT i FROM n ORDER BY i")
    var down = try test.db.rows("SELECT i FROM n ORDER BY i DESC")
    for number in 1...1000 {
      #expect(try up.next()?.get(0, as: Int.self) == number)
      #expect(try down.next()?.get(0, as: Int.self) == 1001 - number)
      if number == 500 { #expect(try test.db.first(Int.self, "SELECT max(i) FROM n") == 1000) }
    }
    #expect(try up.next() == nil)
  }

  @Test("for await reads them, and other statements are awaited beside it", arguments: Database.allCases)
  func awaited(_ database: Database) async throws {
    let test = try numbers(database, 2000)
    var seen = 0
    for try await row in test.db.rows("SELECT i, t FROM n WHERE i > ? ORDER BY i", 0) {
      seen += 1
      #expect(try row.get("i", as: Int.self) == seen)
      if seen % 500 == 0 {
        #expect(try await test.db.first(String.self, "SELECT t FROM n WHERE i = \(seen)") == "text \(seen)")
        try await test.db.execute("UPDATE n SET t = ? WHERE i = ?", "seen", seen)
      }
    }
    #expect(seen == 2000)
    #expect(try await test.db.first(Int.self, "SELECT count(*) FROM n WHERE t = 'seen'") == 4)
  }

  @Test("Leaving early leaves nothing open", arguments: Database.allCases)
  func left(_ database: Database) async throws {
    let test = try numbers(database, 5000)
    struct Enough: Error {}
    for round in 1...20 {
      for try await row in test.db.rows("SELECT i FROM n ORDER BY i") where try row.get(0, as: Int.self) == round {
        break
      }
      #expect(throws: Enough.self) { try test.db.blocking.forEach("SELECT i FROM n") { _ in throw Enough() } }
    }
    #expect(try await test.db.execute("DELETE FROM n").changed == 5000)
    try await test.db.execute("DROP TABLE n")
  }
}
