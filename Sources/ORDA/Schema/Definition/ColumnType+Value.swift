#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ColumnType {
  /// A value in the form of a column of this type, with nothing lost: a text `2026-01-31` as a date if the type is
  /// ``date``, the number 12.5 as a decimal if it is ``decimal(precision:scale:)``.
  ///
  /// NULL stays NULL, and for ``other(_:)`` every value stays as it is. Whether the value is too long or too large is
  /// up to the database.
  ///
  /// - Throws: `typeMismatch` or `outOfRange` if the value has no such form.
  public func value(from value: Value) throws(DatabaseError) -> Value {
    if value.isNull { return value }
    switch self {
    case .boolean, .integer: return try Self.integer(value)
    case .float, .double: return .double(try Double(value: value))
    case .decimal: return .decimal(try ExactDecimal(value: value))
    case .text: return .text(try Self.text(value))
    case .bytes: return .bytes(try Self.bytes(value))
    case .date: return .date(try CivilDate(value: value))
    case .time: return .time(try CivilTime(value: value))
    case .timestamp: return .timestamp(try CivilTimestamp(value: value))
    case .instant: return .instant(try Instant(value: value))
    case .uuid: return .uuid(try UUID(value: value))
    case .json: return .json(try Self.text(value))
    case .other: return value
    }
  }

  private static func integer(_ value: Value) throws(DatabaseError) -> Value {
    if case .int = value { return value }
    if let number = try? UInt64(value: value) { return .integer(number) }
    return .int(try Int64(value: value))
  }

  private static func text(_ value: Value) throws(DatabaseError) -> String {
    switch value {
    case .bytes(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .mismatch(value, as: String.self) }
      return text
    case .other: return try String(value: value)
    case .uuid(let uuid): return uuid.uuidString.lowercased()
    default: return value.description
    }
  }

  private static func bytes(_ value: Value) throws(DatabaseError) -> [UInt8] {
    switch value {
    case .bytes(let bytes), .other(_, let bytes): return bytes
    default: return Array(try text(value).utf8)
    }
  }
}
