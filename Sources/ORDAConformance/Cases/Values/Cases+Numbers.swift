import ORDA

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ConformanceSuite {
  static let numberCases: [ConformanceCase] = [
    ConformanceCase("values.double.shortest", "A double comes back with all its bits.") {
      try $0.expectRoundTrip([0.1, -2.5, 1.0 / 3, 123_456_789.123_456_78], as: .double)
    },
    ConformanceCase("values.double.limits", "The largest and the smallest doubles come back with all their bits.") {
      try $0.expectRoundTrip(
        [Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNormalMagnitude], as: .double)
    },
    ConformanceCase("values.double.tiny", "The smallest double above zero is not rounded to zero.") {
      try $0.expectRoundTrip([Double.leastNonzeroMagnitude], as: .double)
    },
    ConformanceCase("values.double.whole", "A double that is whole stays a double, and can be read as an integer.") {
      run in
      let row = try run.row(of: 3.0, in: .double)
      run.expect(try row.get(0, as: Value.self), equals: .double(3), "untyped")
      run.expect(try row.get("v", as: Int.self), equals: 3, "as Int")
      run.expect(try row.get("v", as: Double.self), equals: 3, "as Double")
    },
    ConformanceCase("values.double.infinity", "Infinity is kept, or refused as out of range.") { run in
      for number in [Double.infinity, -.infinity] { try run.expectExactOrRefused(number, in: .double) }
    },
    ConformanceCase("values.double.notANumber", "NaN is refused as out of range, and nothing is stored.") { run in
      let table = try run.table(.column("v", .double))
      run.expect(throws: .outOfRange) { try run.db.execute("INSERT INTO \(table) (v) VALUES (?)", Double.nan) }
      run.expect(try run.db.first(Int.self, "SELECT COUNT(*) FROM \(table)"), equals: 0)
    },
    ConformanceCase("values.float.kept", "A float comes back as the same float.") {
      try $0.expectRoundTrip([Float(1.1), -0.1, .greatestFiniteMagnitude], as: .float, isFound: false)
    },
    ConformanceCase("values.decimal.digits9", "A decimal of 9 digits keeps them all.") {
      try $0.expectRoundTrip(
        try decimals("1234567.25", "-0.01", "9999999.99", "0.00"), as: .decimal(precision: 9, scale: 2))
    },
    ConformanceCase("values.decimal.digits30", "A decimal of 30 digits keeps them all, which no double could.") {
      try $0.expectRoundTrip(
        try decimals("12345678901234567890.0123456789", "-99999999999999999999.9999999999"),
        as: .decimal(precision: 30, scale: 10))
    },
    ConformanceCase("values.decimal.whole", "A decimal without a fraction of 20 digits keeps them all.") {
      try $0.expectRoundTrip(
        try decimals("12345678901234567890", "-12345678901234567891"), as: .decimal(precision: 20, scale: 0))
    },
    ConformanceCase("values.decimal.inText", "A decimal bound to a column of text keeps 65 digits.") {
      try $0.expectRoundTrip(
        try decimals("-12345678901234567890123456789012345.123456789012345678901234567890"), as: .text(maximum: 80),
        isFound: false)
    },
    ConformanceCase("values.decimal.scale", "Decimals that differ in zeros at the end are equal when they come back.") {
      run in
      let row = try run.row(of: try decimal("12.30"), in: .decimal(precision: 9, scale: 3))
      run.expect(try row.get("v", as: ExactDecimal.self), equals: try decimal("12.3"))
    },
    ConformanceCase("values.decimal.foundation", "Foundation's Decimal is stored and read exactly.") { run in
      let price = try run.require(Decimal(string: "3.70"), "a Decimal")
      let row = try run.row(of: price, in: .decimal(precision: 10, scale: 2))
      run.expect(try row.get("v", as: Decimal.self), equals: price)
    },
    ConformanceCase("values.decimal.asInteger", "A decimal that is whole can be read as an integer; another can't.") {
      run in
      let whole = try run.row(of: try decimal("42.00"), in: .decimal(precision: 9, scale: 2))
      run.expect(try whole.get("v", as: ExactDecimal.self).integer(as: Int.self), equals: 42)
      let broken = try run.row(of: try decimal("42.50"), in: .decimal(precision: 9, scale: 2))
      run.expect(throws: .outOfRange) { try broken.get("v", as: Int.self) }
    },
    ConformanceCase("values.decimal.fromInteger", "An integer can be read as a decimal.") { run in
      let row = try run.row(of: Int64.min, in: .int)
      run.expect(try row.get("v", as: ExactDecimal.self), equals: ExactDecimal(Int64.min))
    },
  ]

  /// Decimals by their digits.
  private static func decimals(_ texts: String...) throws -> [ExactDecimal] { try texts.map(decimal) }

  static func decimal(_ text: String) throws -> ExactDecimal {
    guard let number = ExactDecimal(text) else { throw DatabaseError(.misuse, "\(text) is no decimal") }
    return number
  }
}
