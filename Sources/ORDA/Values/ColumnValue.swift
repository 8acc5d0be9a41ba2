/// A type that a column can be read as.
///
/// A conforming type needs ``init(value:)`` alone. The hot types also implement ``read(from:at:)``, which asks the
/// statement for the one thing they are made of and makes no ``Value``.
public protocol ColumnValue: Sendable {
  /// Converts a value strictly: text or a fraction is no integer, an unknown text is no date, and NULL is only nil.
  ///
  /// - Throws: ``DatabaseError`` of kind `typeMismatch`, `typeMismatch.null` or `outOfRange`. The reader adds the column.
  init(value: Value) throws(DatabaseError)

  /// Reads a cell without a detour, or returns nil to have ``init(value:)`` decide: for NULL, for another type, for a
  /// number out of range. The default always returns nil.
  static func read(from source: any RowSource, at cell: Int) -> Self?

  /// Reads a cell as the database itself converts it, without looking at its type. The default reads strictly.
  static func readUnchecked(from source: any RowSource, at cell: Int) -> Self?
}

extension ColumnValue {
  /// Leaves the decision to ``init(value:)``.
  @inlinable
  public static func read(from source: any RowSource, at cell: Int) -> Self? { nil }

  /// Reads strictly.
  @inlinable
  public static func readUnchecked(from source: any RowSource, at cell: Int) -> Self? { read(from: source, at: cell) }
}
