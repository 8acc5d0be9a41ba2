import Foundation
import ORDA

extension Value {
  /// True, false or unknown, as conditions give it.
  init(_ truth: Bool?) { self = truth.map { .int($0 ? 1 : 0) } ?? .null }

  /// The value as a condition: NULL is unknown.
  func truth() throws(DatabaseError) -> Bool? {
    switch self {
    case .null: nil
    case .int(let number): number != 0
    default: throw DatabaseError(.typeMismatch, "a condition is true, false or unknown, and \(typeName) is neither")
    }
  }

  /// -1, 0 or 1 where this is less than, equal to or greater than the other; nil where one is NULL.
  func compared(with other: Value) throws(DatabaseError) -> Int? {
    switch (self, other) {
    case (.null, _), (_, .null): return nil
    case (.int(let first), .int(let second)): return Self.order(first, second)
    case (.double(let first), .double(let second)): return Self.order(first, second)
    case (.text(let first), .text(let second)), (.json(let first), .json(let second)),
      (.text(let first), .json(let second)),
      (.json(let first), .text(let second)):
      return Self.order(first, second)
    case (.bytes(let first), .bytes(let second)):
      return first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
    case (.date(let first), .date(let second)): return Self.order(first, second)
    case (.time(let first), .time(let second)): return Self.order(first, second)
    case (.timestamp(let first), .timestamp(let second)): return Self.order(first, second)
    case (.instant(let first), .instant(let second)): return Self.order(first, second)
    case (.uuid(let first), .uuid(let second)): return Self.order(first.uuidString, second.uuidString)
    // A text beside a date and its like is read as one.
    case (.text, .date): return try Value.date(CivilDate(value: self)).compared(with: other)
    case (.text, .time): return try Value.time(CivilTime(value: self)).compared(with: other)
    case (.text, .timestamp): return try Value.timestamp(CivilTimestamp(value: self)).compared(with: other)
    case (.text, .instant): return try Value.instant(Instant(value: self)).compared(with: other)
    case (.text, .uuid): return try Value.uuid(UUID(value: self)).compared(with: other)
    case (.date, .text), (.time, .text), (.timestamp, .text), (.instant, .text), (.uuid, .text):
      return try other.compared(with: self).map { -$0 }
    case _ where isNumber && other.isNumber:
      if let first = infinity ?? other.infinity.map({ -$0 }) { return Self.order(first, 0) }
      return Self.order(try ExactDecimal(value: self), try ExactDecimal(value: other))
    default: throw DatabaseError(.typeMismatch, "\(typeName) can't be compared with \(other.typeName)")
    }
  }

  private static func order<T: Comparable>(_ first: T, _ second: T) -> Int {
    first == second ? 0 : first < second ? -1 : 1
  }

  private var isNumber: Bool {
    switch self {
    case .int, .uint, .double, .decimal: true
    default: false
    }
  }

  private var infinity: Double? {
    if case .double(let number) = self, number.isInfinite { number } else { nil }
  }

  /// What an operator other than a comparison gives; NULL beside anything is NULL.
  func combined(by sign: Operator, with other: Value) throws(DatabaseError) -> Value {
    switch (self, other) {
    case (.null, _), (_, .null): return .null
    case (.text(let first), .text(let second)) where sign == .join: return .text(first + second)
    case (.text(let text), .text(let pattern)) where sign == .like: return Value(text.isLike(pattern))
    case (.int(let first), .int(let second)):
      if let (result, overflow) = Self.calculate(first, sign, second) {
        return .int(try Self.inRange(result, overflow, sign))
      }
    case _ where isNumber && other.isNumber:
      if case .double(let first) = self { return try Self.calculate(first, sign, try other.approximate()) }
      if case .double(let second) = other { return try Self.calculate(try approximate(), sign, second) }
      return try Self.calculate(try exact(), sign, try other.exact())
    default: break
    }
    throw DatabaseError(.typeMismatch, "\(typeName) \(sign.rawValue) \(other.typeName) is not possible")
  }

  private static func calculate(_ first: Int64, _ sign: Operator, _ second: Int64) -> (Int64, Bool)? {
    switch sign {
    case .plus: first.addingReportingOverflow(second)
    case .minus: first.subtractingReportingOverflow(second)
    case .times: first.multipliedReportingOverflow(by: second)
    case .divided: first.dividedReportingOverflow(by: second)
    case .remainder: second == -1 ? (0, false) : first.remainderReportingOverflow(dividingBy: second)
    default: nil
    }
  }

  private static func calculate(_ first: Double, _ sign: Operator, _ second: Double) throws(DatabaseError) -> Value {
    let result: Double? =
      switch sign {
      case .plus: first + second
      case .minus: first - second
      case .times: first * second
      case .divided: first / second
      case .remainder: first.truncatingRemainder(dividingBy: second)
      default: nil
      }
    guard let result else { throw DatabaseError(.typeMismatch, "\(sign.rawValue) takes no numbers") }
    return .double(try inRange(result, !result.isFinite, sign))
  }

  /// Exact to 38 digits.
  private static func calculate(_ first: Decimal, _ sign: Operator, _ second: Decimal) throws(DatabaseError) -> Value {
    switch sign {
    case .plus: .decimal(try ExactDecimal(first + second))
    case .minus: .decimal(try ExactDecimal(first - second))
    case .times: .decimal(try ExactDecimal(first * second))
    case .divided: .decimal(try ExactDecimal(try inRange(first, second.isZero, sign) / second))
    default: throw DatabaseError(.typeMismatch, "\(sign.rawValue) takes no decimals")
    }
  }

  private static func inRange<T>(_ result: T, _ isOverflow: Bool, _ sign: Operator) throws(DatabaseError) -> T {
    if isOverflow { throw DatabaseError(.outOfRange, "the result of \(sign.rawValue) is out of range") }
    return result
  }

  private func exact() throws(DatabaseError) -> Decimal {
    do throws(DatabaseError) {
      return try ExactDecimal(value: self).foundationDecimal()
    } catch {
      throw DatabaseError(.outOfRange, "a decimal of more than 38 digits can't be calculated with")
    }
  }

  /// The nearest double.
  private func approximate() throws(DatabaseError) -> Double {
    if case .double(let number) = self { return number }
    return Double(try ExactDecimal(value: self).description) ?? .infinity
  }
}

extension String {
  /// True where the text fits a pattern, in which `%` is any text and `_` any character.
  fileprivate func isLike(_ pattern: String) -> Bool {
    let text = Array(unicodeScalars)
    let pattern = Array(pattern.unicodeScalars)
    var (place, wanted) = (0, 0)
    // Where to try again: behind the last %, with one character more given to it.
    var retry: (place: Int, wanted: Int)?
    while place < text.count {
      if wanted < pattern.count, pattern[wanted] == "%" {
        wanted += 1
        retry = (place, wanted)
      } else if wanted < pattern.count, pattern[wanted] == "_" || pattern[wanted] == text[place] {
        (place, wanted) = (place + 1, wanted + 1)
      } else if let again = retry {
        retry = (again.place + 1, again.wanted)
        (place, wanted) = (again.place + 1, again.wanted)
      } else {
        return false
      }
    }
    return pattern[wanted...].allSatisfy { $0 == "%" }
  }
}
