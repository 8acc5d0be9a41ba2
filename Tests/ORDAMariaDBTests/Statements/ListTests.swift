import Foundation
import ORDA
import TestSupport
import Testing

@testable import ORDAMariaDB

@Suite("Lists on MariaDB")
struct ListTests {
  private let test: TestDatabase

  init() throws {
    test = try TestDatabase(
      "",
      """
      CREATE TABLE t (
        id INT PRIMARY KEY, n BIGINT, u BIGINT UNSIGNED, d DOUBLE, m DECIMAL(30, 10), b VARBINARY(40),
        x VARCHAR(60) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci, l VARCHAR(60) CHARACTER SET latin1,
        y VARCHAR(60) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
        KEY (n), KEY (u), KEY (d), KEY (m), KEY (b), KEY (x), KEY (l), KEY (y));
      CREATE TABLE pair (a INT, b VARCHAR(20), v INT, PRIMARY KEY (a, b))
      """)
  }

  /// 40,000 rows, so that looking up a thousand is less work than reading all.
  private func fill() throws {
    try test.db.execute(
      """
      INSERT INTO t SELECT seq, seq, CAST(18446744073709551615 - seq AS UNSIGNED), seq / 3e0, seq, CONCAT('b', seq),
        CONCAT('name ', seq), CONCAT('name ', seq), CONCAT('name ', seq) FROM seq_1_to_40000
      """)
    try test.db.execute("INSERT INTO pair SELECT 1, x, n FROM t")
    try test.db.executeScript("ANALYZE TABLE t; ANALYZE TABLE pair")
  }

  private func keys(_ sql: SQL) throws -> [String] {
    try test.db.query("EXPLAIN \(sql)").rows.compactMap { row in
      let key = try row.get("key", as: String?.self)
      return try row.get("table", as: String?.self).map { "\($0) \(key ?? "-")" }
    }
  }

  private static func lists(_ ids: [Int]) -> [(column: String, list: ValueList)] {
    [
      ("id", ValueList(ids)), ("n", ValueList(ids)), ("u", ValueList(ids.map { UInt64.max - UInt64($0) })),
      ("d", ValueList(ids.map { Double($0) / 3 })), ("m", ValueList(ids.map { ExactDecimal(Int64($0)) })),
      ("b", ValueList(ids.map { Array("b\($0)".utf8) })), ("x", ValueList(ids.map { "NAME \($0)" })),
      ("l", ValueList(ids.map { "name \($0)" })), ("y", ValueList(ids.map { "name \($0)" })),
    ]
  }

  @Test func `The column's index is used, in reading and in writing, for short lists and for long ones`() throws {
    try fill()
    // Beyond a thousand values the server makes a table of a list.
    for ids in [Array(1...20), Array(1...1_100)] {
      for (column, list) in Self.lists(ids) {
        let index = column == "id" ? "PRIMARY" : column
        let isShort = ids.count == 20
        let read = try keys("SELECT * FROM t WHERE \(raw: column) IN \(list: list)")
        // Of a table, whose rows then come first, the index is used for each of them.
        #expect(read.contains { $0 == "t \(index)" }, "\(column): \(read)")
        if isShort {
          #expect(try keys("DELETE FROM t WHERE \(raw: column) IN \(list: list)") == ["t \(index)"])
          #expect(try keys("UPDATE t SET id = -id WHERE \(raw: column) IN \(list: list)") == ["t \(index)"])
        }
        #expect(
          try test.db.first(Int.self, "SELECT COUNT(*) FROM t WHERE \(raw: column) IN \(list: list)") == ids.count)
      }
    }
    let rows = (1...20).map { (1, "name \($0)") }
    #expect(try keys("SELECT * FROM pair WHERE (a, b) IN \(list: rows)") == ["pair PRIMARY"])
    #expect(try keys("DELETE FROM pair WHERE (a, b) IN \(list: rows)") == ["pair PRIMARY"])
  }

  @Test func `A list of 70,000 values of each type`() throws {
    try fill()
    let ids = (38_001...108_000).shuffled()
    for (column, list) in Self.lists(ids) {
      #expect(
        try test.db.first(Int.self, "SELECT COUNT(*) FROM t WHERE \(raw: column) IN \(list: list)") == 2_000,
        "\(column)")
    }
    #expect(try test.db.execute("DELETE FROM t WHERE id IN \(list: ids)").changed == 2_000)
  }

  /// Values that type or collation make equal to others, or not.
  static let values: [any ValueConvertible] = [
    0, 1, -1, 5, Int64.max, Int64.min, UInt64.max, 1.0, 1.5, 1e300, -2.5e-7, "1", "1.0", "5 ", "5", "", "a", "A", "a ",
    "a\u{0}b", "é", "e", [UInt8](), [UInt8(0x31)], [UInt8(0x61), 0], [0x61], "\\", "'", "\"", "\\'", Value.null,
  ]

  @Test func `It finds what its values find one by one`() throws {
    let insert = try test.db.prepare("INSERT IGNORE INTO t (id, n, d, b, x, l, y) VALUES (?1, ?2, ?2, ?2, ?2, ?2, ?2)")
    for (id, value) in Self.values.enumerated() { try insert.execute(id, value) }
    var generator = Seeded(15)
    for column in ["n", "d", "b", "x", "l", "y", "'a'", "1", "NULL"] {
      for round in 0..<50 {
        let sought =
          round < Self.values.count
          ? [Self.values[round]]
          : (0..<Int.random(in: 0...6, using: &generator)).map { _ in Self.values.randomElement(using: &generator) ?? 0
          }
        for word in ["IN", "NOT IN"] {
          func found(_ sql: SQL) -> String {
            do { return "\(try test.db.query(Int.self, sql))" } catch {
              return (error as? DatabaseError)?.kind.name ?? ""
            }
          }
          let one = found("SELECT id FROM t WHERE \(raw: column) \(raw: word) \(in: sought) ORDER BY id")
          let list = found("SELECT id FROM t WHERE \(raw: column) \(raw: word) \(list: sought) ORDER BY id")
          #expect(list == one, "\(column) \(word) \(sought)")
        }
      }
    }
  }

  @Test func `With its column named a list uses its index, whatever letters are in it`() throws {
    try fill()
    try test.db.execute("ALTER TABLE t ADD COLUMN v VARCHAR(60) CHARACTER SET utf8mb3, ADD KEY (v)")
    try test.db.executeScript("UPDATE t SET v = l; ANALYZE TABLE t")
    let count = 20
    for column in ["l", "x", "y", "v"] {
      let names = (1...count).map { "name \($0)" } + ["Ж", "🎷", "e\u{301}"]
      let named = ColumnName(column, of: TableName(name: "t"))
      #expect(try keys("SELECT * FROM t WHERE \(raw: column) IN \(list: names, of: named)") == ["t \(column)"])
      #expect(try keys("DELETE FROM t WHERE \(raw: column) IN \(list: names, of: named)") == ["t \(column)"])
      #expect(
        try test.db.first(Int.self, "SELECT COUNT(*) FROM t WHERE \(raw: column) IN \(list: names, of: named)") == count
      )
    }
    // Without the name the server refuses all of it for one letter.
    let refused = try failure { try test.db.query("SELECT id FROM t WHERE l IN \(list: ["name 1", "Ж"])") }
    #expect([1267, 1270].contains(refused.vendorCode))
  }

  @Test func `With its column named a list is compared by its collation, whatever letters are in it`() throws {
    try test.db.executeScript(
      """
      CREATE TABLE b (id INT PRIMARY KEY, l VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_bin);
      INSERT INTO b VALUES (1, 'e'), (2, 'E'), (3, '?'), (4, 'é'), (5, NULL)
      """)
    func found(_ sql: SQL) throws -> [Int] { try test.db.query(Int.self, "SELECT id FROM b WHERE \(sql) ORDER BY id") }
    #expect(try found("l IN \(list: ["E", "Ж"], of: "b.l")") == [2])
    #expect(try found("l IN \(list: ["Ж", "é", "e\u{301}"], of: "b.l")") == [4])
    #expect(try found("l IN \(list: ["Ж"], of: "b.l")") == [])
    #expect(try found("l IN \(list: ["ē", "E\u{304}"], of: "b.l")") == [])
    #expect(try found("l NOT IN \(list: ["E", "Ж"], of: "b.l")") == [1, 3, 4])
    #expect(try found("l NOT IN \(list: ["Ж"], of: "b.l")") == [1, 2, 3, 4])
    #expect(try found("l NOT IN \(list: [String](), of: "b.l")") == [1, 2, 3, 4, 5])
    let kept = try test.db.prepare("SELECT id FROM b WHERE l IN \(list: String.self, of: "b.l")")
    #expect(try kept.query(Int.self, ValueList(["Ж", "E"])) == [2])
    #expect(try found("id IN \(list: ["4", "Ж"], of: "b.id")") == found("id IN \(in: ["4", "Ж"])"))
  }

  @Test func `A column that was altered is compared as it is`() throws {
    try test.db.execute("CREATE TABLE b (id INT PRIMARY KEY, l VARCHAR(20) CHARACTER SET latin1)")
    try test.db.execute("INSERT INTO b VALUES (1, 'e')")
    let db = test.db
    func found(_ texts: [String]) throws -> [Int] {
      try db.query(Int.self, "SELECT id FROM b WHERE l IN \(list: texts, of: "b.l") ORDER BY id")
    }
    #expect(try found(["e", "Ж"]) == [1])
    try db.execute("ALTER TABLE b MODIFY l VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
    try db.execute("INSERT INTO b VALUES (2, 'Ж'), (3, 'E')")
    #expect(try found(["e", "Ж"]) == [1, 2])
    try db.execute("ALTER TABLE b MODIFY l VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci")
    #expect(try found(["e", "Ж"]) == [1, 2, 3])
    try db.execute("DELETE FROM b WHERE id = 2")
    try db.execute("ALTER TABLE b MODIFY l VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_bin")
    #expect(try found(["e", "Ж"]) == [1])
    try db.execute("ALTER TABLE b DROP COLUMN l")
    #expect(try failure { try found(["e", "Ж"]) }.kind == .noSuchColumn)
  }

  @Test func `A column that is named is looked for where the statement looks for it`() throws {
    try test.db.withConnection { connection in
      try connection.execute("CREATE TEMPORARY TABLE own (l VARCHAR(20) CHARACTER SET latin1)")
      try connection.execute("INSERT INTO own VALUES ('a')")
      #expect(try connection.query("SELECT * FROM own AS o WHERE o.l IN \(list: ["A", "Ж"], of: "own.l")").count == 1)
    }
    try test.db.execute("INSERT INTO t (id, l) VALUES (1, 'a')")
    try test.db.execute("CREATE VIEW seen AS SELECT l AS name FROM t")
    #expect(try test.db.query("SELECT * FROM seen WHERE name IN \(list: ["a", "Ж"], of: "seen.name")").count == 1)
    let missing: [(ColumnName, DatabaseError.Kind)] = [("gone.l", .noSuchTable), ("t.gone", .noSuchColumn)]
    for (name, kind) in missing {
      let error = try failure { try test.db.query("SELECT id FROM t WHERE l IN \(list: ["a"], of: name)") }
      #expect(error.kind == kind)
      #expect(error.message.contains("\(name)"))
      #expect(error.table == name.table.name)
    }
  }

  @Test func `Texts are whole in every SQL mode`() throws {
    let texts = ["\\", "\\'", "'", "''); DROP TABLE t; -- ", "a\u{0}b", "日本"]
    for mode in ["", "NO_BACKSLASH_ESCAPES", "ANSI_QUOTES"] {
      try test.db.withConnection { connection in
        try connection.execute("SET sql_mode = CONCAT(@@sql_mode, ',', \(mode))")
        try connection.execute("DELETE FROM t")
        for (id, text) in texts.enumerated() { try connection.execute("INSERT INTO t (id, y) VALUES (\(id), \(text))") }
        for (id, text) in texts.enumerated() {
          #expect(
            try connection.query(Int.self, "SELECT id FROM t WHERE y IN \(list: [text, "nobody"])") == [id], "\(text)")
        }
      }
    }
  }

  @Test func `The parameters that are too many name the list`() throws {
    let error = try failure { try test.db.query("SELECT 1 WHERE 1 IN \(in: Array(1...70_000))") }
    #expect(error.message.contains("\\(list:)"))
    #expect(try test.db.first(Int.self, "SELECT 1") == 1)
  }

  @Test func `A table that changes under a statement with a list`() throws {
    let statement = try test.db.prepare("SELECT * FROM pair WHERE a IN \(list: Int.self)")
    #expect(try statement.columns().map(\.name) == ["a", "b", "v"])
    try test.db.execute("INSERT INTO pair VALUES (1, 'x', 2), (2, 'y', 3)")
    #expect(try statement.query(ValueList([1, 3])).rows.count == 1)
    try test.db.execute("ALTER TABLE pair ADD COLUMN w INT DEFAULT 9")
    #expect(try statement.query(ValueList([2])).rows[0].values == [.int(2), .text("y"), .int(3), .int(9)])
  }

  @Test func `No server's statement outlives its run, and a failure leaves the connection usable`() throws {
    try test.db.withConnection { connection in
      func open() throws -> Int {
        try connection.first(
          Int.self,
          """
          SELECT CAST(SUM(IF(variable_name = 'Com_stmt_prepare', variable_value, -variable_value)) AS INT)
          FROM information_schema.session_status WHERE variable_name IN ('Com_stmt_prepare', 'Com_stmt_close')
          """) ?? -1
      }
      _ = try open()
      let before = try open()
      for count in 1...50 {
        _ = try connection.query("SELECT id FROM t WHERE id IN \(list: Array(1...count))")
      }
      #expect(try open() - before <= 5)
      let error = try failure { try connection.query("SELECT nothing FROM t WHERE id IN \(list: [1])") }
      #expect(error.kind == .noSuchColumn)
      #expect(try connection.query(Int.self, "SELECT 1 WHERE 1 IN \(list: [1])") == [1])
    }
  }

  @Test func `What the server can't be given is refused, with its row`() throws {
    let error = try failure { try test.db.query("SELECT 1 WHERE 1 IN \(list: [1, Double.infinity])") }
    #expect(error.kind == .outOfRange)
    #expect(error.message.contains("row 2 of a list"))
    #expect(try test.db.first(Int.self, "SELECT 1") == 1)
  }
}
