import ORDA
import Testing

@Suite("Batches") struct BatchTests {
  static let table: SQL = "CREATE TABLE t (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, n INTEGER)"

  @Test("run once for each element, all in one transaction", arguments: Database.allCases, [0, 1, 2, 5000])
  func all(_ database: Database, _ count: Int) throws {
    let test = try database.opened(Self.table)
    let insert = try test.db.prepare("INSERT INTO t VALUES (?, ?, ?)")
    let changed = try insert.executeMany(0..<count) { number, parameters in
      try parameters.bind(number, "n\(number)", number % 2 == 0 ? number : nil)
    }
    #expect(changed == count)
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == count)
    #expect(try test.db.first(Int.self, "SELECT count(n) FROM t") == (count + 1) / 2)
    #expect(
      try test.db.query(String.self, "SELECT name FROM t ORDER BY id DESC LIMIT 1")
        == (count > 0 ? ["n\(count - 1)"] : []))
  }

  @Test("A failure names its element, and nothing remains", arguments: Database.allCases)
  func failing(_ database: Database) throws {
    let test = try database.opened(Self.table)
    try test.db.execute("INSERT INTO t VALUES (700, 'there', 1)")
    let insert = try test.db.prepare("INSERT INTO t VALUES (?, ?, ?)")
    let error = try failure {
      try insert.executeMany(0..<1000) { number, parameters in try parameters.bind(number, "x", number) }
    }
    #expect(error.kind == .constraint(.primaryKey))
    #expect(error.batchIndex == 700)
    #expect(try test.db.query(Int.self, "SELECT id FROM t") == [700])
    // In a transaction only the batch is undone.
    try test.db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (1, 'before', 1)")
      #expect(throws: DatabaseError.self) {
        try tx.prepare("INSERT INTO t VALUES (?, 'x', 1)").executeMany([[2], [3], [2]])
      }
    }
    #expect(try test.db.query(Int.self, "SELECT id FROM t ORDER BY id") == [1, 700])
  }

  @Test("What is not bound is NULL, and not the element before", arguments: Database.allCases)
  func unbound(_ database: Database) throws {
    let test = try database.opened(Self.table)
    try test.db.prepare("INSERT INTO t VALUES (?, ?, ?)").executeMany(1...4) { number, parameters in
      try parameters.bind(number, at: 0)
      try parameters.bind("x", at: 1)
      if number % 2 == 1 { try parameters.bind(number * 10, at: 2) }
    }
    #expect(try test.db.query(Int?.self, "SELECT n FROM t ORDER BY id") == [10, nil, 30, nil])
  }

  @Test("Elements of changing types", arguments: Database.allCases)
  func types(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE t (id INTEGER PRIMARY KEY, x VARCHAR(40))")
    let values: [(any ValueConvertible)?] = ["text", 5, nil, "é🧡", 2.5, "", Int64.max]
    let rows = values.enumerated().map { Parameters(values: [$0.offset, $0.element]) }
    #expect(try test.db.prepare("INSERT INTO t VALUES (?, ?)").executeMany(rows) == 7)
    #expect(
      try test.db.query(String?.self, "SELECT x FROM t ORDER BY id")
        == ["text", "5", nil, "é🧡", "2.5", "", "9223372036854775807"])
  }

  @Test("An index that the statement has not", arguments: Database.allCases)
  func index(_ database: Database) throws {
    let test = try database.opened(Self.table)
    let delete = try test.db.prepare("DELETE FROM t WHERE id = ?")
    for index in [-1, 1] {
      let error = try failure {
        try delete.executeMany([1]) { id, parameters in try parameters.bind(id, at: index) }
      }
      #expect(error.code == .badBindIndex)
    }
  }

  @Test("Awaited, by name, updating and deleting", arguments: Database.allCases)
  func awaited(_ database: Database) async throws {
    let test = try database.opened(Self.table)
    let insert = try await test.db.prepare("INSERT INTO t (id, name, n) VALUES (:id, :name, :id)")
    try await insert.executeMany((1...50).map { (id: Int) -> Parameters in ["id": id, "name": "n\(id)"] })
    let update = try await test.db.prepare("UPDATE t SET n = n + 1 WHERE id <= ?")
    #expect(try await update.executeMany([10, 20, 0]) { least, parameters in try parameters.bind(least) } == 30)
    let delete = try await test.db.prepare("DELETE FROM t WHERE id = ?")
    #expect(try await delete.executeMany([1, 2, 99]) { id, parameters in try parameters.bind(id) } == 2)
    #expect(try await test.db.first(Int.self, "SELECT sum(n) FROM t") == 1275 + 30 - 3 - 4)
  }
}
