import CSQLite
import Foundation
import ORDA
import TestSupport
import Testing

@testable import ORDASQLite

@Suite("Lists on SQLite")
struct ListTests {
  private let file: TestDatabase

  init() throws {
    file = try TestDatabase(
      "",
      """
      CREATE TABLE t (
        id INTEGER PRIMARY KEY, n INT, x TEXT, r REAL, b BLOB, m NUMERIC, c TEXT COLLATE NOCASE, s TEXT COLLATE RTRIM);
      CREATE INDEX tn ON t (n); CREATE INDEX tx ON t (x); CREATE INDEX tr ON t (r); CREATE INDEX tb ON t (b);
      CREATE INDEX tm ON t (m); CREATE INDEX tc ON t (c); CREATE INDEX ts ON t (s);
      CREATE TABLE pair (a INT, b TEXT, v INT, PRIMARY KEY (a, b)) WITHOUT ROWID;
      """)
  }

  /// Values that affinity, collation or type make equal to others, or not.
  static let values: [any ValueConvertible] = [
    0, 1, -1, 5, Int64.max, Int64.min, 1.0, 1.5, 9_007_199_254_740_992.0, "1", "1.0", "01", "5 ", "5",
    "", "a", "A", "a ", "a\u{0}b", "A\u{0}B", "é", "É", "1e0", [UInt8](), [UInt8(0x31)], [0x61, 0], [0x61],
    Value.other(type: "text", bytes: [0x61, 0xFF]), Value.other(type: "text", bytes: [0xFF, 0x61]), Value.null,
  ]
  static let columns = [
    "n", "x", "r", "b", "m", "c", "s", "+n", "+x", "c COLLATE BINARY", "x COLLATE NOCASE", "id", "NULL", "'a'", "1",
  ]

  @Test func `It finds what its values find one by one, in columns of every affinity and collation`() throws {
    let insert = try file.db.prepare("INSERT INTO t (n, x, r, b, m, c, s) VALUES (?1, ?1, ?1, ?1, ?1, ?1, ?1)")
    for value in Self.values { try insert.execute(value) }
    var generator = Seeded(15)
    for column in Self.columns {
      for round in 0..<60 {
        let count = round < Self.values.count ? 1 : Int.random(in: 0...6, using: &generator)
        let sought =
          round < Self.values.count
          ? [Self.values[round]] : (0..<count).map { _ in Self.values.randomElement(using: &generator) ?? 0 }
        for word in ["IN", "NOT IN"] {
          // What a subquery gives SQLite rounds as a column of REAL does, and not what is bound by itself.
          if column == "r", sought.contains(where: { ($0 as? Int64) == .max }) { continue }
          let one: SQL = "SELECT id FROM t WHERE \(raw: column) \(raw: word) \(in: sought) ORDER BY id"
          let list: SQL = "SELECT id FROM t WHERE \(raw: column) \(raw: word) \(list: sought) ORDER BY id"
          #expect(try file.db.query(Int.self, list) == file.db.query(Int.self, one), "\(column) \(word) \(sought)")
          let texts = sought.compactMap { $0 as? String }
          let typed: SQL = "SELECT id FROM t WHERE \(raw: column) \(raw: word) \(list: texts) ORDER BY id"
          let each: SQL = "SELECT id FROM t WHERE \(raw: column) \(raw: word) \(in: texts) ORDER BY id"
          #expect(try file.db.query(Int.self, typed) == file.db.query(Int.self, each), "\(column) \(word) \(texts)")
        }
      }
    }
  }

  @Test func `A list with its column named is compared by that column's collation`() throws {
    for (id, text) in ["a", "A", "a "].enumerated() {
      try file.db.execute("INSERT INTO t (id, x, c, s) VALUES (?1, ?2, ?2, ?2)", id + 1, text)
    }
    func found(_ column: String) throws -> [Int] {
      let named = ColumnName(column, of: TableName(name: "t"))
      let sql: SQL = "SELECT id FROM t AS other WHERE \(raw: column) IN \(list: ["A"], of: named)"
      #expect(try plan(sql).first?.hasSuffix("INDEX t\(column) (\(column)=?)") == true)
      return try file.db.query(Int.self, sql + " ORDER BY id")
    }
    #expect(try found("x") == [2])
    #expect(try found("c") == [1, 2])
    #expect(try file.db.query(Int.self, "SELECT id FROM t WHERE s IN \(list: ["a"], of: "main.t.s")") == [1, 3])
    let kept = try file.db.prepare("SELECT id FROM t WHERE c NOT IN \(list: String.self, of: "t.c")")
    #expect(try kept.query(Int.self, ValueList(["A", "é"])) == [3])
  }

  @Test func `A column that is named is looked for where the statement looks for it`() throws {
    try file.db.withConnection { connection in
      try connection.execute("CREATE TEMPORARY TABLE own (x TEXT COLLATE NOCASE)")
      try connection.execute("INSERT INTO own VALUES ('a')")
      #expect(try connection.query("SELECT * FROM own WHERE x IN \(list: ["A"], of: "own.x")").count == 1)
      #expect(try connection.query("SELECT * FROM own WHERE x IN \(list: ["A"], of: "temp.own.x")").count == 1)
    }
    try file.db.execute("CREATE VIEW seen AS SELECT c AS name FROM t")
    #expect(try file.db.query("SELECT * FROM seen WHERE name IN \(list: ["A"], of: "seen.name")").count == 0)
    let missing: [(ColumnName, DatabaseError.Kind)] = [("gone.x", .noSuchTable), ("t.gone", .noSuchColumn)]
    for (name, kind) in missing {
      let sql: SQL = "SELECT id FROM t WHERE x IN \(list: ["a"], of: name)"
      let error = try #require(#expect(throws: DatabaseError.self) { try file.db.query(sql) })
      #expect(error.kind == kind)
      #expect(error.message.contains("\(name)"))
      #expect(error.table == name.table.name)
    }
  }

  private func plan(_ sql: SQL) throws -> [String] {
    try file.db.query((Int, Int, Int, String).self, "EXPLAIN QUERY PLAN \(sql)").map(\.3)
  }

  @Test func `The column's index is used, and that of a key of several`() throws {
    for column in ["n", "x", "r", "b", "m", "c", "s"] {
      for sql: SQL in [
        "SELECT * FROM t WHERE \(raw: column) IN \(list: [1, 2])",
        "DELETE FROM t WHERE \(raw: column) IN \(list: ["a"])",
        "UPDATE t SET id = id WHERE \(raw: column) IN \(list: [[UInt8(1)]])",
      ] {
        #expect(try plan(sql).first?.hasSuffix("INDEX t\(column) (\(column)=?)") == true)
      }
    }
    #expect(
      try plan("SELECT * FROM t WHERE id IN \(list: [1])").first == "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)")
    let pairs = try plan("SELECT * FROM pair WHERE (b, a) IN \(list: [("x", 1)])")
    #expect(pairs.first == "SEARCH pair USING PRIMARY KEY (a=? AND b=?)")
    // A number before a text: SQLite compares the text as it does the number, and uses as much of the index.
    #expect(
      try plan("SELECT * FROM pair WHERE (a, b) IN \(list: [(1, "x")])").first?.contains("PRIMARY KEY (a=?") == true)
  }

  @Test func `A list of 70,000 values of each type, in any order`() throws {
    let insert = try file.db.prepare("INSERT INTO t (id, x, b, r) VALUES (?, ?, ?, ?)")
    let ids = Array(1...200)
    let uuids = ids.map { _ in UUID() }
    try insert.executeMany(ids) { id, parameters in
      try parameters.bind(id, uuids[id - 1].uuidString.lowercased(), Array("bytes \(id)".utf8), Double(id) / 3)
    }
    let many = (1...70_000).shuffled()
    #expect(try file.db.query(Int.self, "SELECT id FROM t WHERE id IN \(list: many) ORDER BY id") == ids)
    let texts = uuids + (1...69_800).map { _ in UUID() }
    #expect(try file.db.first(Int.self, "SELECT COUNT(*) FROM t WHERE x IN \(list: texts.shuffled())") == 200)
    let bytes = many.map { Array("bytes \($0)".utf8) }
    #expect(try file.db.first(Int.self, "SELECT COUNT(*) FROM t WHERE b IN \(list: bytes)") == 200)
    let doubles = many.map { Double($0) / 3 }
    #expect(try file.db.first(Int.self, "SELECT COUNT(*) FROM t WHERE r IN \(list: doubles)") == 200)
  }

  @Test func `What SQLite can't store is refused, with its row`() throws {
    let error = try #require(
      #expect(throws: DatabaseError.self) { try file.db.query("SELECT 1 WHERE 1 IN \(list: [1, .nan])") })
    #expect(error.kind == .outOfRange)
    #expect(error.message.contains("row 2 of a list"))
    #expect(throws: DatabaseError.self) { try file.db.query("SELECT 1 WHERE 1 IN \(list: [UInt64.max])") }
    let wide = try ValueList(rows: [Array(repeating: 1, count: 17)], columns: 17)
    #expect(throws: DatabaseError.self) { try file.db.query("SELECT 1 WHERE 1 IN \(list: wide)") }
  }

  @Test func `The parameters that are too many name the list`() throws {
    let count = LimitTests.mostParameters + 1
    let error = try #require(
      #expect(throws: DatabaseError.self) {
        try file.db.query("SELECT 1 WHERE 1 IN \(in: Array(1...count))")
      })
    #expect(error.message.contains("\\(list:)"))
  }

  @Test func `Statements that are kept hold no memory of their lists`() async {
    await #expect(processExitsWith: .success) {
      let file = try TestDatabase("", "CREATE TABLE t (id INTEGER PRIMARY KEY)")
      func run(_ number: Int) throws {
        let sql: SQL = "SELECT \(raw: "\(number)") FROM t WHERE id IN \(list: Array(1...70_000))"
        _ = try file.db.query(sql)
      }
      try run(0)
      let before = residentBytes()
      // Each would keep more than a megabyte.
      for number in 1...60 { try run(number) }
      #expect(residentBytes() - before < 30 << 20)
    }
  }

  @Test func `Nobody else can reach the table of lists`() throws {
    #expect(throws: DatabaseError.self) { try file.db.query("SELECT * FROM orda_list(1)") }
    #expect(throws: DatabaseError.self) { try file.db.query("SELECT * FROM orda_list(?)", 1) }
    #expect(throws: DatabaseError.self) { try file.db.query("SELECT * FROM orda_list") }
    try file.db.execute("CREATE VIEW v AS SELECT * FROM orda_list")
    #expect(throws: DatabaseError.self) { try file.db.query("SELECT * FROM v") }
  }

  @Test func `A schema that changes under a statement with a list`() throws {
    let statement = try file.db.prepare("SELECT * FROM pair WHERE a IN \(list: Int.self)")
    try file.db.execute("INSERT INTO pair VALUES (1, 'x', 2), (2, 'y', 3)")
    #expect(try statement.query(ValueList([1, 3])).count == 1)
    try file.db.execute("ALTER TABLE pair ADD COLUMN w DEFAULT 9")
    let result = try statement.query(ValueList([2]))
    #expect(result.rows[0].values == [.int(2), .text("y"), .int(3), .int(9)])
  }
}
