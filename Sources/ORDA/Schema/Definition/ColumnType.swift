/// A column type in terms that mean the same on every database; its ``SchemaDialect`` knows how each one writes it.
///
/// What a program can bind to such a column it reads back as the same value, within the type's bounds.
public enum ColumnType: Sendable, Hashable {
  /// True and false, stored as 1 and 0.
  case boolean
  /// A whole number of 8, 16, 24, 32 or 64 bits; other numbers of bits are rounded up to the next of these.
  case integer(bits: Int, isUnsigned: Bool)
  /// A floating-point number of 32 bits.
  case float
  /// A floating-point number of 64 bits.
  case double
  /// An exact number of `precision` digits, with `scale` of them after the point.
  case decimal(precision: Int, scale: Int)
  /// Text of up to `maximum` characters, or of any length that the database allows if it is nil.
  case text(maximum: Int?)
  /// Bytes, up to `maximum`, or as many as the database allows if it is nil.
  case bytes(maximum: Int?)
  /// A day of the calendar.
  case date
  /// A time of day, or a span of hours, to the microsecond.
  case time
  /// What a calendar and a wall clock show, to the microsecond.
  case timestamp
  /// A moment, the same in every time zone, to the microsecond.
  case instant
  /// A universally unique identifier.
  case uuid
  /// A JSON document.
  case json
  /// A type that only one sort of database has, as it is written there.
  case other(String)

  /// A whole number of 64 bits with a sign: an `Int`.
  public static let int = ColumnType.integer(bits: 64, isUnsigned: false)
  /// Text of any length.
  public static let text = ColumnType.text(maximum: nil)
  /// Bytes of any number.
  public static let bytes = ColumnType.bytes(maximum: nil)
}
