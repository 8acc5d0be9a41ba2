internal import ORDA

extension SQLiteConnection: ForeignKeySuspendingConnection {
  func suspendForeignKeys() throws(DatabaseError) -> Bool {
    guard try enforcesForeignKeys() else { return false }
    try run("PRAGMA foreign_keys = OFF")
    return true
  }

  func resumeForeignKeys() throws(DatabaseError) { try run("PRAGMA foreign_keys = ON") }

  func checkForeignKeys() throws(DatabaseError) {
    for schema in try rows(of: "SELECT name FROM pragma_database_list", []).compactMap({ $0.text(0) }) {
      // The schema must be a literal: the function ignores a parameter or a column there.
      let name = SQLiteName.literal(schema)
      let faults = try rows(
        of: "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check(NULL, \(name)) LIMIT 1", [])
      guard let fault = faults.first, let table = fault.text(0) else { continue }
      let row = fault.count > 1 && fault[1] != .null ? "the row \(fault[1])" : "a row"
      throw DatabaseError(
        .constraint(.foreignKey), "\(row) of \(table) refers to one of \(fault.text(2) ?? "a table") that is not there",
        table: table)
    }
  }
}

extension SQLiteConnection {
  /// True if a statement may not leave a row that refers to nothing.
  func enforcesForeignKeys() throws(DatabaseError) -> Bool {
    try rows(of: "PRAGMA foreign_keys", []).first?.first == .int(1)
  }
}
