internal import ORDA

extension MariaDBSchemaDialect {
  /// A name without a schema would take the table into the current one.
  func renaming(_ table: TableName, to name: String) -> SQL {
    "RENAME TABLE \(table.sql) TO \(TableName(schema: table.schema, name: name).sql)"
  }

  /// ON DUPLICATE KEY takes a row that has any of the unique keys. So the first thing that is set is a column of the key, to what
  /// it holds, and only if the whole key is the same: otherwise a subquery of two rows has the statement fail.
  ///
  /// Of a row that stays as it is the server can't be made to tell that it was there.
  func upsert(_ upsert: Upsert) -> SQL? {
    guard !upsert.updating.isEmpty, let first = upsert.key.first else { return nil }
    let isSame = upsert.key.map { "\(identifier: $0) = VALUES(\(identifier: $0))" as SQL }.joined(separator: " AND ")
    let name: SQL = "\(identifier: first)"
    let value: SQL = upsert.updating.contains(first) ? "VALUES(\(name))" : name
    let guarded: SQL = "\(name) = IF((\(isSame)) OR (SELECT 1 UNION ALL SELECT 1), \(value), \(value))"
    let others = upsert.updating.filter { $0 != first }.map { "\(identifier: $0) = VALUES(\(identifier: $0))" as SQL }
    return "\(upsert.insertion) ON DUPLICATE KEY UPDATE \(([guarded] + others).joined(separator: ", "))"
  }

  var joinsClauses: Bool { true }

  /// References have a word of their own here, what is unique is an index, and a column is told whole when it changes.
  func clause(for change: TableChange, of table: TableDescription) throws(DatabaseError) -> SQL? {
    switch change {
    case .dropForeignKey(let foreignKey):
      return try TableChange.dropping("FOREIGN KEY", table.foreignKeys(of: foreignKey).map(\.name), of: table)
    case .dropUnique(let unique):
      return try TableChange.dropping("INDEX", table.uniqueConstraints(of: unique).map(\.name), of: table)
    case .changeColumn(let column): return modifying(column, of: table)
    default: return try change.standardClause(of: table, in: self)
    }
  }

  /// What is not said again is gone: the comment, whether `SELECT *` gives the column, and the conditions that it was declared with.
  private func modifying(_ column: ColumnDefinition, of table: TableDescription) -> SQL {
    let old = table.column(named: column.name)
    let name = old?.name ?? column.name
    var sql: SQL = "MODIFY COLUMN \(column.declaration(isKeyed: table.isKeyed(name), in: self))"
    if old?.isHidden == true { sql += " INVISIBLE" }
    if let comment = old?.comment {
      let quoted = comment.replacing("\\", with: "\\\\").replacing("'", with: "''")
      sql += " COMMENT \(raw: "'\(quoted)'")"
    }
    for check in table.checkConstraints where check.column == name && !isPartOfType(check, in: table) {
      sql += " CHECK (\(raw: check.expression))"
    }
    return sql
  }
}

extension TableDescription {
  /// True if a key or an index holds the column.
  fileprivate func isKeyed(_ column: String) -> Bool {
    primaryKey.contains(column) || foreignKeys.contains { $0.columns.contains(column) }
      || indexes.contains { index in index.columns.contains { $0.term == .column(column) } }
  }
}
