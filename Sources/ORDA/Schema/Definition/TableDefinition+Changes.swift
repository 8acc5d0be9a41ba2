/// The statements that change an existing table.
extension TableDefinition {
  /// The statement that adds a column to a table.
  ///
  /// - Throws: `misuse` for a key that the database makes, and for a column that is not nullable and has no default.
  static func statement(
    adding column: ColumnDefinition, to table: TableName, in dialect: any SchemaDialect
  ) throws(DatabaseError) -> SQL {
    try check(adding: column, to: table)
    return "ALTER TABLE \(table.sql) ADD COLUMN \(column.declaration(isKeyed: false, in: dialect))"
  }

  /// - Throws: `misuse` for a column that can't be added to a table with rows.
  static func check(adding column: ColumnDefinition, to table: TableName) throws(DatabaseError) {
    if column.isGeneratedKey {
      throw DatabaseError(
        .misuse, "the column \(column.name) is a key that the database makes, and can't be added later")
    }
    if !column.isNullable, column.defaultValue == nil, column.generated == .none {
      throw DatabaseError(
        .misuse,
        "the column \(column.name) takes no NULL and has no default, so that rows which are there would have no value for it",
        table: table.name, column: column.name)
    }
  }

  /// The statement that drops an index of a table.
  static func statement(droppingIndex index: String, of table: TableName, in dialect: any SchemaDialect) -> SQL {
    if !dialect.sharesIndexNames { return "DROP INDEX \(identifier: index) ON \(table.sql)" }
    return "DROP INDEX \(TableName(schema: table.schema, name: index).sql)"
  }
}
