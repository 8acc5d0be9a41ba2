internal import ORDA

extension SQLiteConnection: ForeignKeySuspendingConnection {
  func suspendForeignKeys() throws(DatabaseError) -> Bool {
    guard try enforcesForeignKeys() else { return false }
    knownForeignKeyFaults = try foreignKeyFaults()
    try run("PRAGMA foreign_keys = OFF")
    return true
  }

  func resumeForeignKeys() throws(DatabaseError) {
    knownForeignKeyFaults = [:]
    try run("PRAGMA foreign_keys = ON")
  }

  /// What was wrong before is no fault of who is asked now.
  func checkForeignKeys() throws(DatabaseError) {
    let known = knownForeignKeyFaults
    let new = try foreignKeyFaults().filter { fault, count in count > known[fault] ?? 0 }
    guard let fault = new.keys.min(by: { ($0.table, $0.row ?? 0) < ($1.table, $1.row ?? 0) }) else { return }
    throw DatabaseError(.constraint(.foreignKey), fault.message, table: fault.table)
  }
}

extension SQLiteConnection {
  /// True if a statement may not leave a row that refers to nothing.
  func enforcesForeignKeys() throws(DatabaseError) -> Bool {
    try rows(of: "PRAGMA foreign_keys", []).first?.first == .int(1)
  }

  /// All faults, and how often each is found.
  private func foreignKeyFaults() throws(DatabaseError) -> [SQLiteForeignKeyFault: Int] {
    var faults: [SQLiteForeignKeyFault: Int] = [:]
    for schema in try rows(of: "SELECT name FROM pragma_database_list", []).compactMap({ $0.text(0) }) {
      // Of a schema it tells where that is written into the text, and not where it is a parameter or a column.
      let name = SQLiteName.literal(schema)
      let tables = try rows(
        of: """
          SELECT name FROM \(SQLiteName.quoted(schema)).sqlite_master AS t WHERE type = 'table'
          AND EXISTS (SELECT 1 FROM pragma_foreign_key_list(t.name, \(name)))
          """, [])
      for table in tables.compactMap({ $0.text(0) }) {
        // One by one, for references that can't be followed keep the rest from being told.
        do throws(DatabaseError) {
          let found = try rows(
            of: "SELECT rowid, parent FROM pragma_foreign_key_check(\(SQLiteName.literal(table)), \(name))", [])
          for row in found {
            let fault = SQLiteForeignKeyFault(
              schema: schema, table: table, row: row.int(0), parent: row.text(1) ?? "a table")
            faults[fault, default: 0] += 1
          }
        } catch  where error.message.hasPrefix("foreign key mismatch") {
          faults[SQLiteForeignKeyFault(schema: schema, table: table, parent: "", mismatch: error.message)] = 1
        }
      }
    }
    return faults
  }
}
