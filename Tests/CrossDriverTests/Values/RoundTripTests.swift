import Foundation
import ORDA
import Testing

@Suite("Values, typed") struct RoundTripTests {
  /// A column, what is put into it, and whether it comes back.
  struct Case: Sendable, CustomTestStringConvertible {
    var column: String
    var value: any ValueConvertible
    var isNull: Bool
    var comesBack: @Sendable (FetchedRow) throws -> Bool
    var testDescription: String { "\(column): \("\(value)".prefix(60))" }

    init<T: ValueConvertible & ColumnValue & Equatable>(_ column: String, _ value: T, isNull: Bool = false) {
      self.column = column
      self.value = value
      self.isNull = isNull
      comesBack = { try $0.get(0, as: T.self) == value }
    }
  }

  enum Mood: String, ValueConvertible, ColumnValue { case calm, wild }

  struct Cover: Codable, Equatable { var colour: String, pages: [Int]? }

  static let cases: [Case] = [
    // Whole numbers.
    Case("TINYINT", Int8.min), Case("SMALLINT", Int16.max), Case("INTEGER", Int32.min), Case("BIGINT", Int64.min),
    Case("BIGINT", Int.max), Case("TINYINT UNSIGNED", UInt8.max), Case("INTEGER UNSIGNED", UInt32.max),
    Case("BIGINT UNSIGNED", UInt64(Int64.max)), Case("BIT(10)", 513), Case("BOOLEAN", true), Case("BOOLEAN", false),
    Case("INTEGER", Int?.none, isNull: true), Case("INTEGER", Int?.some(7)),
    // Fractions.
    Case("DOUBLE", 0.1), Case("DOUBLE", Double.leastNonzeroMagnitude), Case("DOUBLE", -1.797_693_134_862_315_7e308),
    Case("FLOAT", Float(1.1)),
    Case("DECIMAL(12,4)", ExactDecimal("-12345678.9012")), Case("DECIMAL(10,2)", Decimal(string: "3.70")),
    Case("VARCHAR(70)", ExactDecimal("-12345678901234567890123456789012345.123456789012345678901234567890")),
    // Text and bytes.
    Case("VARCHAR(400)", String(repeating: "Größe 🎷 ", count: 40)), Case("LONGTEXT", ""), Case("CHAR(5)", "ab"),
    Case("BLOB", Data([0, 0xC3, 0x28, 0xFF])), Case("VARBINARY(300)", (0..<300).map { UInt8($0 % 256) }),
    // Moments.
    Case("DATE", CivilDate("2024-02-29")), Case("DATE", CivilDate("9999-12-31")),
    Case("TIME(6)", CivilTime("23:59:59.999999")), Case("TIME(6)", CivilTime("-838:59:59.999999")),
    Case("DATETIME(6)", CivilTimestamp("2026-01-31 12:34:56.123456")),
    Case("DATETIME(6)", Date(timeIntervalSinceReferenceDate: 0.25)),
    Case("TIMESTAMP(6) NULL", Instant("2026-07-01 12:00:00.000001Z")),
    Case("TIMESTAMP(6) NULL", Date(timeIntervalSince1970: 1_800_000_000.5)),
    // Others.
    Case("UUID", UUID?.none, isNull: true),
    Case("UUID", UUID(uuid: (0xDE, 0xAD, 0xBE, 0xEF, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))),
    Case("CHAR(36)", UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
    Case("JSON", JSON(Cover(colour: "blau", pages: [1, 2]))), Case("VARCHAR(20)", Mood.wild),
    Case("VARCHAR(80)", URL(string: "https://example.org/a?b=c#d")),
  ]

  /// Types that PostgreSQL has not, times that are spans, and what its CHAR, which ends where its spaces begin, does not keep.
  static let elsewhere = [
    "TINYINT", "INTEGER UNSIGNED", "BIGINT UNSIGNED", "BIT", "VARBINARY", "TIME(6): Optional(-838", "CHAR(5)",
    "CHAR(36)",
  ]

  @Test(
    "come back as they went in, from a row that is kept and from one that is lent", arguments: Database.allCases,
    cases)
  func roundTrip(_ database: Database, _ value: Case) throws {
    if database == .postgresql, Self.elsewhere.contains(where: value.testDescription.hasPrefix) { return }
    let test = try database.opened(SQL(text: "CREATE TABLE t (x \(value.column))"))
    try test.db.execute("INSERT INTO t VALUES (?)", value.value)
    let row = try #require(try test.db.first("SELECT x FROM t"))
    #expect(try value.comesBack(row))
    #expect(row[0].isNull == value.isNull)
    var lent = 0
    try test.db.forEach("SELECT x FROM t") { row in
      if try value.comesBack(row.fetched()) { lent += 1 }
    }
    #expect(lent == 1)
    // It is found by its own value, too.
    if !value.isNull, !value.column.hasPrefix("FLOAT"), !value.column.hasPrefix("JSON") {
      #expect(try test.db.first(Int.self, "SELECT count(*) FROM t WHERE x = ?", value.value) == 1)
    }
  }

  @Test("Reading is strict", arguments: Database.allCases)
  func strict(_ database: Database) throws {
    let test = try database.opened(
      "CREATE TABLE t (i INTEGER, s VARCHAR(9), d DOUBLE, b BLOB, n INTEGER); INSERT INTO t VALUES (300, '12', 1.5, 'x', NULL)"
    )
    let row = try #require(try test.db.first("SELECT * FROM t"))
    #expect(try row.get("i", as: Double.self) == 300)
    #expect(try failure { try row.get("i", as: Int8.self) }.kind == .outOfRange)
    #expect(try failure { try row.get("i", as: String.self) }.kind == .typeMismatch)
    #expect(try failure { try row.get("s", as: Int.self) }.kind == .typeMismatch)
    #expect(try failure { try row.get("n", as: Int.self) }.kind == .unexpectedNull)
    #expect(try row.get("n", as: Int?.self) == nil)
    let error = try failure { try row.get("d", as: Int.self) }
    #expect(error.kind == .outOfRange || error.kind == .typeMismatch)
    #expect(error.column == "d")
  }

  @Test("NaN is refused, but by PostgreSQL", arguments: Database.allCases)
  func nan(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE t (x DOUBLE)")
    if database == .postgresql {
      try test.db.execute("INSERT INTO t VALUES (?)", Double.nan)
      #expect(try test.db.first(Double.self, "SELECT x FROM t")?.isNaN == true)
    } else {
      #expect(try failure { try test.db.execute("INSERT INTO t VALUES (?)", Double.nan) }.kind == .outOfRange)
      #expect(try test.db.first(Int.self, "SELECT count(*) FROM t") == 0)
    }
  }
}
