import Foundation
import ORDA

/// The documented table of how MariaDB stores each type: the tests run its examples, and the documentation prints it.
enum StorageTable {
  struct Row: Sendable {
    /// The SQL types, as the documentation lists them.
    var types: String
    /// What an untyped read gives.
    var value: String
    /// What is bound to it, and what it is read as.
    var swift: String
    var examples: [Example]
  }

  /// A column's type, what is bound, and what an untyped read gives.
  struct Example: Sendable {
    var type: String
    var bound: (any ValueConvertible)?
    var read: Value
    var comesBack: @Sendable (FetchedRow) throws -> Bool = { _ in true }
  }

  static func example<T: ValueConvertible & ColumnValue & Equatable>(
    _ type: String, _ value: T, _ read: Value
  ) -> Example {
    Example(type: type, bound: value, read: read) { try $0.get(0, as: T.self) == value }
  }

  static func timestamp(_ text: String) -> CivilTimestamp? { CivilTimestamp(text) }
  static func decimal(_ text: String) -> Value { ExactDecimal(text).map { .decimal($0) } ?? .null }

  static let long = String(repeating: "ÄÖ🎷x", count: 20_000)
  static let largeBytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  static let uuid = UUID(uuid: (0xDE, 0xAD, 0xBE, 0xEF, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))

  static let rows: [Row] = [
    Row(
      types: "`TINYINT`, `SMALLINT`, `MEDIUMINT`, `INT`, `BIGINT`, each also `UNSIGNED`", value: "integer",
      swift: "every integer type that it fits",
      examples: [
        example("TINYINT", Int8.min, .int(-128)), example("TINYINT UNSIGNED", UInt8.max, .int(255)),
        example("SMALLINT", Int16.min, .int(-32768)), example("SMALLINT UNSIGNED", UInt16.max, .int(65535)),
        example("MEDIUMINT", -8_388_608, .int(-8_388_608)),
        example("MEDIUMINT UNSIGNED", 16_777_215, .int(16_777_215)),
        example("INT", Int32.min, .int(-2_147_483_648)), example("INT UNSIGNED", UInt32.max, .int(4_294_967_295)),
        example("BIGINT", Int64.min, .int(.min)), example("BIGINT", Int64.max, .int(.max)),
        example("BIGINT UNSIGNED", UInt64.max, .uint(.max)), example("BIGINT UNSIGNED", UInt64(7), .int(7)),
        example("INT", Int?.none, .null),
      ]),
    Row(
      types: "`BOOLEAN`, which is `TINYINT(1)`", value: "integer", swift: "`Bool`, as 1 and 0",
      examples: [example("BOOLEAN", true, .int(1)), example("BOOLEAN", false, .int(0))]),
    Row(
      types: "`BIT(1)` to `BIT(64)`", value: "integer", swift: "unsigned integers",
      examples: [
        example("BIT(1)", true, .int(1)), example("BIT(10)", 513, .int(513)),
        example("BIT(64)", UInt64.max, .uint(.max)), example("BIT(64)", 1 << 40, .int(1 << 40)),
      ]),
    Row(
      types: "`YEAR`", value: "integer", swift: "integers",
      examples: [example("YEAR", 2026, .int(2026)), example("YEAR", 1901, .int(1901))]),
    Row(
      types: "`FLOAT`", value: "double", swift: "`Float`; as a `Double` it has the digits of a Float",
      examples: [example("FLOAT", Float(1.1), .double(Double(Float(1.1))))]),
    Row(
      types: "`DOUBLE`", value: "double", swift: "`Double`; NaN and infinity are `.outOfRange`",
      examples: [
        example("DOUBLE", 0.1, .double(0.1)), example("DOUBLE", -2.5e300, .double(-2.5e300)),
        example("DOUBLE", Double.leastNonzeroMagnitude, .double(.leastNonzeroMagnitude)),
        example("DOUBLE", Double.greatestFiniteMagnitude, .double(.greatestFiniteMagnitude)),
      ]),
    Row(
      types: "`DECIMAL`", value: "decimal", swift: "`ExactDecimal`, all 65 digits; `Decimal`, where it holds them",
      examples: [
        example(
          "DECIMAL(65,30)", ExactDecimal("-12345678901234567890123456789012345.123456789012345678901234567890"),
          decimal("-12345678901234567890123456789012345.123456789012345678901234567890")),
        example("DECIMAL(10,2)", Decimal(string: "-3.70"), decimal("-3.70")),
        example("DECIMAL(20)", ExactDecimal("12345678901234567890"), decimal("12345678901234567890")),
      ]),
    Row(
      types: "`CHAR`, `VARCHAR`, `TINYTEXT` to `LONGTEXT`, in any character set", value: "text", swift: "`String`",
      examples: [
        example("CHAR(5)", "ab", .text("ab")),
        example("VARCHAR(80)", "Grüße 🎷 'x' \\ \0.", .text("Grüße 🎷 'x' \\ \0.")),
        example("VARCHAR(10) CHARACTER SET latin1", "äöü", .text("äöü")), example("TINYTEXT", "", .text("")),
        example("MEDIUMTEXT", long, .text(long)), example("LONGTEXT", "x", .text("x")),
      ]),
    Row(
      types: "`ENUM`, `SET`, `INET4`, `INET6`", value: "text", swift: "`String`, and types with a String for raw value",
      examples: [
        example("ENUM('red','green')", "green", .text("green")), example("SET('a','b','c')", "a,c", .text("a,c")),
        example("INET4", "192.0.2.7", .text("192.0.2.7")), example("INET6", "2001:db8::1", .text("2001:db8::1")),
      ]),
    Row(
      types: "`BINARY`, `VARBINARY`, `TINYBLOB` to `LONGBLOB`", value: "bytes", swift: "`[UInt8]`, `Data`",
      examples: [
        example("BINARY(3)", [1, 0, 255] as [UInt8], .bytes([1, 0, 255])),
        example("VARBINARY(10)", [] as [UInt8], .bytes([])),
        example("BLOB", Data([0xC3, 0x28]), .bytes([0xC3, 0x28])),
        example("LONGBLOB", largeBytes, .bytes(largeBytes)),
      ]),
    Row(
      types: "`POINT` and the other geometries", value: "bytes",
      swift: "`[UInt8]`: four bytes of the reference system, then WKB",
      examples: [
        example(
          "POINT",
          [0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40] as [UInt8],
          .bytes([0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]))
      ]),
    Row(
      types: "`DATE`", value: "date", swift: "`CivilDate`, the years 0 to 9999",
      examples: [
        example("DATE", CivilDate(year: 2024, month: 2, day: 29), CivilDate("2024-02-29").map { .date($0) } ?? .null),
        example("DATE", CivilDate("9999-12-31"), CivilDate("9999-12-31").map { .date($0) } ?? .null),
      ]),
    Row(
      types: "`TIME`, to the microsecond as `TIME(6)`", value: "time",
      swift: "`CivilTime`, from -838:59:59.999999 to 838:59:59.999999",
      examples: [
        example("TIME(6)", CivilTime("12:34:56.123456"), .time(CivilTime(microseconds: 45_296_123_456))),
        example("TIME(6)", CivilTime("-838:59:59.999999"), .time(CivilTime(microseconds: -3_020_399_999_999))),
        example("TIME(6)", CivilTime("838:59:59.999999"), .time(CivilTime(microseconds: 3_020_399_999_999))),
        example("TIME(6)", CivilTime("-00:00:00.000001"), .time(CivilTime(microseconds: -1))),
        example("TIME", CivilTime("00:00:00"), .time(CivilTime(microseconds: 0))),
        example("TIME(2)", CivilTime("-24:00:00.5"), .time(CivilTime(microseconds: -86_400_500_000))),
      ]),
    Row(
      types: "`DATETIME`, to the microsecond as `DATETIME(6)`", value: "timestamp",
      swift: "`CivilTimestamp`; an `Instant` or a `Date` is stored in UTC",
      examples: [
        example(
          "DATETIME(6)", timestamp("2026-01-31 12:34:56.123456"),
          timestamp("2026-01-31 12:34:56.123456").map { .timestamp($0) } ?? .null),
        example(
          "DATETIME", timestamp("0001-01-01 00:00:00"), timestamp("0001-01-01 00:00:00").map { .timestamp($0) } ?? .null
        ),
        example(
          "DATETIME(6)", Date(timeIntervalSinceReferenceDate: 0.25),
          timestamp("2001-01-01 00:00:00.25").map { .timestamp($0) } ?? .null),
      ]),
    Row(
      types: "`TIMESTAMP`, to the microsecond as `TIMESTAMP(6)`", value: "instant",
      swift: "`Instant`, `Date`: the same moment in every time zone",
      examples: [
        example(
          "TIMESTAMP(6) NULL", Instant("2026-07-01 12:00:00.000001Z"),
          Instant("2026-07-01 12:00:00.000001Z").map { .instant($0) } ?? .null),
        example(
          "TIMESTAMP NULL", Instant("2038-01-19 03:14:07Z"),
          Instant("2038-01-19 03:14:07Z").map { .instant($0) } ?? .null),
      ]),
    Row(
      types: "`UUID`", value: "uuid", swift: "`UUID`; into text columns its 36 characters in lower case",
      examples: [
        example("UUID", uuid, .uuid(uuid)),
        example("CHAR(36)", uuid, .text("deadbeef-0001-0203-0405-060708090a0b")),
      ]),
    Row(
      types: "`JSON`, which is `LONGTEXT` with a check", value: "json", swift: "`JSON`, `String`",
      examples: [
        example("JSON", JSON(["a": 1]), .json(#"{"a":1}"#)), example("JSON", #"{"x": "ü"}"#, .json(#"{"x": "ü"}"#)),
      ]),
  ]

  /// The table as the documentation has it.
  static var markdown: String {
    let lines = rows.map { "| \($0.types) | \($0.value) | \($0.swift) |" }
    return (["| SQL type | an untyped read gives | in Swift |", "|---|---|---|"] + lines).joined(separator: "\n")
  }
}
