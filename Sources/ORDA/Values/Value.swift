#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Any value that a database can hold, in a form that every driver understands.
///
/// An untyped read returns the case that the database stores: on SQLite that is null, int, double, text or bytes,
/// whatever the column's declaration. Typed reads (`row.get(0, as: Date.self)`) convert by the documented table.
public enum Value: Sendable {
  /// NULL.
  case null
  /// A whole number that fits into 64 bits with a sign.
  case int(Int64)
  /// A whole number above `Int64.max`; smaller ones are ``int(_:)``.
  case uint(UInt64)
  /// A binary floating-point number.
  case double(Double)
  /// An exact decimal number.
  case decimal(ExactDecimal)
  /// Text; NULs in it are kept.
  case text(String)
  /// Bytes.
  case bytes([UInt8])
  /// A day of the calendar.
  case date(CivilDate)
  /// A time of day, or a duration if the database's TIME is one.
  case time(CivilTime)
  /// A day and a time as a calendar and a wall clock show them, in no time zone.
  case timestamp(CivilTimestamp)
  /// A moment, the same everywhere.
  case instant(Instant)
  /// A UUID.
  case uuid(UUID)
  /// JSON, as its text.
  case json(String)
  /// A value without a Swift counterpart, such as an `inet`: the database's text, with the database's name of the type. A text
  /// that is not UTF-8 has the name `text`.
  indirect case other(type: String, bytes: [UInt8])
}

extension Value {
  /// A whole number.
  @inlinable
  public static func integer(_ number: Int64) -> Value { .int(number) }

  /// A whole number: ``uint(_:)`` only above `Int64.max`.
  @inlinable
  public static func integer(_ number: UInt64) -> Value {
    if let signed = Int64(exactly: number) { .int(signed) } else { .uint(number) }
  }

  /// True for NULL.
  @inlinable
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The value as another type, converted strictly by the table at ``ColumnValue``.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch`, `typeMismatch.null` or `outOfRange`.
  @inlinable
  public func get<T: ColumnValue>(as type: T.Type = T.self) throws -> T { try T(value: self) }

  /// The database's text of a value without a Swift counterpart: `192.168.0.0/24` for an `inet`. Nil for any other value, and
  /// for a text that is not UTF-8.
  public var otherText: String? {
    guard case .other(_, let bytes) = self else { return nil }
    return bytes.withUnsafeBufferPointer { TextDecoding.string($0) }
  }

  /// The type's name for messages, for example `text`; for ``other(type:bytes:)`` the database's own.
  public var typeName: String {
    switch self {
    case .null: "NULL"
    case .int, .uint: "integer"
    case .double: "double"
    case .decimal: "decimal"
    case .text: "text"
    case .bytes: "bytes"
    case .date: "date"
    case .time: "time"
    case .timestamp: "timestamp"
    case .instant: "instant"
    case .uuid: "uuid"
    case .json: "json"
    case .other(let type, _): type
    }
  }
}
