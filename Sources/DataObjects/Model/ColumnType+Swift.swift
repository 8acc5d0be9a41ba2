import Foundation
public import ORDA

extension ColumnType {
  /// The type of a column that stores values of a Swift type; for an optional, of the type inside it.
  @usableFromInline
  init(of type: any ColumnValue.Type) {
    switch type {
    case is Bool.Type, is Bool?.Type: self = .boolean
    case is any FixedWidthInteger.Type, is Int?.Type, is Int64?.Type, is Int32?.Type: self = .int
    case is Double.Type, is Double?.Type: self = .double
    case is Float.Type, is Float?.Type: self = .float
    case is Data.Type, is Data?.Type, is [UInt8].Type, is [UInt8]?.Type: self = .bytes
    case is UUID.Type, is UUID?.Type: self = .uuid
    case is Date.Type, is Date?.Type, is Instant.Type, is Instant?.Type: self = .instant
    case is CivilDate.Type, is CivilDate?.Type: self = .date
    case is CivilTime.Type, is CivilTime?.Type: self = .time
    case is CivilTimestamp.Type, is CivilTimestamp?.Type: self = .timestamp
    case is ExactDecimal.Type, is ExactDecimal?.Type, is Decimal.Type, is Decimal?.Type:
      self = .decimal(precision: 38, scale: 10)
    default: self = Self.raw(type) ?? .text
    }
  }

  /// Of an enum, the type of its raw values.
  private static func raw(_ type: any ColumnValue.Type) -> ColumnType? {
    func column<T: RawRepresentable>(_ type: T.Type) -> ColumnType? {
      (T.RawValue.self as? any ColumnValue.Type).map { ColumnType(of: $0) }
    }
    guard let raw = type as? any RawRepresentable.Type else { return nil }
    return column(raw)
  }
}
