/// A condition on rows, made of typed columns and Swift's operators.
///
/// Comparing with nil compares with NULL, as Swift would: `$0.note == nil` is `note IS NULL`.
public struct TableCondition<Schema: TableSchema>: Sendable {
  /// The condition as SQL, its values bound.
  public let sql: SQL

  /// A condition in SQL.
  public init(_ sql: SQL) { self.sql = sql }

  /// True if both are.
  public static func && (left: Self, right: Self) -> Self { Self("(\(sql: left.sql) AND \(sql: right.sql))") }
  /// True if one or both are.
  public static func || (left: Self, right: Self) -> Self { Self("(\(sql: left.sql) OR \(sql: right.sql))") }
  /// The opposite; unknown, as in SQL, if a column is NULL.
  public static prefix func ! (condition: Self) -> Self { Self("NOT (\(sql: condition.sql))") }
}

extension TableColumn {
  /// Equal, or both NULL.
  public static func == (column: Self, value: T) -> TableCondition<Schema> {
    isNull(value) ? column.isNull : TableCondition("\(sql: column.sql) = \(value)")
  }
  /// Not equal; a value and NULL are not equal either.
  public static func != (column: Self, value: T) -> TableCondition<Schema> {
    if isNull(value) { return column.isNotNull }
    guard T.self is any OptionalValue.Type else { return TableCondition("\(sql: column.sql) <> \(value)") }
    return TableCondition("(\(sql: column.sql) <> \(value) OR \(sql: column.sql) IS NULL)")
  }
  /// Less.
  public static func < (column: Self, value: T) -> TableCondition<Schema> {
    TableCondition("\(sql: column.sql) < \(value)")
  }
  /// Less or equal.
  public static func <= (column: Self, value: T) -> TableCondition<Schema> {
    TableCondition("\(sql: column.sql) <= \(value)")
  }
  /// Greater.
  public static func > (column: Self, value: T) -> TableCondition<Schema> {
    TableCondition("\(sql: column.sql) > \(value)")
  }
  /// Greater or equal.
  public static func >= (column: Self, value: T) -> TableCondition<Schema> {
    TableCondition("\(sql: column.sql) >= \(value)")
  }

  /// One of some values.
  public func isIn(_ values: some Sequence<T>) -> TableCondition<Schema> {
    TableCondition("\(sql: sql) IN \(in: Array(values))")
  }
  /// SQL's LIKE: `%` stands for any string and `_` for one character. The database decides whether case matters.
  public func like(_ pattern: String) -> TableCondition<Schema> {
    TableCondition("\(sql: sql) LIKE \(pattern)")
  }
  /// NULL.
  public var isNull: TableCondition<Schema> { TableCondition("\(sql: sql) IS NULL") }
  /// Not NULL.
  public var isNotNull: TableCondition<Schema> { TableCondition("\(sql: sql) IS NOT NULL") }

  private static func isNull(_ value: T) -> Bool {
    if let optional = value as? any OptionalValue { optional.isNil } else { false }
  }
}

/// Recognizes optional values when only their type parameter is known.
private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}
