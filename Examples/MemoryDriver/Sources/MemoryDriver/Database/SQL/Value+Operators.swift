import ORDA

extension Value {
  /// True, false or unknown, as conditions give it.
  init(_ truth: Bool?) { self = truth.map { .int($0 ? 1 : 0) } ?? .null }

  /// The value as a condition; nil for NULL, which is unknown.
  func truth() throws -> Bool? {
    switch self {
    case .null: nil
    case .int(let number): number != 0
    default: throw DatabaseError(.typeMismatch, "a condition is true, false or NULL")
    }
  }

  func not() throws -> Value { Value(try truth().map { !$0 }) }

  /// True where one of them is; else unknown, where one of them is that.
  func or(_ other: Value) throws -> Value {
    let (first, second) = (try truth(), try other.truth())
    if first == true || second == true { return Value(true) }
    return first == nil || second == nil ? .null : Value(false)
  }

  /// -1, 0 or 1 where this is less than, equal to or greater than the other; nil where one is NULL.
  func compared(with other: Value) throws -> Int? {
    switch (self, other) {
    case (.null, _), (_, .null): return nil
    case (.int(let first), .int(let second)): return order(first, second)
    case (.double(let first), .double(let second)): return order(first, second)
    case (.text(let first), .text(let second)): return order(first, second)
    case (.date(let first), .date(let second)): return order(first, second)
    case (.time(let first), .time(let second)): return order(first, second)
    case (.timestamp(let first), .timestamp(let second)): return order(first, second)
    case (.instant(let first), .instant(let second)): return order(first, second)
    case (.uuid(let first), .uuid(let second)): return order(first.uuidString, second.uuidString)
    case (.bytes(let first), .bytes(let second)):
      return first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
    default:
      guard let first = try? ExactDecimal(value: self), let second = try? ExactDecimal(value: other) else {
        throw DatabaseError(.typeMismatch, "\(typeName) can't be compared with \(other.typeName)")
      }
      return order(first, second)
    }
  }

  private func order<T: Comparable>(_ first: T, _ second: T) -> Int { first == second ? 0 : first < second ? -1 : 1 }

  /// What comes of `+` or `-` between two integers or two doubles.
  func combined(_ sign: String, with other: Value) throws -> Value {
    switch (self, other) {
    case (.null, _), (_, .null): return .null
    case (.int(let first), .int(let second)):
      let (result, isOverflow) =
        sign == "-" ? first.subtractingReportingOverflow(second) : first.addingReportingOverflow(second)
      if !isOverflow { return .int(result) }
    case (.double(let first), .double(let second)):
      let result = sign == "-" ? first - second : first + second
      if result.isFinite { return .double(result) }
    default: throw DatabaseError(.typeMismatch, "\(typeName) \(sign) \(other.typeName) is not possible")
    }
    throw DatabaseError(.outOfRange, "the result of \(sign) is out of range")
  }
}
