/// What the types, keys and rows of a database are restricted to; by default nothing.
public struct SchemaLimits: Sendable, Hashable {
  /// The most digits of an exact number.
  public var decimalPrecision: Int?
  /// The most of them behind the point.
  public var decimalScale: Int?
  /// The first and the last moment that a column of ``ColumnType/instant`` holds.
  public var instants: ClosedRange<Instant>?
  /// The earliest year of a date.
  public var firstYear: Int?
  /// The largest whole number.
  public var largestInteger: UInt64?
  /// True if a floating-point number is neither infinite nor NaN.
  public var isFinite = false
  /// The most bytes that the columns of one key or index may have together, a character counting for four.
  public var keyBytes: Int?
  /// The most bytes that the columns of a row may have together, those of unbounded length left aside.
  public var rowBytes: Int?
  /// What a foreign key may do when the row referred to changes.
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
