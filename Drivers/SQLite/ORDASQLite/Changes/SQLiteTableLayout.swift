internal import ORDA

/// What a recorder has to know about a table to report its rows.
final class SQLiteTableLayout {
  let names: RowLayout
  /// The columns of the key, in its order; empty if the rowid is the key.
  let keyColumns: [Int]
  /// The column that is the rowid by another name.
  let rowIDColumn: Int?
  /// True for columns whose whole numbers SQLite stores as integers and shows as floating-point numbers.
  let isReal: [Bool]
  /// False if the places of values are not those of the columns: SQLite before 3.46 counts differently in tables with
  /// columns that are computed when they are read.
  let tellsValues: Bool

  init(_ description: TableDescription, schema: String) {
    let columns = description.columns.map(\.name)
    let key = description.identifyingColumns
    // A key of one column that the database makes is the rowid itself.
    rowIDColumn =
      key.count == 1 ? description.columns.firstIndex { $0.name.hasSameBytes(as: key[0]) && $0.isAutoIncrement } : nil
    names = RowLayout(
      table: TableName(schema: schema, name: description.name.name),
      identity: TableName(schema: schema, name: SQLiteName.folded(description.name.name)), columns: columns,
      keyColumns: key)
    keyColumns = rowIDColumn != nil ? [] : key.compactMap { name in columns.firstIndex { $0.hasSameBytes(as: name) } }
    isReal = description.columns.map { Self.isReal($0.declaredType) }
    tellsValues = !description.columns.contains { column in
      if case .virtual = column.generated { true } else { false }
    }
  }

  /// SQLite's rule: the type's name contains REAL, FLOA or DOUB, and nothing that the rule looks for first.
  private static func isReal(_ type: String) -> Bool {
    let type = SQLiteName.capitals(type)
    if ["INT", "CHAR", "CLOB", "TEXT", "BLOB"].contains(where: type.contains) { return false }
    return ["REAL", "FLOA", "DOUB"].contains(where: type.contains)
  }

  /// True if the other one reports rows in the same way.
  func isSame(as other: SQLiteTableLayout) -> Bool {
    names.table == other.names.table && names.columns == other.names.columns && keyColumns == other.keyColumns
      && isReal == other.isReal && tellsValues == other.tellsValues
  }
}
