import Foundation
import ORDA
import Testing

@Suite("Values at the edge")
struct ExtremeValueTests {
  @Test(arguments: [
    0.0, -0.0, Double.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity,
    0.1 + 0.2,
  ])
  func `Doubles come back to the bit`(number: Double) throws {
    for db in try TestDatabase.both("CREATE TABLE t (x BLOB, y)") {
      try db.execute("INSERT INTO t VALUES (?, ?)", number, number)
      for column in ["x", "y"] {
        let read = try db.first(Double.self, "SELECT \(identifier: column) FROM t")
        #expect(read?.bitPattern == number.bitPattern)
      }
    }
  }

  @Test(arguments: [Double.nan, -Double.nan, Double(bitPattern: 0x7FF0_0000_0000_0001)])
  func `NaN is refused, for SQLite would store NULL`(number: Double) throws {
    let db = try TestDatabase.memory("CREATE TABLE t (x)")
    let values: [any ValueConvertible] = [number, Float(number), Value.double(number), Double?.some(number)]
    for value in values {
      let error = try #require(
        #expect(throws: DatabaseError.self) { try db.execute("INSERT INTO t VALUES (\(value))") })
      #expect(error.kind == .outOfRange)
      #expect(error.message.contains("NaN"))
    }
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
    try db.execute("INSERT INTO t VALUES (?)", 1.0)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 1)
  }

  @Test func `Integers above what SQLite has are refused`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (x)")
    let values: [any ValueConvertible] = [
      UInt64(Int64.max) + 1, UInt64.max, UInt.max, Value.uint(.max), Int128(Int64.max) + 1, Int128(Int64.min) - 1,
      UInt128.max,
    ]
    for value in values {
      let error = try #require(
        #expect(throws: DatabaseError.self) { try db.execute("INSERT INTO t VALUES (?)", value) })
      #expect(error.kind == .outOfRange, "\(value)")
    }
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
  }

  @Test func `A type that SQLite has not is refused`() throws {
    let db = try TestDatabase.memory()
    let error = try #require(
      #expect(throws: DatabaseError.self) {
        try db.query("SELECT ?", Value.other(type: "geometry", bytes: [1]))
      })
    #expect(error.kind == .unsupported)
    #expect(error.message.contains("geometry"))
  }

  @Test(arguments: ["", "\0", "a\0b", "\0\0end", "e\u{301}🧡👩‍👩‍👧‍👦", "\u{FEFF}x", String(repeating: "ß", count: 40)])
  func `Texts keep their bytes`(text: String) throws {
    for db in try TestDatabase.both("CREATE TABLE t (x TEXT)") {
      try db.execute("INSERT INTO t VALUES (?)", text)
      let row = try #require(try db.first("SELECT x, hex(x) FROM t"))
      #expect(Array(try row.get(0, as: String.self).utf8) == Array(text.utf8))
      #expect(try row.get(1, as: String.self) == text.utf8.map { String(format: "%02X", $0) }.joined())
      #expect(try db.first(Int.self, "SELECT count(*) FROM t WHERE x = \(text)") == 1)
      try db.forEach("SELECT x FROM t") { row in
        let bytes = try row.withUTF8(0) { Array($0) }
        #expect(bytes == Array(text.utf8))
      }
    }
  }

  @Test func `Ten megabytes of text and of bytes`() throws {
    let bytes = (0..<10_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let text = String(repeating: "é🧡0123\n", count: 10_000_000 / 11)
    for db in try TestDatabase.both("CREATE TABLE t (b BLOB, s TEXT)") {
      let insert = try db.prepare("INSERT INTO t VALUES (?, ?)")
      try insert.execute(bytes, text)
      let row = try #require(try db.first("SELECT b, s, length(b), length(CAST(s AS BLOB)) FROM t"))
      #expect(try row.get(0, as: [UInt8].self) == bytes)
      #expect(try row.get(1, as: String.self) == text)
      #expect(row.values[2...] == [.int(10_000_000), .int(Int64(text.utf8.count))])
      // The statement's memory is used again for something small.
      try insert.execute([1] as [UInt8], "x")
      #expect(try db.first(String.self, "SELECT s FROM t WHERE length(b) = 1") == "x")
    }
  }

  @Test func `Dates before 1970, with microseconds, and outside the calendar`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (x)")
    for microseconds: Int64 in [0, 1, -1, -62_135_596_800_000_001, 253_402_300_799_999_999, -377_705_116_800_000_000] {
      let instant = try #require(Instant(microsecondsSince1970: microseconds))
      #expect(try db.first(Instant.self, "SELECT ?", instant) == instant)
    }
    for microseconds: Int64 in [0, 1, -1, -2_208_988_800_000_001, 4_102_444_800_123_457] {
      let instant = try #require(Instant(microsecondsSince1970: microseconds))
      let row = try #require(try db.first("SELECT ?, ?", instant, instant.date))
      #expect(row[0] == row[1])
      #expect(try row.get(1, as: Date.self) == instant.date)
    }
    // A Date between two microseconds goes to the nearest, and what is read stores the same text again.
    let date = Date(timeIntervalSince1970: 0.1234567)
    #expect(try db.first(String.self, "SELECT ?", date) == "1970-01-01 00:00:00.123457Z")
    let read = try #require(try db.first(Date.self, "SELECT ?", date))
    #expect(try db.first(String.self, "SELECT ?", read) == "1970-01-01 00:00:00.123457Z")
    for date in [Date.distantFuture.addingTimeInterval(1e15), Date(timeIntervalSince1970: .nan)] {
      let error = try #require(#expect(throws: DatabaseError.self) { try db.query("SELECT ?", date) })
      #expect(error.kind == .outOfRange)
    }
  }

  @Test func `Dates are compared and computed by SQLite itself`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (x)")
    let dates = [-1.5, 0, 1, 86_400, 1e9].map { Date(timeIntervalSince1970: $0) }
    for date in dates.shuffled() { try db.execute("INSERT INTO t VALUES (\(date))") }
    #expect(try db.query(Date.self, "SELECT x FROM t ORDER BY x") == dates)
    #expect(try db.query(Int.self, "SELECT unixepoch(x) FROM t ORDER BY x") == [-2, 0, 1, 86_400, 1_000_000_000])
    #expect(try db.first(CivilDate.self, "SELECT date(x) FROM t WHERE x = ?", dates[3])?.description == "1970-01-02")
  }
}
