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
    var parts = columns.map { column in Self.sql(of: column, isKeyed: keyed.contains(column.name), dialect) }
    if !primaryKey.isEmpty, !isKeyInColumn { parts.append("PRIMARY KEY \(Self.list(primaryKey))") }
    parts += uniqueConstraints.map { "\(Self.constraint($0.name))UNIQUE \(Self.list($0.columns))" as SQL }
    parts += foreignKeys.map(Self.sql)
    parts += checkConstraints.map { "\(Self.constraint($0.name))CHECK (\(raw: $0.expression))" as SQL }
    let body = parts.joined(separator: ", ")
    let create: SQL = "CREATE TABLE \(name.sql) (\(body))\(raw: dialect.tableOptions)"
    return [create] + indexes.map { Self.statement(creating: $0, on: name) }
  }

  /// The columns that a key or an index holds, which some databases restrict to types of a bounded length.
  private var keyedColumns: Set<String> {
    var names = Set(primaryKey)
    for constraint in uniqueConstraints { names.formUnion(constraint.columns) }
    for key in foreignKeys { names.formUnion(key.columns) }
    for index in indexes { names.formUnion(index.columnNames ?? []) }
    return names
  }

  private func check() throws(DatabaseError) {
    let names = Set(columns.map(\.name))
    if columns.isEmpty { throw DatabaseError(.misuse, "the table \(name) has no column") }
    if let unknown = keyedColumns.subtracting(names).sorted().first {
      throw DatabaseError(.misuse, "the table \(name) has no column \(unknown), which a key or an index of it names")
    }
    let generated = columns.filter(\.isGeneratedKey).map(\.name)
    if !generated.isEmpty, primaryKey != generated {
      throw DatabaseError(
        .misuse, "the generated key of the table \(name) must be its whole primary key, which is \(primaryKey)")
    }
  }

  static func sql(of column: ColumnDefinition, isKeyed: Bool, _ dialect: any SchemaDialect) -> SQL {
    if column.isGeneratedKey {
      return "\(identifier: column.name) \(raw: dialect.generatedKey(of: column.type).declaration)"
    }
    var sql: SQL = "\(identifier: column.name) \(raw: dialect.declaration(of: column.type, isKeyed: isKeyed))"
    if let collation = column.collation { sql += " COLLATE \(raw: collation)" }
    switch column.generated {
    case .none: break
    case .virtual(let expression): sql += " GENERATED ALWAYS AS (\(raw: expression ?? "NULL")) VIRTUAL"
    case .stored(let expression): sql += " GENERATED ALWAYS AS (\(raw: expression ?? "NULL")) STORED"
    }
    if !column.isNullable { sql += " NOT NULL" }
    if let value = column.defaultValue { sql += " DEFAULT \(raw: value)" }
    return sql
  }

  static func sql(of key: ForeignKey) -> SQL {
    var sql: SQL = "\(constraint(key.name))FOREIGN KEY \(list(key.columns)) REFERENCES \(key.referencedTable.sql)"
    if !key.referencedColumns.isEmpty { sql += " \(list(key.referencedColumns))" }
    // NO ACTION is the standard's default, and not every database's.
    sql += " ON DELETE \(raw: key.onDelete.rawValue) ON UPDATE \(raw: key.onUpdate.rawValue)"
    if key.isDeferred { sql += " DEFERRABLE INITIALLY DEFERRED" }
    return sql
  }

  /// The statement that creates an index of the table.
  public func statement(creating index: IndexDescription) -> SQL { Self.statement(creating: index, on: name) }

  static func statement(creating index: IndexDescription, on table: TableName) -> SQL {
    let parts = index.columns.map { part -> SQL in
      let term: SQL =
        switch part.term {
        case .column(let name): "\(identifier: name)"
        case .expression(let text): "(\(raw: text ?? "NULL"))"
        }
      let compared: SQL = part.collation.map { "\(term) COLLATE \(raw: $0)" } ?? term
      return part.isDescending ? "\(compared) DESC" : compared
    }
    var sql: SQL = "CREATE \(raw: index.isUnique ? "UNIQUE " : "")INDEX \(identifier: index.name)"
    sql += " ON \(table.sql) (\(parts.joined(separator: ", ")))"
    if let predicate = index.predicate { sql += " WHERE \(raw: predicate)" }
    return sql
  }

  private static func constraint(_ name: String?) -> SQL {
    name.map { "CONSTRAINT \(identifier: $0) " } ?? ""
  }

  private static func list(_ names: [String]) -> SQL {
    "(\(names.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")))"
  }
}

extension TableName {
  /// The name as an identifier, with its schema if it has one.
  public var sql: SQL { schema.map { "\(identifier: $0, name)" } ?? "\(identifier: name)" }
}
