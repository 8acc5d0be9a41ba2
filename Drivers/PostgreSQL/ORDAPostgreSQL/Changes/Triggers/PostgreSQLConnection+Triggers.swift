internal import ORDA

/// Installs, finds and removes the triggers that note changes.
extension PostgreSQLConnection {
  /// Installs them on tables, or again if they are not as they should be; on all of them, or on none.
  func installTriggers(on names: [TableName]) throws(DatabaseError) {
    try checkTriggers()
    var statements: [String] = []
    var schemas: Set<String> = []
    for name in names {
      let triggers = ChangeTriggers(try existing(name), dialect: dialect)
      let schema = triggers.table.schema ?? ""
      if schemas.insert(schema).inserted { statements += ChangeTriggers.schemaDefinitions(in: schema, dialect) }
      statements += triggers.definitions
    }
    if !statements.isEmpty { try run(statements.joined(separator: ";\n")) }
  }

  private func checkTriggers() throws(DatabaseError) {
    let number = try texts("SELECT pg_catalog.current_setting('server_version_num')").first?.first ?? nil
    guard let number, let version = Int(number), version >= ChangeTriggers.firstVersion else {
      throw DatabaseError(.unsupported, "triggers note changes since PostgreSQL 13")
    }
  }

  private func existing(_ name: TableName) throws(DatabaseError) -> TableDescription {
    guard let table = try describe(name) else {
      throw DatabaseError(.noSuchTable, "there is no table \(name)", table: name.name)
    }
    guard table.kind == .table, table.name.name != ChangeTriggers.name else {
      throw DatabaseError(.unsupported, "\(name) is no table that can have triggers", table: name.name)
    }
    return table
  }

  /// The tables of a schema with such triggers; nil for the current one.
  func triggeredTables(in schema: String?) throws(DatabaseError) -> [TableName] {
    try texts(
      """
      SELECT n.nspname, c.relname
      FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_catalog.pg_proc f ON f.oid = t.tgfoid AND f.pronamespace = n.oid
      WHERE n.nspname = COALESCE($1, pg_catalog.current_schema()) AND pg_catalog.starts_with(f.proname, $2) AND t.tgname = $3
        AND NOT c.relispartition
      ORDER BY c.relname COLLATE "C"
      """, [schema, NotingFunction.name, ChangeTriggers.name]
    ).compactMap { row in row.count == 2 ? TableName(schema: row[0], name: row[1] ?? "") : nil }
  }

  /// Removes them from tables, and the notes of a schema with the last ones.
  ///
  /// - Parameter names: The tables; nil for all of the current schema.
  /// - Returns: The tables that had triggers.
  func removeTriggers(from names: [TableName]?) throws(DatabaseError) -> [TableName] {
    var wanted: [TableName]
    if let names {
      wanted = []
      for name in names { wanted.append(try existing(name).name) }
    } else {
      wanted = try triggeredTables(in: nil)
    }
    var removed: [TableName] = []
    var statements: [String] = []
    for schema in Set(wanted.map(\.schema)).sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
      let triggered = try triggeredTables(in: schema)
      let found = triggered.filter { wanted.contains($0) }
      removed += found
      for table in found { statements += ChangeTriggers.removals(from: quoted(table)) }
      if !found.isEmpty { statements.append(NotingFunction.removalOfUnused(in: schema ?? "")) }
      if !found.isEmpty, found.count == triggered.count {
        statements += ChangeTriggers.schemaRemovals(in: schema ?? "", dialect)
      }
    }
    if !statements.isEmpty { try run(statements.joined(separator: ";\n")) }
    return removed
  }
}
