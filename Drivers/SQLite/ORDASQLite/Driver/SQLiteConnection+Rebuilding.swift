internal import ORDA

extension SQLiteConnection: TableRebuildingConnection {
  func rebuild(_ table: TableDescription, by changes: [TableChange]) throws(DatabaseError) -> TableRebuild {
    if try rows(of: "PRAGMA foreign_keys", []).first?.first == .int(1) {
      throw DatabaseError(
        .misuse,
        """
        \(table.name.name) has to be written anew, which would take along the rows that refer to it while foreign keys are \
        enforced; change it in a migration, or outside of a transaction
        """, table: table.name.name)
    }
    let schema = SQLiteSchema { [unowned self] (sql, values) throws(DatabaseError) in try rows(of: sql, values) }
    return try schema.rebuild(table, by: changes, in: SQLiteSchemaDialect())
  }
}
