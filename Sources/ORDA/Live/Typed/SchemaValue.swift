#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that a column of a ``TableSchema`` can have.
///
/// Reading a property can't throw. SQLite alone allows a column to hold a value of another type; reading it then
/// returns the ``placeholder``, and `get` throws. An enum of strings or numbers conforms by naming one of its cases:
///
/// ```swift
/// enum Mood: String, SchemaValue { case unknown, blue, happy; static let placeholder = Mood.unknown }
/// ```
///
/// This protocol is open: your own types may implement it.
public protocol SchemaValue: ColumnValue, ValueConvertible {
  /// What reading returns in place of a value that is not of this type.
  static var placeholder: Self { get }
}

extension SchemaValue {
  /// Why a column can't be read as this type, in words that follow "is"; nil if it can.
  static func mismatch(with column: ColumnDescription, _ type: ColumnType) -> String? {
    let readsNull = (try? Self(value: .null)) != nil
    if column.isNullable, column.primaryKeyPosition == nil, !readsNull {
      return "\(column.declaredType) and may be NULL, and can't be read as \(Self.self): declare it as \(Self.self)?"
    }
    if let optional = Self.self as? any OptionalSchemaValue.Type { return optional.wrappedMismatch(with: column, type) }
    let samples = type.samples
    if samples.isEmpty || samples.contains(where: { (try? Self(value: $0)) != nil }) { return nil }
    // A type with few values may read none of the samples; then what it stores must be of a sample's type.
    if let stored = try? placeholder.value(), samples.contains(where: { $0.typeName == stored.typeName }) { return nil }
    return "\(column.declaredType), and can't be read as \(Self.self)"
  }
}

extension ColumnType {
  /// Values that columns of the type may hold; empty if nothing is known.
  fileprivate var samples: [Value] {
    let texts: [Value] = [
      "", "1", "1970-01-01", "00:00:00", "1970-01-01 00:00:00", "1970-01-01T00:00:00Z", "[]",
      "00000000-0000-0000-0000-000000000000",
    ]
    return switch self {
    case .boolean, .integer: [.int(1)]
    case .float, .double: [.double(1)]
    case .decimal: [.double(1), .int(1), "1"]
    case .text, .json: texts
    case .bytes: [.bytes([]), .bytes(Array(repeating: 0, count: 16))]
    // The program chooses what SQLite stores for these.
    case .date, .time, .timestamp, .instant: texts + [.int(1), .double(1)]
    case .uuid: texts + [.bytes(Array(repeating: 0, count: 16))]
    case .other: []
    }
  }
}

extension SchemaValue where Self: FixedWidthInteger {
  /// 0.
  public static var placeholder: Self { 0 }
}

extension Int: SchemaValue {}
extension Int8: SchemaValue {}
extension Int16: SchemaValue {}
extension Int32: SchemaValue {}
extension Int64: SchemaValue {}
extension UInt: SchemaValue {}
extension UInt8: SchemaValue {}
extension UInt16: SchemaValue {}
extension UInt32: SchemaValue {}
extension UInt64: SchemaValue {}

extension Bool: SchemaValue {
  /// False.
  public static var placeholder: Bool { false }
}
extension Double: SchemaValue {
  /// Not a number.
  public static var placeholder: Double { .nan }
}
extension Float: SchemaValue {
  /// Not a number.
  public static var placeholder: Float { .nan }
}
extension String: SchemaValue {
  /// The empty string.
  public static var placeholder: String { "" }
}
extension Array: SchemaValue where Element == UInt8 {
  /// No bytes.
  public static var placeholder: [UInt8] { [] }
}
extension JSON: SchemaValue where Content: RangeReplaceableCollection {
  /// An empty array.
  public static var placeholder: JSON { JSON(Content()) }
}
extension Data: SchemaValue {
  /// No bytes.
  public static var placeholder: Data { Data() }
}
extension Date: SchemaValue {
  /// The first moment of 1970.
  public static var placeholder: Date { Date(timeIntervalSince1970: 0) }
}
extension Value: SchemaValue {
  /// NULL; every value is one.
  public static var placeholder: Value { .null }
}
extension UUID: SchemaValue {
  /// All zeros.
  public static var placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}
extension ExactDecimal: SchemaValue {
  /// 0.
  public static var placeholder: ExactDecimal { 0 }
}
extension Instant: SchemaValue {
  /// The first moment of 1970.
  public static var placeholder: Instant { Instant(epoch: ()) }
  private init(epoch: Void) { microsecondsSince1970 = 0 }
}
extension CivilTimestamp: SchemaValue {
  /// The first moment of 1970.
  public static var placeholder: CivilTimestamp { CivilTimestamp(utc: .placeholder) }
}
extension CivilDate: SchemaValue {
  /// The first day of 1970.
  public static var placeholder: CivilDate { CivilTimestamp.placeholder.date }
}
extension CivilTime: SchemaValue {
  /// Midnight.
  public static var placeholder: CivilTime { CivilTime(microseconds: 0) }
}

extension Optional: SchemaValue where Wrapped: SchemaValue {
  /// Nil.
  public static var placeholder: Wrapped? { nil }
}

/// Reaches the type inside an optional when only its type parameter is known.
private protocol OptionalSchemaValue {
  static func wrappedMismatch(with column: ColumnDescription, _ type: ColumnType) -> String?
}

extension Optional: OptionalSchemaValue where Wrapped: SchemaValue {
  fileprivate static func wrappedMismatch(with column: ColumnDescription, _ type: ColumnType) -> String? {
    var column = column
    column.isNullable = false
    return Wrapped.mismatch(with: column, type)
  }
}
