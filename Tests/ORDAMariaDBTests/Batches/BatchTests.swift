import Foundation
import ORDA
import Testing

@Suite("Batches on MariaDB")
struct BatchTests {
  static let table: SQL = "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) UNIQUE)"

  @Test func `All elements, and how many rows were changed`() throws {
    let test = try TestDatabase("", Self.table)
    let db = test.db
    #expect(db.capabilities.contains(.arrayBinding))
    let insert = try db.prepare("INSERT INTO t (name) VALUES (?)")
    #expect(try insert.executeMany((0..<2500).map { ["n\($0)"] as Parameters }) == 2500)
    #expect(try insert.executeMany(["a", "b"]) { name, parameters in try parameters.bind(name) } == 2)
    #expect(try insert.executeMany([Parameters]()) == 0)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 2502)
    let update = try db.prepare("UPDATE t SET name = concat(name, ?) WHERE name LIKE ?")
    #expect(try update.executeMany([["!", "n24%"], ["?", "n2%"]]) == 111 + 611)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t WHERE name LIKE '%!?'") == 111)
    let delete = try db.prepare("DELETE FROM t WHERE name = ?")
    #expect(try delete.executeMany((0..<1200).map { ["n\($0)"] as Parameters }) == 1089)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 2502 - 1089)
  }

  @Test func `A thousand rows go in one message`() throws {
    let test = try TestDatabase("pool.max=1", "CREATE TABLE t (a INT, b VARCHAR(20), c DOUBLE)")
    func questions() throws -> Int {
      Int(try test.db.query("SHOW SESSION STATUS LIKE 'Questions'")[0].get(1, as: String.self)) ?? 0
    }
    let insert = try test.db.prepare("INSERT INTO t VALUES (?, ?, ?)")
    let before = try questions()
    #expect(try insert.executeMany(0..<5000) { try $1.bind($0, "row \($0)", Double($0)) } == 5000)
    // START TRANSACTION, five arrays, COMMIT, and what is asked here.
    #expect(try questions() - before < 20)
    #expect(
      try test.db.query((Int, Int, Double).self, "SELECT count(*), count(DISTINCT b), sum(c) FROM t")[0]
        == (5000, 5000, 12_497_500))
  }

  @Test func `Types that change from row to row`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(60), n DECIMAL(30, 10))")
    let time = CivilTime("-100:01:02.5")
    let values: [(any ValueConvertible)?] = [
      nil, 1, 2, nil, "text", "", "\u{0}\\'\"%_\t\n", 2.5, ExactDecimal("1234567890.0123456789"), UInt64.max, true,
      CivilDate("2026-02-28"), CivilTimestamp("2026-02-28 01:02:03.000004"), time, [0x41, 0x42] as [UInt8], nil, "end",
    ]
    let insert = try test.db.prepare("INSERT INTO t (id, v) VALUES (?, ?)")
    #expect(try insert.executeMany(values.enumerated().map { [$0.offset, $0.element] as Parameters }) == values.count)
    #expect(
      try test.db.query(String?.self, "SELECT v FROM t ORDER BY id") == [
        nil, "1", "2", nil, "text", "", "\u{0}\\'\"%_\t\n", "2.5", "1234567890.0123456789", "18446744073709551615", "1",
        "2026-02-28", "2026-02-28 01:02:03.000004", "-100:01:02.500000", "AB", nil, "end",
      ])
    // The same one by one.
    for (index, value) in values.enumerated() {
      try test.db.execute("INSERT INTO t (id, v) VALUES (?, ?)", 100 + index, value)
    }
    #expect(
      try test.db.first(
        Int.self, "SELECT count(*) FROM t AS a JOIN t AS b ON b.id = a.id + 100 AND b.v <=> a.v") == values.count)
  }

  @Test func `Every type in arrays`() throws {
    struct Line: Codable, Equatable {
      var id: Int
      var big: UInt64
      var real: Double
      var exact: ExactDecimal
      var day: CivilDate?
      var moment: CivilTimestamp?
      var span: CivilTime?
      var text: String?
      var bytes: [UInt8]
    }
    let test = try TestDatabase(
      "",
      """
      CREATE TABLE t (id INT PRIMARY KEY, big BIGINT UNSIGNED, `real` DOUBLE, exact DECIMAL(40, 5), day DATE,
        moment DATETIME(6), span TIME(6), text TEXT, bytes BLOB)
      """)
    let insert = try test.db.prepare(
      "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    func line(_ n: Int) -> Line {
      Line(
        id: n, big: UInt64.max - UInt64(n), real: Double(n) / 3, exact: ExactDecimal("\(n).12345") ?? 0,
        day: n % 3 == 0 ? nil : CivilDate("2026-01-31"),
        moment: n % 2 == 0 ? nil : CivilTimestamp("2026-01-31 00:00:00.5"),
        span: n % 5 == 0 ? nil : CivilTime("-00:00:0\(n % 10)"),
        text: n % 7 == 0 ? nil : String(repeating: "ä€\u{1F3B8}", count: n % 50),
        bytes: [UInt8](repeating: UInt8(n % 256), count: n % 300))
    }
    #expect(
      try insert.executeMany((0..<2100).map(line)) { l, p in
        try p.bind(l.id, l.big, l.real, l.exact, l.day, l.moment, l.span, l.text, l.bytes)
      } == 2100)
    let read = try test.db.query(Line.self, "SELECT * FROM t ORDER BY id")
    #expect(read.count == 2100)
    for (n, found) in read.enumerated() { #expect(found == line(n)) }
  }

  @Test func `Columns of nothing but NULLs, of any type`() throws {
    let test = try TestDatabase(
      "", "CREATE TABLE t (id INT, x UUID, a INET6, p POINT, d DATETIME, j JSON, s VARCHAR(9))")
    let insert = try test.db.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)")
    let rows = (0..<1500).map { Parameters(values: [$0, nil, nil, nil, nil, nil, nil]) }
    #expect(try insert.executeMany(rows) == 1500)
    #expect(
      try test.db.first(
        Int.self,
        "SELECT count(*) FROM t WHERE x IS NULL AND a IS NULL AND p IS NULL AND d IS NULL AND j IS NULL AND s IS NULL")
        == 1500)
  }

  @Test func `Long values are split over messages, and one that is too long is refused`() throws {
    let test = try TestDatabase("pool.max=1", "CREATE TABLE t (id INT PRIMARY KEY, v LONGTEXT)")
    let insert = try test.db.prepare("INSERT INTO t VALUES (?, ?)")
    let packet = try #require(try test.db.first(Int.self, "SELECT @@max_allowed_packet"))
    // 60 times 700 kB is more than one message may have, and 3 MB is more than is sent together.
    let long = String(repeating: "x", count: 700_000)
    #expect(
      try insert.executeMany(0..<60) { try $1.bind($0, $0 == 30 ? String(repeating: "y", count: 3_000_000) : long) }
        == 60)
    #expect(try test.db.first(Int.self, "SELECT sum(length(v)) FROM t") == 59 * 700_000 + 3_000_000)
    let tooLong = String(repeating: "z", count: packet)
    let error = try failure { try insert.executeMany(100..<110) { try $1.bind($0, $0 == 105 ? tooLong : "s") } }
    #expect(error.kind == .dataTooLong)
    #expect(error.batchIndex == 5)
    #expect(error.message.contains("max_allowed_packet"))
    // The connection is as good as before.
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 60)
    #expect(test.db.statistics.connections == 1)
  }

  @Test func `Replacements and updates in the place of insertions count once`() throws {
    let test = try TestDatabase("", Self.table)
    let db = test.db
    try db.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')")
    let upsert = try db.prepare("INSERT INTO t VALUES (?, ?) ON DUPLICATE KEY UPDATE name = VALUES(name)")
    #expect(try upsert.executeMany([[1, "A2"], [2, "b"], [3, "c"]]) == 3)
    #expect(try db.prepare("REPLACE INTO t VALUES (?, ?)").executeMany([[1, "A3"], [4, "d"]]) == 2)
    #expect(try db.prepare("INSERT IGNORE INTO t VALUES (?, ?)").executeMany([[1, "z"], [5, "e"], [6, "a3"]]) == 1)
    let both = try db.prepare("INSERT IGNORE INTO t VALUES (?, ?) ON DUPLICATE KEY UPDATE name = VALUES(name)")
    let elements: [Parameters] = [[1, "A4"], [5, "A4"], [7, "f"]]
    struct Undone: Error {}
    var expected = 0
    #expect(throws: Undone.self) {
      try db.transaction { tx in
        for element in elements { expected += try both.execute(element).changed ?? 0 }
        throw Undone()
      }
    }
    #expect(try both.executeMany(elements) == expected)
    #expect(try db.prepare("INSERT INTO t (name) VALUES (?), (?)").executeMany([["x", "y"], ["z", "w"]]) == 4)
    #expect(
      try db.query(String.self, "SELECT name FROM t ORDER BY id") == [
        "A4", "b", "c", "d", "e", "f", "x", "y", "z", "w",
      ])
  }

  @Test func `Statements that the server runs for no arrays are run one by one`() throws {
    let test = try TestDatabase("", Self.table)
    let db = test.db
    let copy = try db.prepare("INSERT INTO t (name) SELECT ?")
    #expect(try copy.executeMany((0..<30).map { ["n\($0)"] as Parameters }) == 30)
    #expect(try copy.executeMany([["a"], ["b"]]) == 2)
    let error = try failure { try copy.executeMany([["c"], ["d"], ["a"], ["e"]]) }
    #expect(error.kind == .constraint(.unique))
    #expect(error.batchIndex == 2)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 32)
  }

  @Test func `Rows that a batch returns are passed over`() throws {
    let test = try TestDatabase("pool.max=1", Self.table)
    let db = test.db
    let returning = try db.prepare("INSERT INTO t (name) VALUES (?), (?) RETURNING id")
    #expect(try returning.executeMany([["a", "b"], ["c", "d"]]) == 4)
    let error = try failure { try returning.executeMany([["e", "f"], ["g", "a"], ["h", "i"]]) }
    #expect(error.kind == .constraint(.unique))
    #expect(error.batchIndex == 1)
    #expect(try returning.executeMany([["e", "f"]]) == 2)
    let delete = try db.prepare("DELETE FROM t WHERE name = ? OR name = ? RETURNING id")
    #expect(try delete.executeMany([["a", "x"], ["y", "z"], ["b", "c"]]) == 3)
    #expect(try db.query(String.self, "SELECT name FROM t ORDER BY name") == ["d", "e", "f"])
  }

  @Test func `An array and an execution of the same statement, in turn`() throws {
    let test = try TestDatabase("pool.max=1", "CREATE TABLE t (a INT, b VARCHAR(10))")
    let insert = try test.db.prepare("INSERT INTO t VALUES (?, ?)")
    try insert.execute(1, "one")
    try insert.executeMany([[2, "two"], [3, nil]])
    try insert.execute("4", 4)
    try insert.executeMany([["5", "five"]])
    try insert.execute(nil, nil)
    #expect(
      try test.db.query("SELECT * FROM t").rows.map(\.values) == [
        [1, "one"], [2, "two"], [3, nil], [4, "4"], [5, "five"], [nil, nil],
      ])
  }

  @Test func `A batch goes on where its table was changed meanwhile`() throws {
    let test = try TestDatabase("pool.max=1", "CREATE TABLE t (a INT, b VARCHAR(10))")
    let insert = try test.db.prepare("INSERT INTO t (a) VALUES (?)")
    try insert.executeMany([[1], [2]])
    try test.db.execute("ALTER TABLE t MODIFY a BIGINT NOT NULL, ADD c INT")
    try insert.executeMany([[3_000_000_000], [4]])
    #expect(try test.db.query(Int.self, "SELECT a FROM t ORDER BY a") == [1, 2, 4, 3_000_000_000])
  }
}
