internal import ORDA

extension SQLiteConnection: TableRebuildingConnection {
  func rebuild(_ table: TableDescription, by changes: [TableChange]) throws(DatabaseError) -> TableRebuild {
    if try enforcesForeignKeys() {
      throw DatabaseError(
        .misuse,
        """
        \(table.name.name) has to be written anew, which would take along the rows that refer to it while foreign keys are \
        enforced; change it in a migration, or outside of a transaction
        """, table: table.name.name)
    }
    return try schemaReader.rebuild(table, by: changes, in: SQLiteSchemaDialect())
  }
}
