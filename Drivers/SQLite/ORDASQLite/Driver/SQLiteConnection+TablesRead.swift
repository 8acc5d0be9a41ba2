internal import ORDA

/// While SQLite compiles a query, its authorizer reports which tables the query reads: after views were resolved, and
/// before anything is optimized away.
extension SQLiteConnection: TableReadingConnection {
  func tablesRead(by request: PrepareRequest) throws(DatabaseError) -> ChangeInterest {
    try readSchemasAgain()
    return try tables(of: authorizer.tablesRead { () throws(DatabaseError) in try prepare(request).close() })
  }

  /// Makes the connection forget schemas that another one has changed.
  ///
  /// SQLite compiles by the schema that the connection knows, and checks only when a statement is stepped whether it
  /// still holds: compiling alone would report the tables of a view as it was.
  private func readSchemasAgain() throws(DatabaseError) {
    for row in try rows(of: "PRAGMA database_list", []) {
      guard row.count > 1, case .text(let name) = row[1] else { continue }
      _ = try rows(of: "SELECT 1 FROM \(SQLiteName.quoted(name)).sqlite_master LIMIT 1", [])
    }
  }

  private func tables(of names: Set<TableName>) throws(DatabaseError) -> ChangeInterest {
    let reader = schemaReader
    var tables: Set<TableName> = []
    for name in names {
      // A name that is not found is a part of the query itself, or a function that returns rows.
      guard let entry = try reader.entry(name.name, in: name.schema) else { continue }
      if entry.kind == .virtual {
        // Only its module knows where its rows come from. A virtual table that nobody created is a function.
        if try reader.isCreated(entry.name) { return .everything }
      } else if entry.name.schema == "temp", entry.kind != .system {
        throw DatabaseError(
          .unsupported, "the query reads the temporary table \(name.name), whose changes nobody tells", table: name.name
        )
      } else {
        tables.insert(entry.name)
      }
    }
    return .tables(tables)
  }
}

extension SQLiteSchema {
  /// True if its schema contains a virtual table of this name.
  fileprivate func isCreated(_ table: TableName) throws(DatabaseError) -> Bool {
    let schema = SQLiteName.quoted(table.schema ?? "main")
    return try !query("SELECT 1 FROM \(schema).sqlite_master WHERE name = ?", [.text(table.name)]).isEmpty
  }
}
