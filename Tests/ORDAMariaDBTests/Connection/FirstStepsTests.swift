import Foundation
import ORDA
import Testing

@Suite("First steps on MariaDB")
struct FirstStepsTests {
  @Test func `Connecting, making a table, writing and reading`() throws {
    let test = try TestDatabase()
    let db = test.db
    #expect(db.driverName == "MariaDB")
    try db.ping()
    try db.execute("CREATE TABLE genre (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(80) NOT NULL)")
    let inserted = try db.execute("INSERT INTO genre (name) VALUES (?)", "Jazz")
    #expect(inserted.changed == 1)
    #expect(inserted.lastID == 1)
    #expect(try db.execute("INSERT INTO genre (name) VALUES (:name)", ["name": "Blues"]).lastID == 2)
    let name = "Rock'n'roll \u{1F3B8}"
    try db.execute("INSERT INTO genre (name) VALUES (\(name))")
    let result = try db.query("SELECT id, name FROM genre ORDER BY id")
    #expect(result.count == 3)
    #expect(result.changed == nil)
    #expect(try result[2]["name"] == .text(name))
    #expect(try result["id"].get(as: Int.self) == [1, 2, 3])
    #expect(
      try db.query((Int, String).self, "SELECT id, name FROM genre WHERE id < ?", 3).map(\.1) == ["Jazz", "Blues"])
    #expect(try db.first(Int.self, "SELECT count(*) FROM genre") == 3)
  }

  @Test func `A transaction is kept, or undone as a whole`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY)")
    let db = test.db
    try db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (1)")
      try tx.execute("INSERT INTO t VALUES (2)")
    }
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try db.transaction { tx in
        try tx.execute("INSERT INTO t VALUES (3)")
        throw Refused()
      }
    }
    try db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (4)")
      #expect(throws: Refused.self) {
        try tx.transaction { inner in
          try inner.execute("INSERT INTO t VALUES (5)")
          throw Refused()
        }
      }
    }
    #expect(try db.query(Int.self, "SELECT id FROM t ORDER BY id") == [1, 2, 4])
  }

  @Test func `A statement runs beside rows that are being read`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20))")
    let db = test.db
    try db.transaction { tx in
      for id in 0..<100 { try tx.execute("INSERT INTO t VALUES (?, ?)", id, "name \(id)") }
    }
    var seen: [String] = []
    try db.transaction { tx in
      try tx.forEach("SELECT id, name FROM t ORDER BY id") { row in
        let id = try row.get(0, as: Int.self)
        try tx.execute("UPDATE t SET name = concat(name, '!') WHERE id = ?", id)
        seen.append(try row.get(1, as: String.self))
      }
    }
    #expect(seen == (0..<100).map { "name \($0)" })
    #expect(try db.first(String.self, "SELECT name FROM t WHERE id = 99") == "name 99!")
  }

  @Test func `What is awaited gives the same`() async throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY)")
    let db = test.db
    try await db.transaction { tx in try tx.execute("INSERT INTO t VALUES (1), (2), (3)") }
    var ids: [Int] = []
    for try await row in db.rows("SELECT id FROM t ORDER BY id") { ids.append(try row.get(0)) }
    #expect(ids == [1, 2, 3])
  }
}
