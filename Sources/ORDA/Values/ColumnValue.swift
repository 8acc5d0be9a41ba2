/// A type that a column can be read as.
///
/// A conforming type only needs ``init(value:)``. The hot types also implement ``read(from:at:)``, which asks the
/// statement for exactly what they need and makes no ``Value``.
///
/// What can be read as what, on every database (an untyped read shows what a database stores):
///
/// | type | is read from |
/// |---|---|
/// | `Bool` | the integers 0 and 1 |
/// | `Int`, `Int8` … `UInt64` | integers; doubles and decimals that are whole |
/// | `Double` | doubles; integers that it holds exactly; decimals that it prints as |
/// | `Float` | as `Double`, where the number is a `Float` exactly |
/// | ``ExactDecimal`` | decimals; integers; doubles, by their shortest digits; text that is a number |
/// | `Decimal` | the same, up to 38 digits |
/// | `String`, `Substring` | text; JSON |
/// | `[UInt8]`, `Data` | bytes; bytes of a type that ORDA does not know; a text that is not UTF-8 |
/// | ``CivilDate`` | dates; text `2026-01-31` |
/// | ``CivilTime`` | times; text `12:34:56.123456` |
/// | ``CivilTimestamp`` | timestamps; text `2026-01-31 12:34:56.123456` without a time zone |
/// | ``Instant``, `Date` | instants; text with a zone; timestamps and text without one, as UTC; integers and doubles, as Unix seconds |
/// | `UUID` | UUIDs; text of 36 characters; 16 bytes |
/// | `URL` | text |
/// | ``JSON`` | JSON; text and bytes that are JSON |
/// | a `RawRepresentable` | what its raw value is read from, where it has such a value |
/// | `Optional` | the same as without; NULL is nil |
/// | ``Value`` | everything, NULL included |
///
/// Anything else is an error: NULL is `typeMismatch.null`, a number that does not fit (including a fraction for an
/// integer) is `outOfRange`, and any other value is `typeMismatch`. A message names types and numbers, and never
/// another value.
///
/// Text is read exactly or not at all. SQLite accepts any bytes as text (`CAST(x'ff' AS TEXT)`, a program that wrote
/// Latin-1): read as `String` they are `typeMismatch`, and an untyped read returns them as ``Value/other(type:bytes:)``
/// of the type `text`, which is bound as the same text again. Nothing silently becomes U+FFFD.
///
/// This protocol is open: a program's own types implement it.
public protocol ColumnValue: Sendable {
  /// Converts a value strictly: text or a fraction is not an integer, an unknown text is not a date, and NULL is only nil.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch`, `typeMismatch.null` or `outOfRange`. The reader adds the column.
  init(value: Value) throws(DatabaseError)

  /// Reads a cell directly, or returns nil to have ``init(value:)`` decide: for NULL, for another type, for a number
  /// out of range. The default always returns nil.
  static func read(from source: any RowSource, at cell: Int) -> Self?

  /// Reads a cell as the database itself converts it, without looking at its type. The default reads strictly.
  static func readUnchecked(from source: any RowSource, at cell: Int) -> Self?

  /// Reads a cell: directly, otherwise by ``init(value:)``. The default does just that; it is a requirement so that
  /// code that is generic at run time calls what was compiled for the type.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch`, `typeMismatch.null` or `outOfRange`, without the column's name.
  static func decode(from source: any RowSource, at cell: Int) throws(DatabaseError) -> Self
}

extension ColumnValue {
  /// Leaves the decision to ``init(value:)``.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> Self? { nil }

  /// Reads strictly.
  @inlinable
  public static func readUnchecked(from source: any RowSource, at cell: Int) -> Self? { read(from: source, at: cell) }
}

extension ColumnValue {
  /// Reads a cell: directly, otherwise by ``init(value:)``, which decides between a conversion and an error.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch`, `typeMismatch.null` or `outOfRange`, without the column's name.
  @inlinable
  public static func decode(from source: any RowSource, at cell: Int) throws(DatabaseError) -> Self {
    if let value = read(from: source, at: cell) { return value }
    return try Self(value: source.value(cell))
  }

  /// The same, by the database's own conversion.
  @inlinable
  public static func decodeUnchecked(from source: any RowSource, at cell: Int) throws(DatabaseError) -> Self {
    if let value = readUnchecked(from: source, at: cell) { return value }
    return try Self(value: source.value(cell))
  }
}
