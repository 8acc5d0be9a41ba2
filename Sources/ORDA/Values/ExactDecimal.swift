/// An exact decimal number: a sign, digits, and how many of the digits come after the point.
///
/// It keeps what the database wrote, including trailing zeros: `12.30` prints as `12.30`, though it equals `12.3`. Up
/// to ``maximumDigits`` digits on either side of the point; MariaDB's own limit is 65 in all. It is a value to carry
/// and compare; to calculate, convert it.
public struct ExactDecimal: Sendable {
  /// The digits without the point; more than 19 are on the heap.
  enum Coefficient: Sendable {
    /// Up to 19 digits.
    case small(UInt64)
    /// 20 digits or more, each 0 to 9, the highest first and not 0.
    case large([UInt8])
  }

  let coefficient: Coefficient
  private let storedScale: Int16
  /// True below zero; there is no negative zero.
  public let isNegative: Bool

  /// The number of digits after the point, 0 to ``maximumDigits``.
  public var scale: Int { Int(storedScale) }

  /// The maximum number of digits before the point, and after it.
  public static let maximumDigits = 4096

  /// A number by its digits (each 0 to 9, the highest first), the last `scale` of which come after the point.
  ///
  /// Nil if a digit is above 9, if the scale is negative, or if there are too many digits.
  public init?(isNegative: Bool = false, digits: [UInt8], scale: Int = 0) {
    guard scale >= 0, scale <= Self.maximumDigits, digits.allSatisfy({ $0 <= 9 }) else { return nil }
    self.init(isNegative: isNegative, digits: digits[...], scale: scale)
  }

  /// The same for digits that are known to be digits.
  init?(isNegative: Bool, digits: ArraySlice<UInt8>, scale: Int) {
    let significant = digits.drop { $0 == 0 }
    guard significant.count - scale <= Self.maximumDigits else { return nil }
    if significant.count <= Self.smallDigits {
      let number = significant.reduce(0 as UInt64) { $0 &* 10 &+ UInt64($1) }
      self.init(isNegative: isNegative, small: number, scale: scale)
    } else {
      self.init(
        isNegative: isNegative, coefficient: .large(Array(significant)), storedScale: Int16(truncatingIfNeeded: scale))
    }
  }

  /// A number of up to 19 digits and a scale within the limits.
  init(isNegative: Bool, small: UInt64, scale: Int) {
    coefficient = .small(small)
    storedScale = Int16(truncatingIfNeeded: scale)
    self.isNegative = isNegative && small != 0
  }

  private init(isNegative: Bool, coefficient: Coefficient, storedScale: Int16) {
    self.coefficient = coefficient
    self.storedScale = storedScale
    self.isNegative = isNegative
  }

  /// This many digits always fit into 64 bits.
  static let smallDigits = 19

  /// True for 0, 0.0 and so on.
  public var isZero: Bool {
    if case .small(0) = coefficient { true } else { false }
  }

  /// The digits without the point, each 0 to 9, the highest first; `[0]` for zero.
  public var digits: [UInt8] { withDigits { Array($0) } }

  /// The number of ``digits``.
  public var digitCount: Int { withDigits { $0.count } }

  /// The number with the other sign; zero has none.
  public static prefix func - (number: ExactDecimal) -> ExactDecimal {
    if number.isZero { return number }
    return ExactDecimal(
      isNegative: !number.isNegative, coefficient: number.coefficient, storedScale: number.storedScale)
  }

  /// The number without its sign.
  public var magnitude: ExactDecimal { isNegative ? -self : self }

  /// Lends the digits without the point, from the stack if they are few.
  func withDigits<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    switch coefficient {
    case .large(let digits): return try digits.withUnsafeBufferPointer(body)
    case .small(let number):
      return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.smallDigits) { buffer in
        var rest = number
        var start = buffer.count
        repeat {
          start -= 1
          buffer[start] = UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        } while rest > 0 && start > 0
        return try body(UnsafeBufferPointer(rebasing: buffer[start...]))
      }
    }
  }
}

extension ExactDecimal: Comparable {
  /// Numerically: 12.3 is 12.30.
  public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool { order(left, right) == 0 }

  /// Numerically.
  public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool { order(left, right) < 0 }

  /// Below, at or above 0 as `left` is smaller than, equal to or greater than `right`.
  private static func order(_ left: ExactDecimal, _ right: ExactDecimal) -> Int {
    if left.isNegative != right.isNegative { return left.isNegative ? -1 : 1 }
    let sign = left.isNegative ? -1 : 1
    if case .small(let first) = left.coefficient, case .small(let second) = right.coefficient {
      if left.scale == right.scale || first == 0 || second == 0 {
        return first == second ? 0 : first < second ? -sign : sign
      }
    } else if left.isZero || right.isZero {
      return left.isZero ? -sign : sign
    }
    return left.withDigits { first in
      right.withDigits { second in
        let height = (first.count - left.scale, second.count - right.scale)
        if height.0 != height.1 { return height.0 < height.1 ? -sign : sign }
        for index in 0..<max(first.count, second.count) {
          let digit = (index < first.count ? first[index] : 0, index < second.count ? second[index] : 0)
          if digit.0 != digit.1 { return digit.0 < digit.1 ? -sign : sign }
        }
        return 0
      }
    }
  }
}

extension ExactDecimal: Hashable {
  /// Equal numbers hash equally, whatever their trailing zeros.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(isNegative)
    guard !isZero else { return }
    withDigits { digits in
      hasher.combine(digits.count - scale)
      var end = digits.count
      while end > 0, digits[end - 1] == 0 { end -= 1 }
      hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: digits[..<end])))
    }
  }
}
