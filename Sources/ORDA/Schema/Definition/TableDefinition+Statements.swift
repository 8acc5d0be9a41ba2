extension TableDefinition {
  /// The statements that create the table and its indexes, in order.
  ///
  /// - Throws: `misuse` for a table without columns, for a key or an index of columns that it lacks, and for a generated
  ///   key that is not the whole primary key.
  public func statements(in dialect: any SchemaDialect) throws(DatabaseError) -> [SQL] {
    try check()
    let generatedKey = columns.first { $0.isGeneratedKey }
    let isKeyInColumn = generatedKey != nil && dialect.generatedKey.isPrimaryKey
    let keyed = keyedColumns
    var parts = columns.map { column in
      var column = column
      // A primary key that is told to take NULL is refused.
      if primaryKey.containsName(column.name), dialect.declaresNull(column.type) { column.isNullable = false }
      return column.declaration(isKeyed: keyed.contains(SQLName(column.name)), in: dialect)
    }
    if !primaryKey.isEmpty, !isKeyInColumn { parts.append("PRIMARY KEY (\(SQL.names(primaryKey)))") }
    parts += uniqueConstraints.map(\.declaration)
    parts += foreignKeys.map { $0.declaration(in: dialect) }
    parts += checkConstraints.map(\.declaration)
    let body = parts.joined(separator: ", ")
    let create: SQL = "CREATE TABLE \(name.sql) (\(body))\(raw: dialect.tableOptions)"
    return [create] + indexes.map { statement(creating: $0, in: dialect) }
  }

  /// The columns that a key or an index holds, which some databases restrict to types of a bounded length.
  private var keyedColumns: Set<SQLName> {
    var names = Set(primaryKey.map { SQLName($0) })
    for constraint in uniqueConstraints { names.formUnion(constraint.columns.map { SQLName($0) }) }
    for key in foreignKeys { names.formUnion(key.columns.map { SQLName($0) }) }
    for index in indexes { names.formUnion((index.columnNames ?? []).map { SQLName($0) }) }
    return names
  }

  private func check() throws(DatabaseError) {
    let names = Set(columns.map { SQLName($0.name) })
    if columns.isEmpty { throw DatabaseError(.misuse, "the table \(name) has no column") }
    if let unknown = keyedColumns.subtracting(names).map(\.text).sorted().first {
      throw DatabaseError(.misuse, "the table \(name) has no column \(unknown), which a key or an index of it names")
    }
    let generated = columns.filter(\.isGeneratedKey).map(\.name)
    if !generated.isEmpty, primaryKey != generated {
      throw DatabaseError(
        .misuse, "the generated key of the table \(name) must be its whole primary key, which is \(primaryKey)")
    }
  }

  /// The statement that creates an index of the table.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - dialect: Where the database wants the schema of an index.
  public func statement(
    creating index: IndexDescription, in dialect: any SchemaDialect = StandardSchemaDialect()
  ) -> SQL {
    Self.statement(creating: index, on: name, in: dialect)
  }

  static func statement(
    creating index: IndexDescription, on table: TableName, in dialect: any SchemaDialect
  ) -> SQL {
    let schema = dialect.indexNamesTakeSchema ? table.schema : nil
    let name = TableName(schema: schema, name: index.name)
    let indexed = schema == nil ? table : TableName(name: table.name)
    var sql: SQL = "CREATE \(raw: index.isUnique ? "UNIQUE " : "")INDEX \(name.sql) ON \(indexed.sql) "
    if let declaration = index.declaration { return sql + "\(raw: declaration)" }
    let parts = index.columns.map { part -> SQL in
      let term: SQL =
        switch part.term {
        case .column(let name): "\(identifier: name)"
        case .expression(let text): "(\(raw: text ?? "NULL"))"
        }
      let compared: SQL = part.collation.map { "\(term) COLLATE \(raw: $0)" } ?? term
      return part.isDescending ? "\(compared) DESC" : compared
    }
    sql += "(\(parts.joined(separator: ", ")))"
    if let predicate = index.predicate { sql += " WHERE \(raw: predicate)" }
    return sql
  }
}

extension TableName {
  /// The name as an identifier, with its schema if it has one.
  public var sql: SQL { schema.map { "\(identifier: $0, name)" } ?? "\(identifier: name)" }
}
