public import ORDA

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The type of a ``DataObject/uniqueID``: `Int64`, `String` or `UUID`, or a type of the program's own.
///
/// Text is compared by its bytes, here and in the database. A table whose key is compared otherwise needs a type that does the
/// same, and declares it by ``comparison``; it keeps one form of all texts that the database takes for the same:
///
/// ```swift
/// struct CaselessName: DataObjectID, RawRepresentable {
///   let rawValue: String
///   init(rawValue: String) { self.rawValue = rawValue.lowercased() }
///   static var columnType: ColumnType { .text(maximum: 255) }
///   static var comparison: TextComparison? { .ignoringCase }
/// }
/// ```
public protocol DataObjectID: Hashable, Sendable, ColumnValue, ValueConvertible {
  /// The column's type.
  static var columnType: ColumnType { get }
  /// How the key's column has to compare texts; nil for keys that aren't text. With `other` it may be any way: the type knows.
  static var comparison: TextComparison? { get }
  /// True if the database takes both for one key.
  static func isSame(_ one: Self, _ other: Self) -> Bool
}

extension DataObjectID {
  /// Nil: the key is no text.
  public static var comparison: TextComparison? { nil }
  /// True if they are equal.
  public static func isSame(_ one: Self, _ other: Self) -> Bool { one == other }
}

extension Int64: DataObjectID {
  /// A whole number of 64 bits.
  public static var columnType: ColumnType { .int }
}

extension UUID: DataObjectID {
  /// A UUID.
  public static var columnType: ColumnType { .uuid }
}

extension String: DataObjectID {
  /// Text of up to 255 characters, as many as a key can have on every database.
  public static var columnType: ColumnType { .text(maximum: 255) }

  /// By all characters.
  public static var comparison: TextComparison? { .exact }

  /// True if their bytes are the same, as a database compares keys; to Swift `é` is equal however it is written.
  public static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}

extension DataObjectID {
  /// A key as an object has it, of one as a database keeps it: a UUID may be text or bytes there.
  static func normal(_ key: Value) -> Value { (try? Self(value: key).value()) ?? key }
}

/// An id that is equal to another where the database takes both for one.
struct ObjectKey<ID: DataObjectID>: Hashable {
  let id: ID

  init(_ id: ID) { self.id = id }

  static func == (one: Self, other: Self) -> Bool { ID.isSame(one.id, other.id) }

  // Equal bytes are equal texts, so equal keys have one hash.
  func hash(into hasher: inout Hasher) { id.hash(into: &hasher) }
}
