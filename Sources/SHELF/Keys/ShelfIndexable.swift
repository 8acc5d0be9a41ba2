public import Foundation

/// A type of fields that objects can be found and sorted by.
///
/// These are whole numbers, `Double`, `Float`, `Bool`, `String`, `Date`, `UUID`, `URL`, ``ShelfId``, enums with raw values of
/// these, and their optionals.
public protocol ShelfIndexable: Sendable {
  /// The value as a key. Keys are ordered as values are.
  var shelfKey: ShelfKey { get }
  /// The kind of key: an index made from another kind is rebuilt.
  static var shelfKeyKind: String { get }
}

extension ShelfIndexable where Self: FixedWidthInteger {
  /// The number. UInt64 values are shifted into the range of Int64, which keeps their order.
  public var shelfKey: ShelfKey {
    if Self.isSigned || Self.bitWidth < 64 { return .integer(Int64(self)) }
    return .integer(Int64(bitPattern: UInt64(self) ^ 1 << 63))
  }
  /// Unsigned numbers of 64 bits are a kind of their own.
  public static var shelfKeyKind: String { isSigned || bitWidth < 64 ? "integer" : "unsigned" }
}

extension Int: ShelfIndexable {}
extension Int8: ShelfIndexable {}
extension Int16: ShelfIndexable {}
extension Int32: ShelfIndexable {}
extension Int64: ShelfIndexable {}
extension UInt: ShelfIndexable {}
extension UInt8: ShelfIndexable {}
extension UInt16: ShelfIndexable {}
extension UInt32: ShelfIndexable {}
extension UInt64: ShelfIndexable {}

extension Bool: ShelfIndexable {
  /// 0 for false, and 1 for true.
  public var shelfKey: ShelfKey { .integer(self ? 1 : 0) }
  /// A whole number.
  public static var shelfKeyKind: String { "integer" }
}

extension Double: ShelfIndexable {
  /// The number. One that isn't finite can't be saved, and has no place among the others.
  public var shelfKey: ShelfKey { .number(self == 0 ? 0 : self) }
  /// A number.
  public static var shelfKeyKind: String { "number" }
}

extension Float: ShelfIndexable {
  /// The number.
  public var shelfKey: ShelfKey { Double(self).shelfKey }
  /// A number.
  public static var shelfKeyKind: String { "number" }
}

extension Date: ShelfIndexable {
  /// The seconds since the reference date, 2001-01-01.
  public var shelfKey: ShelfKey { timeIntervalSinceReferenceDate.shelfKey }
  /// A number.
  public static var shelfKeyKind: String { "number" }
}

extension String: ShelfIndexable {
  /// The text.
  public var shelfKey: ShelfKey { .text(self) }
  /// A text.
  public static var shelfKeyKind: String { "text" }
}

extension UUID: ShelfIndexable {
  /// Its text, in capital letters.
  public var shelfKey: ShelfKey { .text(uuidString) }
  /// A text.
  public static var shelfKeyKind: String { "text" }
}

extension URL: ShelfIndexable {
  /// Its text.
  public var shelfKey: ShelfKey { .text(absoluteString) }
  /// A text.
  public static var shelfKeyKind: String { "text" }
}

extension ShelfId: ShelfIndexable {
  /// Its UUID's text: ids are ordered by their bytes.
  public var shelfKey: ShelfKey { .text(uuidText) }
  /// A text.
  public static var shelfKeyKind: String { "text" }
}

extension Optional: ShelfIndexable where Wrapped: ShelfIndexable {
  /// The value's key; for nil the one that comes before all others.
  public var shelfKey: ShelfKey { self?.shelfKey ?? .null }
  /// The value's kind.
  public static var shelfKeyKind: String { Wrapped.shelfKeyKind }
}

extension ShelfIndexable where Self: RawRepresentable, RawValue: ShelfIndexable {
  /// The raw value's key.
  public var shelfKey: ShelfKey { rawValue.shelfKey }
  /// The raw value's kind.
  public static var shelfKeyKind: String { RawValue.shelfKeyKind }
}
