import CSQLite
import ORDA
import Testing

@testable import ORDASQLite

@Suite("Limits of statements")
struct LimitTests {
  @Test func `More statements than the cache keeps`() throws {
    let file = try TestDatabase("statement-cache=4&readers=1", "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let statements = try (0..<50).map { try file.db.prepare(SQL(text: "SELECT a + \($0) FROM t")) }
    for _ in 0..<3 {
      for (index, statement) in statements.enumerated() { #expect(try statement.first(Int.self) == index + 1) }
    }
    for index in 0..<200 {
      #expect(try file.db.first(Int.self, SQL(text: "SELECT a * \(index) FROM t")) == index)
    }
    // As many at once as there are, each stepping.
    func nest(_ depth: Int) throws -> Int {
      if depth == statements.count { return 0 }
      var sum = 0
      try statements[depth].forEach { row in sum = try row.get(0, as: Int.self) + (try nest(depth + 1)) }
      return sum
    }
    #expect(try file.db.withConnection(.reader) { _ in try nest(0) } == (1...50).reduce(0, +))
  }

  @Test func `No cache at all`() throws {
    let file = try TestDatabase("statement-cache=0", "CREATE TABLE t (a)")
    let insert = try file.db.prepare("INSERT INTO t VALUES (?)")
    for index in 0..<20 { try insert.execute(index) }
    #expect(try file.db.first(Int.self, "SELECT sum(a) FROM t") == 190)
  }

  /// How many parameters this library allows: 32,766 by default, 250,000 on Debian.
  static var mostParameters: Int {
    RawSQLite().withHandle { Int(sqlite3_limit($0, SQLITE_LIMIT_VARIABLE_NUMBER, -1)) }
  }

  @Test func `As many parameters as SQLite takes, and one more`() throws {
    let db = try TestDatabase.memory()
    let most = Self.mostParameters
    #expect(most >= 32_766)
    for count in Set([32_767, most]) where count <= most {
      // Lists are the way to so many: a row of VALUES each, which has no limit on its own.
      let sql = SQL(
        text: "SELECT count(*), sum(column1) FROM (VALUES "
          + Array(repeating: "(?)", count: count).joined(separator: ",") + ")")
      let row = try #require(try db.first(sql, Parameters(values: (0..<count).map { $0 })))
      #expect(row.values == [.int(Int64(count)), .int(Int64(count) * Int64(count - 1) / 2)])
    }
    let sql = SQL(text: "SELECT 1 WHERE 1 IN (" + Array(repeating: "?", count: most + 1).joined(separator: ",") + ")")
    let error = try #require(
      #expect(throws: DatabaseError.self) {
        try db.query(sql, Parameters(values: Array(repeating: 1, count: most + 1)))
      })
    #expect(error.kind == .dataTooLong)
    #expect(error.message.contains("too many SQL variables"))
    #expect(try db.first(Int.self, "SELECT 1") == 1)
  }

  @Test func `Interpolated lists of many values`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a)")
    try db.prepare("INSERT INTO t VALUES (?)").executeMany((0..<100).map { [$0] as Parameters })
    let wanted = (0..<20_000).map { $0 * 2 }
    #expect(try db.first(Int.self, "SELECT count(*) FROM t WHERE a IN \(in: wanted)") == 50)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t WHERE a NOT IN \(in: [Int]())") == 100)
  }

  @Test func `Numbers of parameters`() throws {
    let db = try TestDatabase.memory()
    #expect(try db.query("SELECT ?32766", Parameters(values: (0..<32_766).map { $0 }))[0].values == [32_765])
    for sql: SQL in ["SELECT ?0", "SELECT ?32767", "SELECT ?99999999999999999999"] {
      let error = try #require(#expect(throws: DatabaseError.self) { try db.query(sql, [1]) })
      #expect(error.kind == .misuse)
    }
  }

  /// SQLite's limit is lowered on the connection, so that no gigabyte is needed.
  @Test func `A text above the limit of SQLite`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a)")
    let text = String(repeating: "x", count: 70_000)
    try db.withConnection { connection in
      _ = try connection.withDriver(SQLiteConnection.self) { sqlite3_limit($0.database, SQLITE_LIMIT_LENGTH, 60_000) }
      for value: any ValueConvertible in [text, Array(text.utf8)] {
        let error = try #require(
          #expect(throws: DatabaseError.self) { try connection.execute("INSERT INTO t VALUES (?)", value) })
        #expect(error.kind == .dataTooLong)
      }
      let made = try #require(
        #expect(throws: DatabaseError.self) { try connection.query("SELECT zeroblob(70000) || 'x'") })
      #expect(made.kind == .dataTooLong)
      try connection.execute("INSERT INTO t VALUES (?)", "short")
      #expect(try connection.query(String.self, "SELECT a FROM t") == ["short"])
    }
  }

  @Test func `A statement above the limit of SQLite`() throws {
    let db = try TestDatabase.memory()
    let long = SQL(text: "SELECT '" + String(repeating: "x", count: 1_100_000_000 / 1000) + "'")
    #expect(try db.first(String.self, long)?.utf8.count == 1_100_000)
    let deep = SQL(text: "SELECT " + String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000))
    let error = try #require(#expect(throws: DatabaseError.self) { try db.query(deep) })
    #expect(error.kind == .dataTooLong)
    let wide = SQL(text: "SELECT " + Array(repeating: "1", count: 40_000).joined(separator: ","))
    let columns = try #require(#expect(throws: DatabaseError.self) { try db.query(wide) })
    #expect(columns.kind == .dataTooLong)
  }
}
