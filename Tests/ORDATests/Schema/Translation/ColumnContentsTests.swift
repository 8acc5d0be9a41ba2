import ORDA
import Testing

@Suite("The type that the values of a column fit") struct ColumnContentsTests {
  private func contents(_ declared: ColumnType, _ values: [Value]) -> ColumnContents {
    var contents = ColumnContents(declared: declared)
    for value in values {
      switch value {
      case .int(let number): contents.observe(.int(number))
      case .double(let number): contents.observe(.double(number))
      case .text(let text): Array(text.utf8).withUnsafeBufferPointer { contents.observe(.text($0)) }
      case .bytes(let bytes): bytes.withUnsafeBytes { contents.observe(.bytes($0)) }
      default: contents.observe(.null)
      }
    }
    return contents
  }

  private func fit(_ declared: ColumnType, _ values: Value..., limits: SchemaLimits = SchemaLimits()) -> ColumnType {
    contents(declared, values).type(fitting: declared, limits: limits)
  }

  @Test("is the declared one where they do, or where there are none")
  func declared() {
    #expect(fit(.date) == .date)
    #expect(fit(.other("WHATEVER")) == .text)
    #expect(fit(.boolean, 1, 0, .null) == .boolean)
    #expect(fit(.integer(bits: 16, isUnsigned: false), -32768, 32767) == .integer(bits: 16, isUnsigned: false))
    #expect(fit(.text(maximum: 3), "äöü") == .text(maximum: 3))
    #expect(fit(.bytes(maximum: 2), .bytes([1, 2])) == .bytes(maximum: 2))
    #expect(fit(.double, 0.5, 1) == .double)
    #expect(fit(.float, 0.5, 16_777_216) == .float)
    #expect(fit(.decimal(precision: 5, scale: 2), 999.25, -12) == .decimal(precision: 5, scale: 2))
    #expect(fit(.date, "2024-02-29") == .date)
    #expect(fit(.time, "-12:00:00.5") == .time)
    #expect(fit(.timestamp, "2009-01-01 00:00:00", "2009-01-01T00:00:00.123456") == .timestamp)
    #expect(fit(.instant, "2009-01-01 00:00:00Z", "2009-01-01 00:00:00+02:00") == .instant)
    #expect(fit(.uuid, "6ba7b810-9dad-11d1-80b4-00c04fd430c8") == .uuid)
    #expect(fit(.json, "{\"a\": [null]}", 3, "null") == .json)
  }

  @Test("is a wider one of the same sort where that holds them")
  func wider() {
    #expect(fit(.integer(bits: 8, isUnsigned: false), 128) == .integer(bits: 16, isUnsigned: false))
    #expect(fit(.integer(bits: 32, isUnsigned: false), .int(.max), .int(.min)) == .int)
    #expect(fit(.integer(bits: 8, isUnsigned: true), 256) == .integer(bits: 16, isUnsigned: true))
    #expect(fit(.integer(bits: 8, isUnsigned: true), -1) == .int)
    #expect(fit(.boolean, 128) == .int)
    #expect(fit(.float, 0.1) == .double)
    #expect(fit(.float, 16_777_217) == .int)
    #expect(fit(.integer(bits: 32, isUnsigned: false), 0.5, 1) == .double)
    #expect(fit(.decimal(precision: 4, scale: 2), 99.125) == .decimal(precision: 5, scale: 3))
    #expect(fit(.decimal(precision: 4, scale: 2), 1234) == .decimal(precision: 6, scale: 2))
    #expect(fit(.decimal(precision: 4, scale: 2), "12345678901234567890.5") == .decimal(precision: 22, scale: 2))
    #expect(fit(.text(maximum: 3), "abcd") == .text)
    #expect(fit(.date, "2009-01-01 00:00:00") == .timestamp)
    #expect(fit(.timestamp, "2009-01-01") == .date)
    #expect(fit(.instant, "2009-01-01 00:00:00") == .timestamp)
    #expect(fit(.other("POINT"), 1) == .int)
    #expect(fit(.other("POINT"), 1.5) == .double)
  }

  @Test("is text or bytes where nothing else is")
  func text() {
    #expect(fit(.int, 1, "one") == .text)
    #expect(fit(.date, "2009-02-30") == .text)
    #expect(fit(.timestamp, "2009-01-01", "2009-01-01 00:00:00") == .text)
    #expect(fit(.timestamp, "2009-01-01 00:00:00.1234567") == .text)
    #expect(fit(.timestamp, "2009-01-01 00:00:00", 5) == .text)
    #expect(fit(.time, "noon") == .text)
    #expect(fit(.uuid, "6ba7b810") == .text)
    #expect(fit(.json, "{") == .text)
    #expect(fit(.decimal(precision: 4, scale: 2), "12 EUR") == .text)
    #expect(fit(.double, .double(.infinity)) == .double)
    #expect(fit(.text, "a", .bytes([0])) == .bytes)
    #expect(fit(.bytes(maximum: 1), .bytes([0, 1])) == .bytes)
    // No double holds the second, and no whole number the first.
    #expect(fit(.double, 0.5, 9_007_199_254_740_993) == .text)
  }

  @Test("is one that the database has")
  func limited() {
    var limits = SchemaLimits()
    limits.decimalPrecision = 10
    limits.decimalScale = 4
    limits.isFinite = true
    limits.firstYear = 0
    limits.instants = Instant("1970-01-01 00:00:01Z")!...Instant("2038-01-19 03:14:07Z")!
    #expect(fit(.decimal(precision: 4, scale: 2), 0.00001, limits: limits) == .double)
    #expect(fit(.decimal(precision: 4, scale: 2), 12_345_678_901, limits: limits) == .int)
    #expect(fit(.decimal(precision: 4, scale: 2), "0.00001", limits: limits) == .text)
    #expect(fit(.double, .double(.infinity), limits: limits) == .text)
    #expect(fit(.date, "-0044-03-15", limits: limits) == .text)
    #expect(fit(.date, "-0044-03-15") == .date)
    #expect(fit(.instant, "2038-01-19 03:14:08Z", limits: limits) == .text)
    #expect(fit(.instant, "2038-01-19 03:14:07Z", limits: limits) == .instant)
  }

  @Test("counts what it sees")
  func counts() {
    let seen = contents(.text, [.null, 5, -7, "grün", .bytes([1, 2, 3, 4, 5, 6]), 0.5])
    #expect(seen.nullCount == 1)
    #expect(seen.integerCount == 2)
    #expect(seen.doubleCount == 1)
    #expect(seen.textCount == 1)
    #expect(seen.bytesCount == 1)
    #expect(seen.smallestInteger == -7)
    #expect(seen.largestInteger == 5)
    #expect(seen.longestText == 4)
    #expect(seen.longestBytes == 6)
  }
}
