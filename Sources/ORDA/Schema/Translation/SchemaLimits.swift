/// The restrictions of a database's types, keys and rows; by default none.
public struct SchemaLimits: Sendable, Hashable {
  /// The maximum number of digits of an exact number.
  public var decimalPrecision: Int?
  /// The maximum number of them after the point.
  public var decimalScale: Int?
  /// The first and the last moment that a column of ``ColumnType/instant`` holds.
  public var instants: ClosedRange<Instant>?
  /// The earliest year of a date.
  public var firstYear: Int?
  /// The largest whole number.
  public var largestInteger: UInt64?
  /// True if a floating-point number is neither infinite nor NaN.
  public var isFinite = false
  /// True if a boolean is true or false, and no other number.
  public var hasTrueBooleans = false
  /// True if a time is one of a day, and no span of more hours, nor backwards.
  public var hasTimesOfDay = false
  /// The maximum size of one key's or index's columns together in bytes, counting four for a character.
  public var keyBytes: Int?
  /// The maximum size of a row's columns together in bytes, without those of unbounded length.
  public var rowBytes: Int?
  /// What a foreign key may do when the referenced row changes.
  public var foreignKeyActions = Set(ForeignKey.Action.allCases)
  /// True if foreign keys can be checked at the end of the transaction.
  public var hasDeferredForeignKeys = true
  /// True if an index can be of some rows, and of expressions.
  public var hasPartialIndexes = true

  /// How far ALTER TABLE goes.
  public var alteration = TableAlteration.constraints

  /// No limits.
  public init() {}
}
