import ORDA
import Testing

@Suite("Statements inside the reading of another")
struct InterleavingTests {
  static let tables: SQL =
    "CREATE TABLE t (a INTEGER PRIMARY KEY, b); INSERT INTO t (a) VALUES (1), (2), (3); CREATE TABLE u (a)"

  @Test func `Writing while rows are read`() throws {
    for db in try TestDatabase.both(Self.tables) {
      try db.forEach("SELECT a FROM t ORDER BY a") { row in
        let a = try row.get(0, as: Int.self)
        try db.execute("INSERT INTO u VALUES (?)", a)
        try db.execute("UPDATE t SET b = a + 100 WHERE a = ?", a)
      }
      #expect(try db.query(Int.self, "SELECT a FROM u ORDER BY a") == [1, 2, 3])
      var rows = try db.rows("SELECT a FROM u")
      while let row = try rows.next() {
        let a = try row.get(0, as: Int.self)
        try db.execute("DELETE FROM t WHERE b = ?", a + 100)
      }
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
    }
  }

  @Test func `A statement inside itself takes a handle of its own`() throws {
    for db in try TestDatabase.both(Self.tables) {
      let all = try db.prepare("SELECT a FROM t WHERE a > ? ORDER BY a")
      var pairs: [[Int]] = []
      try all.forEach(0) { outer in
        let first = try outer.get(0, as: Int.self)
        try all.forEach(first) { inner in pairs.append([first, try inner.get(0)]) }
        let again = try outer.get(0, as: Int.self)
        #expect(again == first)
      }
      #expect(pairs == [[1, 2], [1, 3], [2, 3]])
    }
  }

  @Test func `In a transaction and on a leased connection`() throws {
    for db in try TestDatabase.both(Self.tables) {
      try db.transaction { tx in
        try tx.forEach("SELECT a FROM t") { row in
          let a = try row.get(0, as: Int.self)
          try db.execute("INSERT INTO u VALUES (?)", a)
        }
        #expect(try tx.first(Int.self, "SELECT count(*) FROM u") == 3)
      }
      try db.withConnection { connection in
        try connection.forEach("SELECT a FROM t") { row in
          let a = try row.get(0, as: Int.self)
          try connection.transaction { tx in try tx.execute("DELETE FROM u WHERE a = ?", a) }
        }
      }
      #expect(try db.first(Int.self, "SELECT count(*) FROM u") == 0)
    }
  }

  @Test func `Dropping what is being read is refused in memory`() throws {
    let db = try TestDatabase.memory(Self.tables)
    let error = try #require(
      #expect(throws: DatabaseError.self) { try db.forEach("SELECT a FROM t") { _ in try db.execute("DROP TABLE t") } })
    #expect(error.kind == .busy)
    #expect(!error.isRetryable)
    try db.execute("DROP TABLE t")
  }

  @Test func `On a file the reader keeps its view`() throws {
    let file = try TestDatabase("", Self.tables)
    var seen: [Int] = []
    try file.db.forEach("SELECT a FROM t ORDER BY a") { row in
      seen.append(try row.get(0))
      try file.db.execute("DELETE FROM t")
    }
    #expect(seen == [1, 2, 3])
    #expect(try file.db.first(Int.self, "SELECT count(*) FROM t") == 0)
  }
}
