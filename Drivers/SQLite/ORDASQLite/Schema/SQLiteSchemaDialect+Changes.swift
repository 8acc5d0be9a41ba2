internal import ORDA

extension SQLiteSchemaDialect {
  /// SQLite adds, drops and renames columns. For everything else the table is rebuilt.
  func clause(for change: TableChange, of table: TableDescription) throws(DatabaseError) -> SQL? {
    switch change {
    case .addColumn(let column):
      Self.isAddable(column)
        ? "ADD COLUMN \((table.attributes.contains(.strict) ? column.strict : column).declaration(isKeyed: false, in: self))"
        : nil
    case .dropColumn, .renameColumn: try change.standardClause(of: table, in: self)
    default: nil
    }
  }

  /// True unless the column needs a separate value in each existing row.
  private static func isAddable(_ column: ColumnDefinition) -> Bool {
    if case .stored = column.generated { return false }
    guard let value = column.defaultValue else { return true }
    let first = SchemaText(value).tokens.first
    let isClock = first.map { $0.kind == .word && SQLiteName.capitals($0.name).hasPrefix("CURRENT_") } == true
    return first?.isSymbol("(") != true && !isClock
  }
}
