/// The names that the changes of one table's rows share.
public final class RowLayout: Sendable {
  /// The table, named as the database names it, with its schema.
  public let table: TableName
  /// The same name, as the database compares names: two spellings of one table have it in common.
  public let identity: TableName
  /// The names of the columns, in the order of the table.
  public let columns: [String]
  /// The columns of a ``RowKey``, in its order; empty if the database keeps the key beside the columns, such as
  /// SQLite's rowid.
  public let keyColumns: [String]

  /// A layout.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - identity: The result of ``ChangeSource/identity(of:)`` for the table.
  ///   - columns: The names of the table's columns, in its order.
  ///   - keyColumns: The columns of its key.
  public init(table: TableName, identity: TableName, columns: [String], keyColumns: [String]) {
    self.table = table
    self.identity = identity
    self.columns = columns
    self.keyColumns = keyColumns
  }

  /// The place of a column, found as written, otherwise in any case of ASCII letters; nil if there is none.
  public func index(of column: String) -> Int? {
    columns.firstIndex(ofName: column) ?? columns.firstIndex { $0.equalsIgnoringASCIICase(column) }
  }
}

extension TableDescription {
  /// The columns that identify a row of this table: those of the primary key, otherwise of the first unique constraint
  /// without a nullable column. Empty if there is neither.
  ///
  /// On SQLite a primary key that is not declared NOT NULL may hold NULL, even more than once.
  public var identifyingColumns: [String] {
    if !primaryKey.isEmpty { return primaryKey }
    return uniqueConstraints.first { constraint in
      constraint.columns.allSatisfy { name in columns.contains { $0.name.hasSameBytes(as: name) && !$0.isNullable } }
    }?.columns ?? []
  }
}
