#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ExactDecimal: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int64) { self.init(value) }

  /// A whole number.
  public init(_ integer: Int64) {
    self.init(isNegative: integer < 0, magnitude: integer.magnitude)
  }

  /// A whole number.
  public init(_ integer: UInt64) { self.init(isNegative: false, magnitude: integer) }

  private init(isNegative: Bool, magnitude: UInt64) {
    guard magnitude >= 10_000_000_000_000_000_000 else {
      self.init(isNegative: isNegative, small: magnitude, scale: 0)
      return
    }
    // Twenty digits: the first is 1, the others fit.
    let rest = ExactDecimal(isNegative: false, small: magnitude - 10_000_000_000_000_000_000, scale: 0).digits
    let zeros = repeatElement(0 as UInt8, count: Self.smallDigits - rest.count)
    self = ExactDecimal(isNegative: isNegative, digits: ([1] + zeros + rest)[...], scale: 0) ?? 0
  }

  /// The decimal number that a floating-point number prints as, the shortest that reads back as the same.
  ///
  /// - Throws: `.outOfRange` for infinities and for NaN.
  public init(_ number: Double) throws(DatabaseError) {
    guard number.isFinite, var decimal = ExactDecimal(number.description) else {
      throw .outOfRange(.double(number), as: ExactDecimal.self)
    }
    if decimal.scale == 1, number == number.rounded() {
      // Swift prints whole numbers as 12.0; that zero means nothing.
      decimal = ExactDecimal(isNegative: decimal.isNegative, digits: decimal.digits.dropLast(), scale: 0) ?? decimal
    }
    self = decimal
  }

  /// The same number, of up to 38 digits.
  ///
  /// - Throws: `.outOfRange` for Decimal's NaN.
  public init(_ number: Decimal) throws(DatabaseError) {
    guard !number.isNaN, let decimal = ExactDecimal(number.description) else {
      throw DatabaseError(.outOfRange, "a Decimal that is no number can't be stored")
    }
    self = decimal
  }

  /// True if all digits after the point are 0.
  public var isWhole: Bool {
    withDigits { $0.suffix(scale).allSatisfy { $0 == 0 } }
  }

  /// The number as an integer.
  ///
  /// - Throws: `.outOfRange` if it has a fraction or does not fit.
  public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) throws(DatabaseError) -> T {
    guard let integer = T(exactly: self) else { throw .outOfRange(.decimal(self), as: type) }
    return integer
  }

  /// The number as a floating-point number.
  ///
  /// - Throws: `.outOfRange` if that would not print as the same number: it has more digits than a Double holds.
  public func double() throws(DatabaseError) -> Double {
    guard let double = Double(description), double.isFinite, try ExactDecimal(double) == self else {
      throw .outOfRange(.decimal(self), as: Double.self)
    }
    return double
  }

  /// The number as Foundation's Decimal.
  ///
  /// - Throws: `.outOfRange` if it has more digits than that holds: 38, exponents from -128 to 127.
  public func foundationDecimal() throws(DatabaseError) -> Decimal {
    let decimal = withDigits { digits in
      let significant = digits.reversed().drop { $0 == 0 }.reversed()
      return significant.count <= 38 ? Decimal(self, digits: Array(significant)) : nil
    }
    guard let decimal else { throw .outOfRange(.decimal(self), as: Decimal.self) }
    return decimal
  }
}

extension FixedWidthInteger {
  /// The same number; nil if it has a fraction or does not fit.
  public init?(exactly number: ExactDecimal) {
    if case .small(let magnitude) = number.coefficient, number.scale == 0, let positive = Int64(exactly: magnitude) {
      self.init(exactly: number.isNegative ? -positive : positive)
      return
    }
    let sum: Self? = number.withDigits { digits in
      var sum: Self = 0
      for (index, digit) in digits.enumerated() {
        if index >= digits.count - number.scale {
          if digit != 0 { return nil }
          continue
        }
        let (product, tooLarge) = sum.multipliedReportingOverflow(by: 10)
        let (next, tooLargeStill) =
          number.isNegative
          ? product.subtractingReportingOverflow(Self(truncatingIfNeeded: digit))
          : product.addingReportingOverflow(Self(truncatingIfNeeded: digit))
        if tooLarge || tooLargeStill { return nil }
        sum = next
      }
      return sum
    }
    guard let sum else { return nil }
    self = sum
  }
}

extension Decimal {
  /// The number, given its digits without trailing zeros; nil if it does not fit.
  fileprivate init?(_ number: ExactDecimal, digits: [UInt8]) {
    guard !digits.isEmpty else {
      self = 0
      return
    }
    let exponent = number.digitCount - digits.count - number.scale
    guard exponent >= -128, exponent <= 127 else { return nil }
    // Two halves that fit into 64 bits each: there is no initializer that takes all 38 digits and can't round.
    func whole(_ digits: ArraySlice<UInt8>) -> Decimal {
      Decimal(digits.reduce(0 as UInt64) { $0 &* 10 &+ UInt64($1) })
    }
    let high = whole(digits.dropLast(ExactDecimal.smallDigits))
    let low = whole(digits.suffix(ExactDecimal.smallDigits))
    let significand = high * 10_000_000_000 * 1_000_000_000 + low
    self.init(sign: number.isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    guard ExactDecimal(description) == number else { return nil }
  }
}
