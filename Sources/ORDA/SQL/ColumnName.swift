/// The name of a table's column, as `\(list:of:)` takes it: `"person.name"`.
public struct ColumnName: Sendable, Hashable {
  /// The table that has the column.
  public var table: TableName
  /// The column's name, unquoted.
  public var column: String

  /// A column's name and that of its table; any text is safe in either.
  public init(_ column: String, of table: TableName) {
    self.table = table
    self.column = column
  }
}

extension ColumnName: ExpressibleByStringLiteral {
  /// `"table.column"` or `"schema.table.column"`. For a name that contains a dot use ``init(_:of:)``.
  public init(stringLiteral text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 2: self.init(parts[1], of: TableName(name: parts[0]))
    case 3: self.init(parts[2], of: TableName(schema: parts[0], name: parts[1]))
    default: self.init(text, of: TableName(name: ""))
    }
  }
}

extension ColumnName: CustomStringConvertible {
  /// `table.column`, unquoted: for people, not for SQL.
  public var description: String { table.name.isEmpty ? column : "\(table).\(column)" }
}

extension ColumnName {
  /// Checks that it names a table and a column.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse`.
  func check() throws(DatabaseError) {
    guard table.name.isEmpty || column.isEmpty || table.schema?.isEmpty ?? false else { return }
    throw DatabaseError(
      .misuse,
      "'\(self)' names no column of a table; write \\(list:of:) with \"table.column\", or \"schema.table.column\"")
  }

  /// A text unique to this column's name.
  var key: String {
    [table.schema, table.name, column].map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined()
  }
}
