import Foundation
import ORDA
import Testing

@Suite("How MariaDB stores each type")
struct StorageTests {
  @Test("What is read, untyped and typed, and what text gives", arguments: StorageTable.rows.indices)
  func storage(index: Int) throws {
    let test = try TestDatabase()
    let db = test.db
    for (number, example) in StorageTable.rows[index].examples.enumerated() {
      try db.execute(SQL(text: "CREATE TABLE t\(number) (x \(example.type))"))
      try db.execute(SQL(text: "INSERT INTO t\(number) VALUES (?)"), example.bound)
      let row = try #require(try db.first(SQL(text: "SELECT x FROM t\(number)")))
      #expect(row[0] == example.read, "\(example.type)")
      #expect(try example.comesBack(row), "\(example.type)")
      // A row that is lent is read in another way than one that is kept.
      try db.forEach(SQL(text: "SELECT x, x FROM t\(number)")) { row in
        let second = try row[1]
        #expect(second == example.read)
      }
      // What the server sends as text is the same.
      let text = try #require(try db.first(SQL(text: "EXECUTE IMMEDIATE 'SELECT x FROM t\(number)'")))
      #expect(text[0] == example.read, "as text: \(example.type)")
    }
  }

  @Test func `Bound beside other columns, as a batch of rows`() throws {
    let test = try TestDatabase(
      "", "CREATE TABLE t (a INT, b VARCHAR(100), c DOUBLE, d DATETIME(6), e BLOB, f BIGINT UNSIGNED)")
    let db = test.db
    let when = try #require(CivilTimestamp("2026-01-31 12:34:56.5"))
    for index in 0..<20 {
      // The types of one parameter change from row to row.
      let parity = index % 2 == 0
      try db.execute(
        "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)", parity ? index : nil, parity ? "text \(index)" : index,
        parity ? 0.5 : 3, parity ? when : nil, parity ? Data([UInt8(index)]) : "é", UInt64.max - UInt64(index))
    }
    let rows = try db.query("SELECT * FROM t ORDER BY f DESC").rows
    #expect(rows.count == 20)
    #expect(
      rows[2].values == [.int(2), .text("text 2"), .double(0.5), .timestamp(when), .bytes([2]), .uint(.max - 2)])
    #expect(rows[3].values == [.null, .text("3"), .double(3), .null, .bytes([0xC3, 0xA9]), .uint(.max - 3)])
  }

  @Test func `TIMESTAMP is the same moment whatever the time zone`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (x TIMESTAMP(6) NULL)")
    let moment = try #require(Instant("2026-07-01 12:00:00Z"))
    try test.db.execute("INSERT INTO t VALUES (?)", moment)
    // As another program would see it, whose session is elsewhere.
    try test.db.withConnection { connection in
      try connection.execute("SET time_zone = '+05:30'")
      #expect(try connection.first(String.self, "SELECT cast(x AS CHAR) FROM t") == "2026-07-01 17:30:00.000000")
    }
    let other = try test.another()
    #expect(try other.first(Instant.self, "SELECT x FROM t") == moment)
    #expect(try other.first(String.self, "SELECT @@time_zone") == "+00:00")
    #expect(throws: DatabaseError.self) { try test.another("session.time_zone=SYSTEM") }
  }

  @Test func `Numbers that MariaDB has not are refused, and say which parameter they are`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (a INT, x DOUBLE)")
    for (value, word) in [(Double.nan, "NaN"), (.infinity, "infinity"), (-.infinity, "infinity")] {
      let error = try failure { try test.db.execute("INSERT INTO t VALUES (?, ?)", 1, value) }
      #expect(error.kind == .outOfRange)
      #expect(error.message == "parameter 2: MariaDB can't store \(word)")
    }
    #expect(
      try failure { try test.db.execute("INSERT INTO t (x) VALUES (?)", CivilTime(microseconds: 3_020_400_000_000)) }
        .kind == .outOfRange)
    #expect(
      try failure { try test.db.execute("INSERT INTO t (x) VALUES (?)", CivilDate("-0001-01-01")) }.kind == .outOfRange)
    // The statement is of use after that.
    #expect(try test.db.execute("INSERT INTO t VALUES (?, ?)", 1, 2.5).changed == 1)
  }

  @Test func `Dates that no calendar has are an error, or NULL where the URL says so`() throws {
    let test = try TestDatabase("session.sql_mode=", "CREATE TABLE t (id INT, d DATE, m DATETIME(6))")
    try test.db.execute(
      "INSERT INTO t VALUES (1, '2026-01-31', '2026-01-31 01:02:03'), (2, '0000-00-00', NULL), (3, '2026-02-00', NULL)")
    #expect(try test.db.query("SELECT d, m FROM t WHERE id = 1").count == 1)
    let error = try failure { try test.db.query("SELECT id, d FROM t WHERE id = 2") }
    #expect(error.kind == .outOfRange)
    #expect(error.column == "d")
    #expect(error.message.contains("zero-dates=null"))
    #expect(try failure { try test.db.query("SELECT id, d FROM t") }.column == "d")
    // The connection goes on.
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 3)
    let lenient = try test.another("zero-dates=null")
    #expect(
      try lenient.query("SELECT d FROM t ORDER BY id").rows.map { $0[0] }
        == [CivilDate("2026-01-31").map { .date($0) }, .null, .null])
  }

  @Test func `A value of the wrong type is no other type's`() throws {
    let test = try TestDatabase("", "CREATE TABLE t (i INT, s VARCHAR(10), d DECIMAL(5,2), b BLOB)")
    try test.db.execute("INSERT INTO t VALUES (5, '12', 1.50, 'x')")
    let row = try #require(try test.db.first("SELECT * FROM t"))
    #expect(try failure { try row.get("s", as: Int.self) }.kind == .typeMismatch)
    #expect(try failure { try row.get("d", as: Int.self) }.kind == .outOfRange)
    #expect(try failure { try row.get("b", as: String.self) }.kind == .typeMismatch)
    #expect(try row.get("i", as: Double.self) == 5)
  }

  @Test func `The documentation is the table`() throws {
    let page = Repository.folder.appendingPathComponent("Drivers/MariaDB/ORDAMariaDB/ORDAMariaDB.docc/Storage.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains(StorageTable.markdown), "the page should hold:\n\(StorageTable.markdown)")
  }
}
