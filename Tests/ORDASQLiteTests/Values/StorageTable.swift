import Foundation
import ORDA

/// The documented table of how SQLite stores each type: the tests run its examples, and the documentation prints it.
enum StorageTable {
  struct Row: Sendable {
    var types: String
    var storage: String
    var form: String
    var readsFrom: String
    var examples: [Example]
  }

  /// A value, how ``shown(_:)`` shows what was stored, and whether it comes back.
  struct Example: Sendable {
    var value: (any ValueConvertible)?
    var shown: String
    var comesBack: @Sendable (FetchedRow) throws -> Bool
  }

  static func example<T: ValueConvertible & ColumnValue & Equatable>(_ value: T, _ shown: String) -> Example {
    Example(value: value, shown: shown) { try $0.get(0, as: T.self) == value }
  }

  struct Song: Codable, Equatable, Sendable {
    var title: String
    var seconds: Int?
  }
  enum Colour: String, ValueConvertible, ColumnValue { case red, blue }
  enum Level: Int, ValueConvertible, ColumnValue { case low = 1, high = 9 }

  static let rows: [Row] = [
    Row(
      types: "`nil`", storage: "null", form: "NULL", readsFrom: "any optional type reads it as nil",
      examples: [
        example(Int?.none, "NULL"), example(String?.none, "NULL"), example(Value.null, "NULL"),
        Example(value: nil, shown: "NULL") { try $0.get(0, as: [UInt8]?.self) == nil },
      ]),
    Row(
      types: "`Bool`", storage: "integer", form: "`1`, `0`", readsFrom: "the integers 0 and 1",
      examples: [example(true, "1"), example(false, "0")]),
    Row(
      types: "`Int`, `Int8` … `Int128`, `UInt8` … `UInt128`", storage: "integer",
      form: "up to 9223372036854775807; above that `.outOfRange`", readsFrom: "integers; whole reals",
      examples: [
        example(Int.min, "-9223372036854775808"), example(Int.max, "9223372036854775807"), example(Int8.min, "-128"),
        example(Int16.max, "32767"), example(Int32.min, "-2147483648"), example(Int64.max, "9223372036854775807"),
        example(UInt8.max, "255"), example(UInt16.max, "65535"), example(UInt32.max, "4294967295"),
        example(UInt64(Int64.max), "9223372036854775807"), example(UInt.zero, "0"), example(Int128(-5), "-5"),
        example(UInt128(5), "5"), example(Value.int(-3), "-3"), example(Int?.some(3), "3"),
      ]),
    Row(
      types: "`Double`, `Float`", storage: "real", form: "the same bits; NaN is `.outOfRange`",
      readsFrom: "reals; integers that the type holds exactly",
      examples: [
        example(0.1, "0.1"), example(-2.5e300, "-2.5e+300"), example(Double.leastNonzeroMagnitude, "5e-324"),
        example(Double.infinity, "inf"), example(-Double.infinity, "-inf"), example(Float(0.1), "0.10000000149011612"),
        example(Float.greatestFiniteMagnitude, "3.4028234663852886e+38"), example(Value.double(1.5), "1.5"),
      ]),
    Row(
      types: "`ExactDecimal`, `Decimal`", storage: "text", form: "`-12.30`, all digits",
      readsFrom: "text that is a number; integers; reals, by their shortest digits",
      examples: [
        Example(value: ExactDecimal("12.30"), shown: "'12.30'") { try $0.get(0, as: ExactDecimal.self).scale == 2 },
        Example(value: ExactDecimal("-0.000000000000000000000000000001"), shown: "'-0.000000000000000000000000000001'")
        {
          try $0.get(0, as: ExactDecimal.self).description == "-0.000000000000000000000000000001"
        },
        Example(
          value: ExactDecimal("98765432109876543210987654321098765432109876543210987654321.012345"),
          shown: "'98765432109876543210987654321098765432109876543210987654321.012345'"
        ) { try $0.get(0, as: ExactDecimal.self).digitCount == 65 },
        example(Decimal(string: "-3.75") ?? 0, "'-3.75'"),
      ]),
    Row(
      types: "`String`, `Substring`", storage: "text", form: "as it is, in UTF-8; NULs are kept", readsFrom: "text",
      examples: [
        example("", "''"), example("it's 🎷 Ünïcödé", "'it''s 🎷 Ünïcödé'"), example("abcdef".dropFirst(2), "'cdef'"),
        example(Value.text("12"), "'12'"),
      ]),
    Row(
      types: "`[UInt8]`, `Data`", storage: "blob", form: "as they are", readsFrom: "blobs",
      examples: [
        example([] as [UInt8], "X''"), example([0, 1, 254, 255] as [UInt8], "X'0001FEFF'"),
        example(Data([0x61, 0]), "X'6100'"), example(Value.bytes([7]), "X'07'"),
      ]),
    Row(
      types: "`CivilDate`", storage: "text", form: "`2026-01-31`, `-0044-03-15`", readsFrom: "that text",
      examples: [
        Example(value: CivilDate(year: 2024, month: 2, day: 29), shown: "'2024-02-29'") {
          try $0.get(0, as: CivilDate.self).day == 29
        },
        Example(value: CivilDate(year: -44, month: 3, day: 15), shown: "'-0044-03-15'") {
          try $0.get(0, as: CivilDate.self) == CivilDate(year: -44, month: 3, day: 15)
        },
      ]),
    Row(
      types: "`CivilTime`", storage: "text", form: "`12:34:56.123456`, `-838:59:59`",
      readsFrom: "that text, with up to nine digits of fraction or none",
      examples: [
        example(CivilTime(microseconds: 45_296_123_456), "'12:34:56.123456'"),
        example(CivilTime(microseconds: -3_020_399_000_000), "'-838:59:59'"),
      ]),
    Row(
      types: "`CivilTimestamp`", storage: "text", form: "`2026-01-31 12:34:56.123456`",
      readsFrom: "that text, with a space or a `T`, and up to nine digits of fraction or none",
      examples: [
        Example(value: CivilTimestamp("1582-10-15 23:59:59.999999"), shown: "'1582-10-15 23:59:59.999999'") {
          try $0.get(0, as: CivilTimestamp.self).description == "1582-10-15 23:59:59.999999"
        }
      ]),
    Row(
      types: "`Instant`, `Date`", storage: "text", form: "`2026-01-31 12:34:56.123456Z`, to the microsecond",
      readsFrom: "that text, also with another zone or, as UTC, without; integers and reals, as Unix seconds",
      examples: [
        Example(value: Instant(microsecondsSince1970: -1), shown: "'1969-12-31 23:59:59.999999Z'") {
          try $0.get(0, as: Instant.self).microsecondsSince1970 == -1
        },
        example(Date(timeIntervalSinceReferenceDate: 1_234_567.25), "'2001-01-15 06:56:07.250000Z'"),
      ]),
    Row(
      types: "`UUID`", storage: "text", form: "36 characters in lower case",
      readsFrom: "that text in any case; 16 bytes",
      examples: [
        example(
          UUID(uuid: (0xDE, 0xAD, 0xBE, 0xEF, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
          "'deadbeef-0001-0203-0405-060708090a0b'")
      ]),
    Row(
      types: "`URL`", storage: "text", form: "its absolute text", readsFrom: "text",
      examples: [
        Example(value: URL(string: "https://example.org/a%20b?c=d#e"), shown: "'https://example.org/a%20b?c=d#e'") {
          try $0.get(0, as: URL.self).fragment == "e"
        }
      ]),
    Row(
      types: "`JSON`", storage: "text", form: "JSON with sorted keys", readsFrom: "text and blobs that are JSON",
      examples: [
        example(JSON(Song(title: "Blue \"Train\"", seconds: 641)), #"'{"seconds":641,"title":"Blue \"Train\""}'"#),
        example(JSON([1, 2]), "'[1,2]'"), Example(value: Value.json("{}"), shown: "'{}'") { $0[0] == .text("{}") },
      ]),
    Row(
      types: "a `RawRepresentable`", storage: "its raw value's", form: "its raw value's",
      readsFrom: "what its raw value is read from, where it has such a value",
      examples: [example(Colour.blue, "'blue'"), example(Level.high, "9")]),
  ]

  /// A stored value as SQL writes it; numbers as Swift prints them, for SQLite's digits differ from version to version.
  static func shown(_ value: Value) -> String {
    switch value {
    case .text(let text): "'" + text.replacingOccurrences(of: "'", with: "''") + "'"
    case .bytes(let bytes): "X'" + bytes.map { String(format: "%02X", $0) }.joined() + "'"
    default: "\(value)"
    }
  }

  /// The table as the documentation has it.
  static var markdown: String {
    let lines = rows.map { "| \($0.types) | \($0.storage) | \($0.form) | \($0.readsFrom) |" }
    return (["| type | storage class | what is stored | reads back from |", "|---|---|---|---|"] + lines)
      .joined(separator: "\n")
  }
}
