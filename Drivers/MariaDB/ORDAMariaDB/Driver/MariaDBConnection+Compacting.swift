internal import ORDA

extension MariaDBConnection: CompactingConnection {
  /// InnoDB rebuilds a table, and then says that it does not optimize: a note among the rows of the answer. Errors come
  /// as such rows too.
  func compact(_ tables: [TableName]) throws(DatabaseError) {
    let all = tables.isEmpty ? try baseTables() : tables
    if all.isEmpty { return }
    let names = all.map { table in
      (table.schema.map { dialect.quoted(identifier: $0) + "." } ?? "") + dialect.quoted(identifier: table.name)
    }
    let sql = "OPTIMIZE TABLE \(names.joined(separator: ", "))"
    for row in try texts(sql) where row.count >= 4 && row[2]?.lowercased() == "error" {
      let message = row[3] ?? ""
      let isMissing = message.contains("doesn't exist")
      throw DatabaseError(isMissing ? .noSuchTable : .other, message, sql: sql, table: row[0])
    }
  }

  /// The tables of the current database that hold rows of their own.
  private func baseTables() throws(DatabaseError) -> [TableName] {
    let sql = """
      SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' \
      ORDER BY TABLE_NAME
      """
    return try texts(sql).compactMap { row in row.first.flatMap { $0 }.map { TableName(name: $0) } }
  }
}
