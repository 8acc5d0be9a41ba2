import Foundation
import Testing

@testable import ORDA

private enum Color: String, Codable, ColumnValue, ValueConvertible { case red, green }
private enum Level: UInt8, ColumnValue, ValueConvertible { case low = 1, high = 200 }
private struct Point: Codable, Hashable, Sendable { var x: Int, at: Date? }

@Suite struct ConversionTests {
  let instant = Instant("2026-01-31 12:34:56.123456Z") ?? .now

  // MARK: Numbers

  private func boundaries<T: FixedWidthInteger & ColumnValue & ValueConvertible>(_ type: T.Type) throws {
    for number in [T.min, 0, 1, T.max, T.max - 1] {
      #expect(try read(try bound(number), as: type) == number)
      #expect(try bound(number) == (Int64(exactly: number).map { .int($0) } ?? .uint(UInt64(number))))
    }
    #expect(refusal(1.5, as: type) == .outOfRange)
    #expect(refusal(.double(.nan), as: type) == .outOfRange)
    #expect(refusal(.double(.infinity), as: type) == .outOfRange)
    #expect(refusal(.double(1e300), as: type) == .outOfRange)
    #expect(refusal(.decimal(ExactDecimal("0.5") ?? 0), as: type) == .outOfRange)
    #expect(refusal("1", as: type) == .typeMismatch)
    #expect(refusal(.bytes([1]), as: type) == .typeMismatch)
    #expect(refusal(.json("1"), as: type) == .typeMismatch)
    #expect(refusal(.null, as: type) == .unexpectedNull)
    #expect(try read(.double(7), as: type) == 7)
    #expect(try read(.double(-0.0), as: type) == 0)
    #expect(try read(.decimal(ExactDecimal("7.00") ?? 0), as: type) == 7)
    if T.min < 0 { #expect(try read(.int(-1), as: type) == -1) } else { #expect(refusal(-1, as: type) == .outOfRange) }
    if T.bitWidth < 64 {
      #expect(refusal(.int(.max), as: type) == .outOfRange)
      #expect(refusal(.int(.min), as: type) == .outOfRange)
      #expect(refusal(.uint(.max), as: type) == .outOfRange)
      #expect(refusal(.int(Int64(T.max) + 1), as: type) == .outOfRange)
    }
  }

  @Test func integersNeverWrap() throws {
    try boundaries(Int.self)
    try boundaries(Int8.self)
    try boundaries(Int16.self)
    try boundaries(Int32.self)
    try boundaries(Int64.self)
    try boundaries(UInt.self)
    try boundaries(UInt8.self)
    try boundaries(UInt16.self)
    try boundaries(UInt32.self)
    try boundaries(UInt64.self)
    #expect(refusal(.uint(.max), as: Int.self) == .outOfRange)
    #expect(refusal(.double(9_223_372_036_854_775_808), as: Int.self) == .outOfRange)
    #expect(try read(.double(9_223_372_036_854_775_808), as: UInt64.self) == 9_223_372_036_854_775_808)
    #expect(try read(.int(-5), as: Int128.self) == -5)
    #expect(throws: DatabaseError.self) { try bound(UInt128.max) }
  }

  @Test func messagesTellNumbersAndNothingElse() throws {
    let tooLarge = #expect(throws: DatabaseError.self) { try Int8(value: 300) }
    #expect(tooLarge?.message == "the integer 300 does not fit Int8 exactly")
    for error in [
      #expect(throws: DatabaseError.self) { try Int(value: "s3cret") },
      #expect(throws: DatabaseError.self) { try CivilDate(value: "s3cret") },
      #expect(throws: DatabaseError.self) { try UUID(value: .bytes(Array("s3cret".utf8))) },
      #expect(throws: DatabaseError.self) { try ExactDecimal(value: "s3cret") },
      #expect(throws: DatabaseError.self) { try JSON<Point>(value: #"{"x": "s3cret"}"#) },
      #expect(throws: DatabaseError.self) { try JSON<[Date]>(value: #"["s3cret"]"#) },
      #expect(throws: DatabaseError.self) { try JSON<Int>(value: "s3cret") },
    ] {
      #expect(error?.kind == .typeMismatch)
      #expect(error.map { "\($0)" }?.contains("s3cret") == false, "\(String(describing: error))")
    }
    // A value that an enumeration lacks is named, as the program's own cases are.
    let unknown = #expect(throws: DatabaseError.self) { try Color(value: "s3cret") }
    #expect(unknown?.kind == .typeMismatch)
    #expect(
      unknown?.message.hasPrefix("s3cret is not the raw value of any Color") == true, "\(String(describing: unknown))")
    let mismatch = #expect(throws: DatabaseError.self) { try Int(value: "x") }
    #expect(mismatch?.message == "a value of type text can't be read as Int")
  }

  @Test func truthIsZeroOrOne() throws {
    #expect(try bound(true) == 1 && bound(false) == 0)
    #expect(try read(1, as: Bool.self) && !read(0, as: Bool.self))
    #expect(refusal(2, as: Bool.self) == .outOfRange)
    #expect(refusal(-1, as: Bool.self) == .outOfRange)
    #expect(refusal(.uint(.max), as: Bool.self) == .outOfRange)
    #expect(refusal("true", as: Bool.self) == .typeMismatch)
    #expect(refusal(1.0, as: Bool.self) == .typeMismatch)
    #expect(refusal(.null, as: Bool.self) == .unexpectedNull)
    #expect(try Bool.decodeUnchecked(from: MemoryRow([7]), at: 0))
  }

  @Test func doublesComeBackToTheBit() throws {
    for number in [
      0.0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, 0.1, .pi, .ulpOfOne,
    ] {
      #expect(try read(try bound(number), as: Double.self).bitPattern == number.bitPattern)
    }
    #expect(try Double(value: bound(Double.nan)).isNaN)
    #expect(try read(.int(1 << 53), as: Double.self) == 9_007_199_254_740_992)
    #expect(refusal(.int((1 << 53) + 1), as: Double.self) == .outOfRange)
    #expect(refusal(.int(.max), as: Double.self) == .outOfRange)
    #expect(try read(.int(.min), as: Double.self) == -9_223_372_036_854_775_808)
    #expect(refusal(.uint(.max), as: Double.self) == .outOfRange)
    #expect(try read(.uint(1 << 63), as: Double.self) == 9_223_372_036_854_775_808)
    #expect(try read(.decimal(ExactDecimal("0.10") ?? 0), as: Double.self) == 0.1)
    #expect(refusal(.decimal(ExactDecimal("0.10000000000000000001") ?? 0), as: Double.self) == .outOfRange)
    #expect(refusal("1.5", as: Double.self) == .typeMismatch)
    #expect(refusal(.null, as: Double.self) == .unexpectedNull)
    for number in [Float(0.1), .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.infinity, -0.0] {
      #expect(try read(try bound(number), as: Float.self).bitPattern == number.bitPattern)
    }
    #expect(try bound(Float(0.1)) == .double(0.10000000149011612))
    #expect(try Float(value: .double(.nan)).isNaN)
    #expect(refusal(0.1, as: Float.self) == .outOfRange)
    #expect(refusal(1e300, as: Float.self) == .outOfRange)
    #expect(refusal(.int((1 << 24) + 1), as: Float.self) == .outOfRange)
    #expect(try read(.decimal(ExactDecimal("0.1") ?? 0), as: Float.self) == 0.1)
    #expect(refusal(.decimal(ExactDecimal("0.1000000015") ?? 0), as: Float.self) == .outOfRange)
    #expect(refusal("1", as: Float.self) == .typeMismatch)
    #expect(try Float.decodeUnchecked(from: UncheckedRow(), at: 0) == 0.1)
  }

  @Test func decimalsTakeAllNumbers() throws {
    let number = try #require(ExactDecimal("12.30"))
    #expect(try bound(number) == .decimal(number))
    #expect(try read("12.30", as: ExactDecimal.self).description == "12.30")
    #expect(try read(.double(0.1), as: ExactDecimal.self).description == "0.1")
    #expect(try read(.uint(.max), as: ExactDecimal.self).description == "18446744073709551615")
    #expect(try read(-3, as: ExactDecimal.self) == -3)
    #expect(refusal(.double(.nan), as: ExactDecimal.self) == .outOfRange)
    #expect(refusal("twelve", as: ExactDecimal.self) == .typeMismatch)
    #expect(refusal(.bytes([0x31]), as: ExactDecimal.self) == .typeMismatch)
    #expect(refusal(.null, as: ExactDecimal.self) == .unexpectedNull)
    #expect(try bound(Decimal(string: "12.3") ?? 0) == .decimal(number))
    #expect(try read(.decimal(number), as: Decimal.self) == Decimal(string: "12.3"))
    #expect(try read("1e3", as: Decimal.self) == 1000)
    #expect(try read(.uint(.max), as: Decimal.self) == Decimal(UInt64.max))
    #expect(refusal(.text(String(repeating: "1", count: 39)), as: Decimal.self) == .outOfRange)
    #expect(refusal("twelve", as: Decimal.self) == .typeMismatch)
    #expect(refusal(.null, as: Decimal.self) == .unexpectedNull)
    #expect(throws: DatabaseError.self) { try bound(Decimal.nan) }
  }

  // MARK: Text and bytes

  @Test func textKeepsEverything() throws {
    for text in ["", "a\u{0}b", "\u{0}", "👩‍👩‍👧‍👦 é ß", String(repeating: "x", count: 100_000), "'; DROP TABLE genre; --"] {
      #expect(try bound(text) == .text(text))
      #expect(try Array(read(.text(text), as: String.self).utf8) == Array(text.utf8))
      #expect(try bound(text[...]) == .text(text))
      #expect(try read(.text(text), as: Substring.self) == text)
    }
    #expect(try read(.json("[1]"), as: String.self) == "[1]")
    #expect(refusal(1, as: String.self) == .typeMismatch)
    #expect(refusal(1.5, as: String.self) == .typeMismatch)
    #expect(refusal(.bytes([0x41]), as: String.self) == .typeMismatch)
    #expect(refusal(.uuid(UUID()), as: String.self) == .typeMismatch)
    #expect(refusal(.null, as: String.self) == .unexpectedNull)
    #expect(refusal(.null, as: Substring.self) == .unexpectedNull)
    #expect(refusal(1, as: Substring.self) == .typeMismatch)
  }

  @Test func bytesKeepEverything() throws {
    let big = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for bytes in [[], [0], [0xFF, 0, 0xFE], big] {
      #expect(try bound(bytes) == .bytes(bytes))
      #expect(try read(.bytes(bytes), as: [UInt8].self) == bytes)
      #expect(try bound(Data(bytes)) == .bytes(bytes))
      #expect(try read(.bytes(bytes), as: Data.self) == Data(bytes))
    }
    #expect(try bound(Data([1, 2, 3, 4])[1..<3]) == .bytes([2, 3]))
    #expect(try read(.other(type: "point", bytes: [1]), as: [UInt8].self) == [1])
    for value in ["text", 1, .json("1")] as [Value] {
      #expect(refusal(value, as: [UInt8].self) == .typeMismatch)
      #expect(refusal(value, as: Data.self) == .typeMismatch)
    }
    #expect(refusal(.null, as: [UInt8].self) == .unexpectedNull)
    #expect(refusal(.null, as: Data.self) == .unexpectedNull)
  }

  @Test func identifiers() throws {
    let uuid = try #require(UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF"))
    #expect(try bound(uuid) == .uuid(uuid))
    #expect(try read(.uuid(uuid), as: UUID.self) == uuid)
    #expect(try read("01234567-89ab-cdef-0123-456789ABCDEF", as: UUID.self) == uuid)
    #expect(
      try read(.bytes([0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 1, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF]))
        == uuid)
    for bad in ["", "0123456789abcdef0123456789abcdef", "01234567-89ab-cdef-0123-456789abcdeg", .bytes([1]), 1]
      as [Value]
    {
      #expect(refusal(bad, as: UUID.self) == .typeMismatch)
    }
    #expect(refusal(.null, as: UUID.self) == .unexpectedNull)
    let url = try #require(URL(string: "https://example.org/a?b=c#d"))
    #expect(try bound(url) == "https://example.org/a?b=c#d")
    #expect(try read("https://example.org/a?b=c#d", as: URL.self) == url)
    #expect(refusal("", as: URL.self) == .typeMismatch)
    #expect(refusal(1, as: URL.self) == .typeMismatch)
    #expect(refusal(.null, as: URL.self) == .unexpectedNull)
  }

  // MARK: Time

  @Test func moments() throws {
    let text = instant.description
    #expect(try bound(instant) == .instant(instant))
    #expect(try read(.instant(instant), as: Instant.self) == instant)
    #expect(try read(.text(text), as: Instant.self) == instant)
    #expect(try read("2026-01-31 12:34:56.123456", as: Instant.self) == instant)
    #expect(try read("2026-01-31T13:34:56.123456+01:00", as: Instant.self) == instant)
    #expect(try read(.timestamp(CivilTimestamp(utc: instant)), as: Instant.self) == instant)
    #expect(try read(-1, as: Instant.self).description == "1969-12-31 23:59:59.000000Z")
    #expect(try read(.double(0.5), as: Instant.self).microsecondsSince1970 == 500_000)
    #expect(try bound(instant.date) == .instant(instant))
    #expect(try read(.text(text), as: Date.self) == instant.date)
    #expect(try read(.instant(instant), as: Date.self) == instant.date)
    #expect(try read(86_400, as: Date.self) == Date(timeIntervalSince1970: 86_400))
    #expect(refusal(.int(.max), as: Date.self) == .outOfRange)
    #expect(refusal(.double(.nan), as: Date.self) == .outOfRange)
    #expect(refusal(.uint(.max), as: Instant.self) == .outOfRange)
    for bad in ["today", "2026-01-31", "", .bytes([1]), .json("1")] as [Value] {
      #expect(refusal(bad, as: Date.self) == .typeMismatch)
      #expect(refusal(bad, as: Instant.self) == .typeMismatch)
    }
    #expect(refusal(.null, as: Date.self) == .unexpectedNull)
    #expect(refusal(.null, as: Instant.self) == .unexpectedNull)
    #expect(throws: DatabaseError.self) { try bound(Date(timeIntervalSince1970: 1e20)) }
  }

  @Test func civilTypes() throws {
    let date = try #require(CivilDate("-0044-03-15"))
    let time = try #require(CivilTime("-838:59:59.999999"))
    let timestamp = try #require(CivilTimestamp("2024-02-29 23:59:59.000001"))
    #expect(try bound(date) == .date(date) && bound(time) == .time(time) && bound(timestamp) == .timestamp(timestamp))
    #expect(try read(.date(date), as: CivilDate.self) == date && read("-0044-03-15", as: CivilDate.self) == date)
    #expect(try read(.time(time), as: CivilTime.self) == time && read("-838:59:59.999999", as: CivilTime.self) == time)
    #expect(try read(.timestamp(timestamp), as: CivilTimestamp.self) == timestamp)
    #expect(try read("2024-02-29T23:59:59.000001", as: CivilTimestamp.self) == timestamp)
    #expect(refusal("2024-02-29 23:59:59Z", as: CivilTimestamp.self) == .typeMismatch)
    #expect(refusal(.instant(instant), as: CivilTimestamp.self) == .typeMismatch)
    #expect(refusal(.timestamp(timestamp), as: CivilDate.self) == .typeMismatch)
    #expect(refusal("0000-00-00", as: CivilDate.self) == .typeMismatch)
    #expect(refusal(20_260_131, as: CivilDate.self) == .typeMismatch)
    #expect(refusal("noon", as: CivilTime.self) == .typeMismatch)
    #expect(refusal(0, as: CivilTime.self) == .typeMismatch)
    #expect(refusal(0, as: CivilTimestamp.self) == .typeMismatch)
    #expect(refusal(.null, as: CivilDate.self) == .unexpectedNull)
    #expect(refusal(.null, as: CivilTime.self) == .unexpectedNull)
    #expect(refusal(.null, as: CivilTimestamp.self) == .unexpectedNull)
  }

  // MARK: Wrappers

  @Test func rawValues() throws {
    #expect(try bound(Color.red) == "red")
    #expect(try read("green", as: Color.self) == .green)
    #expect(refusal("blue", as: Color.self) == .typeMismatch)
    #expect(refusal(1, as: Color.self) == .typeMismatch)
    #expect(refusal(.null, as: Color.self) == .unexpectedNull)
    #expect(try bound(Level.high) == 200)
    #expect(try read(1, as: Level.self) == .low)
    #expect(refusal(2, as: Level.self) == .typeMismatch)
    #expect(refusal(300, as: Level.self) == .outOfRange)
    #expect(try Level.decodeUnchecked(from: MemoryRow(["200abc"]), at: 0) == .high)
  }

  @Test func nullIsNil() throws {
    #expect(try bound(Int?.none) == .null)
    #expect(try bound(Int?.some(3)) == 3)
    #expect(try bound(Int??.some(nil)) == .null)
    #expect(try read(.null, as: Int?.self) == nil)
    #expect(try read(3, as: Int?.self) == 3)
    #expect(try read(.null, as: Color?.self) == nil)
    #expect(try read(.null, as: Date?.self) == nil)
    #expect(try read(.null, as: Value?.self) == nil)
    #expect(try read(.null, as: Value.self) == .null)
    #expect(try read("x", as: Value?.self) == .text("x"))
    #expect(refusal("x", as: Int?.self) == .typeMismatch)
    #expect(refusal(300, as: UInt8?.self) == .outOfRange)
    #expect(try Int?.decodeUnchecked(from: MemoryRow([.null]), at: 0) == nil)
    #expect(try Int?.decodeUnchecked(from: MemoryRow(["12abc"]), at: 0) == 12)
  }

  @Test func json() throws {
    let point = JSON(Point(x: 1, at: instant.date))
    #expect(try bound(point) == .json(#"{"at":"2026-01-31 12:34:56.123456Z","x":1}"#))
    #expect(try read(try bound(point), as: JSON<Point>.self) == point)
    #expect(try read(#"{"x": 2, "at": 0}"#, as: JSON<Point>.self).content.at == Date(timeIntervalSince1970: 0))
    #expect(try read(.bytes(Array(#"{"x":3}"#.utf8)), as: JSON<Point>.self).content == Point(x: 3, at: nil))
    #expect(try bound(JSON("a/b")) == .json(#""a/b""#))
    #expect(refusal(1, as: JSON<Int>.self) == .typeMismatch)
    #expect(refusal("{", as: JSON<Point>.self) == .typeMismatch)
    #expect(refusal(.null, as: JSON<Int?>.self) == .unexpectedNull)
    #expect(throws: DatabaseError.self) { try bound(JSON(Double.nan)) }
    #expect(throws: DatabaseError.self) { try bound(JSON(Date(timeIntervalSince1970: 1e20))) }
  }

  @Test func hotTypesMakeNoValue() throws {
    let row = MemoryRow([1, 1.5, "text", .bytes([1]), .null])
    #expect(try Int.decode(from: row, at: 0) == 1)
    #expect(try UInt8.decode(from: row, at: 0) == 1)
    #expect(try Bool.decode(from: row, at: 0))
    #expect(try Double.decode(from: row, at: 1) == 1.5)
    #expect(try Float.decode(from: row, at: 1) == 1.5)
    #expect(try String.decode(from: row, at: 2) == "text")
    #expect(try [UInt8].decode(from: row, at: 3) == [1])
    #expect(try Data.decode(from: row, at: 3) == Data([1]))
    #expect(try Int?.decode(from: row, at: 4) == nil)
    #expect(try String?.decode(from: row, at: 2) == "text")
    #expect(row.valueReads == 0)
    let parameters = MemoryParameters()
    try 1.bind(to: parameters, at: 0)
    try UInt64(1).bind(to: parameters, at: 1)
    try true.bind(to: parameters, at: 2)
    try 1.5.bind(to: parameters, at: 3)
    try Float(1.5).bind(to: parameters, at: 4)
    try "x".bind(to: parameters, at: 5)
    try ([1] as [UInt8]).bind(to: parameters, at: 6)
    try Data([1]).bind(to: parameters, at: 7)
    try Int?.none.bind(to: parameters, at: 8)
    try Int?.some(1).bind(to: parameters, at: 9)
    #expect(parameters.asValues.isEmpty)
    try UInt64.max.bind(to: parameters, at: 10)
    #expect(parameters.asValues == [10])
    #expect(parameters.bound.count == 11)
  }
}

/// A row whose unchecked double is no Float.
private final class UncheckedRow: RowSource {
  func isNull(_ cell: Int) -> Bool { false }
  func int(_ cell: Int) -> Int64? { nil }
  func double(_ cell: Int) -> Double? { 0.1 }
  func text(_ cell: Int) -> String? { nil }
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? { nil }
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? { nil }
  func value(_ cell: Int) -> Value { 0.1 }
}
