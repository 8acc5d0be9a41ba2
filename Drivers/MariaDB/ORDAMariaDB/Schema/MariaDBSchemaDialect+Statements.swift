internal import ORDA

extension MariaDBSchemaDialect {
  /// A name without a schema would move the table into the current one.
  func renaming(_ table: TableName, to name: String) -> SQL {
    "RENAME TABLE \(table.sql) TO \(TableName(schema: table.schema, name: name).sql)"
  }

  /// ON DUPLICATE KEY takes a row that has any of the unique keys. So first a column of the key is set to the value it
  /// already has, and only if the whole key is the same: otherwise a subquery of two rows makes the statement fail.
  ///
  /// For a row that stays as it is, the server can't be made to say that it existed.
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

  /// Foreign keys have their own word here, unique constraints are indexes, and changing a column requires its whole
  /// definition.
  func clause(for change: TableChange, of table: TableDescription) throws(DatabaseError) -> SQL? {
    switch change {
    case .dropForeignKey(let foreignKey):
      return try TableChange.dropping("FOREIGN KEY", table.foreignKeys(of: foreignKey).map(\.name), of: table)
    case .dropUnique(let unique):
      return try TableChange.dropping("INDEX", table.uniqueConstraints(of: unique).map(\.name), of: table)
    case .dropCheck(let check) where !table.checkConstraints.contains { $0.name == check }:
      throw DatabaseError(
        .unsupported,
        "a condition of a column's own has no name, by which MariaDB would drop it: change the column by SQL",
        table: table.name.name)
    case .changeColumn(let column): return try modifying(column, of: table)
    default: return try change.standardClause(of: table, in: self)
    }
  }

  /// What is not repeated is lost: the comment, whether `SELECT *` returns the column, and the conditions that it was
  /// declared with.
  private func modifying(_ column: ColumnDefinition, of table: TableDescription) throws(DatabaseError) -> SQL {
    let old = table.column(named: column.name)
    let name = old?.name ?? column.name
    var column = column
    column.name = name
    try Self.checkNothingIsLost(name, table)
    let isKeyed = table.isKeyed(name)
    // In a key a string of any length would become one of 255 characters: here it already has its length.
    if isKeyed, let old, Self.isSameWithoutLength(type(of: old, in: table), column.type) {
      column.type = .other(old.declaredType)
    }
    var sql: SQL = "MODIFY COLUMN \(column.declaration(isKeyed: isKeyed, in: self))"
    if old?.isHidden == true { sql += " INVISIBLE" }
    if let comment = old?.comment { sql += " COMMENT \(raw: quoted(comment))" }
    for check in table.checkConstraints where check.column == name && !isPartOfType(check, in: table) {
      sql += " CHECK (\(raw: check.expression))"
    }
    return sql
  }
}

extension MariaDBSchemaDialect {
  /// - Throws: `unsupported` for a column with something that a definition can't express.
  private static func checkNothingIsLost(_ column: String, _ table: TableDescription) throws(DatabaseError) {
    // The server writes a line for each column.
    let start = Dialect(identifierQuote: "`").quoted(identifier: column) + " "
    let line = table.sql?.split(separator: "\n").map { $0.drop { $0 == " " } }.first { $0.hasPrefix(start) }
    for words in [" ON UPDATE ", " WITHOUT SYSTEM VERSIONING", " COMPRESSED"]
    where line?.uppercased().contains(words) == true {
      throw DatabaseError(
        .unsupported,
        "the column \(column) of \(table.name.name) is declared with\(words.hasSuffix(" ") ? String(words.dropLast()) : words), "
          + "which would be lost: change it by SQL",
        table: table.name.name, column: column)
    }
  }

  private static func isSameWithoutLength(_ old: ColumnType, _ new: ColumnType) -> Bool {
    switch (old, new) {
    case (.text, .text(maximum: nil)), (.bytes, .bytes(maximum: nil)): true
    default: false
    }
  }

  func quoted(_ text: String) -> String {
    let escaped = text.utf8.flatMap { $0 == 0x27 || $0 == 0x5C && backslashEscapes ? [$0, $0] : [$0] }
    return "'" + String(decoding: escaped, as: UTF8.self) + "'"
  }
}

extension TableDescription {
  /// True if a key or an index contains the column.
  fileprivate func isKeyed(_ column: String) -> Bool {
    primaryKey.contains(column) || foreignKeys.contains { $0.columns.contains(column) }
      || indexes.contains { index in index.columns.contains { $0.term == .column(column) } }
  }
}
