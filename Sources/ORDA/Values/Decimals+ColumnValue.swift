#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ExactDecimal: ValueConvertible, ColumnValue {
  /// The number.
  public func value() throws(DatabaseError) -> Value { .decimal(self) }

  /// From decimals, integers, text that is a number, and doubles by their shortest digits.
  public init(value: Value) throws(DatabaseError) {
    switch value {
    case .decimal(let number): self = number
    case .int(let number): self.init(number)
    case .uint(let number): self.init(number)
    case .double(let number): try self.init(number)
    case .text(let text):
      guard let number = ExactDecimal(text) else { throw .malformed(value, as: ExactDecimal.self) }
      self = number
    default: throw .mismatch(value, as: ExactDecimal.self)
    }
  }

  /// Reads text that is a number.
  public static func read(from source: any RowSource, at cell: Int) -> ExactDecimal? {
    guard let text = source.utf8(cell) else { return nil }
    return ExactDecimal(utf8: text)
  }
}

extension Decimal: ValueConvertible, ColumnValue {
  /// The number as ORDA's own decimal.
  ///
  /// - Throws: `.outOfRange` for NaN.
  public func value() throws(DatabaseError) -> Value { .decimal(try ExactDecimal(self)) }

  /// From what ``ExactDecimal`` is read from; `.outOfRange` above 38 digits.
  public init(value: Value) throws(DatabaseError) {
    let number: ExactDecimal
    switch value {
    case .decimal, .int, .uint, .double, .text: number = try Self.exact(value)
    default: throw .mismatch(value, as: Decimal.self)
    }
    self = try number.foundationDecimal()
  }

  /// Names the requested type, if a text is not a number.
  private static func exact(_ value: Value) throws(DatabaseError) -> ExactDecimal {
    if case .text(let text) = value {
      guard let number = ExactDecimal(text) else { throw .malformed(value, as: Decimal.self) }
      return number
    }
    return try ExactDecimal(value: value)
  }
}
