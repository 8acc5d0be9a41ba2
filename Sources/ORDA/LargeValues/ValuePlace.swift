/// The place of one value: a column of the only row with a key.
///
/// ```swift
/// let content = ValuePlace("content", in: "file", key: ["id": 7])
/// ```
public struct ValuePlace: Sendable {
  /// The table.
  public var table: TableName
  /// The column that holds the value.
  public var column: String
  /// The columns that identify the row, with their values: the primary key, or whatever else is unique.
  public var key: [(column: String, value: any ValueConvertible)]

  /// A column of the row with a key, in a table of the default schema.
  public init(_ column: String, in table: String, key: KeyValuePairs<String, any ValueConvertible>) {
    self.init(column, in: TableName(name: table), key: key)
  }

  /// A column of the row with a key.
  public init(_ column: String, in table: TableName, key: KeyValuePairs<String, any ValueConvertible>) {
    self.table = table
    self.column = column
    self.key = key.map { ($0.key, $0.value) }
  }

  /// The values that a driver binds to the condition of ``text(_:)``, in order.
  ///
  /// - Throws: ``DatabaseError``: what prevents a value from being converted; `misuse` if there is no key.
  public func keyValues() throws(DatabaseError) -> [Value] {
    guard !key.isEmpty else { throw DatabaseError(.misuse, "the place of a value in \(table) has no key") }
    var values: [Value] = []
    for part in key { values.append(try part.value.value()) }
    return values
  }

  /// The parts of a statement about the value, for drivers: `"file"`, `"content"`, and `"id" = ?`.
  public func text(_ dialect: Dialect) -> (table: String, column: String, condition: String) {
    let schema = table.schema.map { dialect.quoted(identifier: $0) + "." } ?? ""
    return (
      schema + dialect.quoted(identifier: table.name), dialect.quoted(identifier: column),
      key.map { "\(dialect.quoted(identifier: $0.column)) = ?" }.joined(separator: " AND ")
    )
  }

  /// The error for a key that no row has.
  public var noSuchRow: DatabaseError {
    var error = DatabaseError(.noSuchRow, "no row of \(table) has this key")
    error.table = table.name
    return error
  }

  /// The error for a key that several rows have.
  public var severalRows: DatabaseError {
    DatabaseError(.misuse, "several rows of \(table) have this key; name columns whose values only one row has")
  }
}
