/// The schema, by calls that mean the same on every database.
///
/// What is created or dropped ends the open transaction on databases without ``Capability/transactionalDDL``; there it is refused
/// inside one.
extension SQLExecutor {
  /// Creates a table with its indexes.
  ///
  /// With `ifMissing` a program may call it each time it starts, also where several start at once: a table that is there
  /// stays as it is, and of its indexes those are made that are missing by name. Columns are not compared.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - ifMissing: True if a table of that name may be there already.
  /// - Throws: `misuse` for a definition that contradicts itself, `alreadyExists`, and what else the database says. Where
  ///   an index can't be made the table is there, unless the call is part of a transaction on a database with
  ///   ``Capability/transactionalDDL``.
  public func create(_ table: TableDefinition, ifMissing: Bool = false) throws {
    let statements = try table.statements(in: schemaDialect)
    guard ifMissing, let creating = statements.first else {
      for statement in statements { try execute(statement) }
      return
    }
    if try describe(table.name) == nil {
      // Somebody else may create it just now.
      try unless(.alreadyExists, { try describe(table.name)?.kind == .table }) { try execute(creating) }
    }
    for (index, statement) in zip(table.indexes, statements.dropFirst()) where try !has(index, table.name) {
      try unless(.alreadyExists, { try has(index, table.name) }) { try execute(statement) }
    }
  }

  /// Drops a table with its rows and its indexes.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - ifExists: True if there may be none of that name.
  /// - Throws: `noSuchTable`, and what else the database says.
  public func drop(table: TableName, ifExists: Bool = false) throws {
    try unless(ifExists ? .noSuchTable : nil, { try describe(table) == nil }) {
      try execute("DROP TABLE \(table.sql)")
    }
  }

  /// Adds a column to a table, behind its others. In the rows that are there it holds its default, or NULL.
  ///
  /// - Throws: `alreadyExists`; `misuse` for a column without NULL and without a default, which rows that are there would have no
  ///   value for, and for a key that the database makes; `unsupported` without ``Capability/alteringTables``.
  public func add(_ column: ColumnDefinition, to table: TableName) throws {
    try checkAlters()
    try execute(try TableDefinition.statement(adding: column, to: table, in: schemaDialect))
  }

  /// Drops a column of a table with what it holds.
  ///
  /// - Throws: `noSuchColumn`; `unsupported` without ``Capability/alteringTables``; what the database says of a column that
  ///   a key, an index or a condition needs.
  public func drop(column: String, of table: TableName) throws {
    try checkAlters()
    try execute("ALTER TABLE \(table.sql) DROP COLUMN \(identifier: column)")
  }

  /// Creates an index of a table.
  ///
  /// - Parameters:
  ///   - index: The index; its `isPrimaryKey` is ignored.
  ///   - table: The table.
  ///   - ifMissing: True if the table may have an index of that name already, which stays as it is then.
  /// - Throws: `alreadyExists`, `constraint.unique` if rows that are there have the same values, and what else the
  ///   database says.
  public func create(_ index: IndexDescription, on table: TableName, ifMissing: Bool = false) throws {
    if ifMissing, try has(index, table) { return }
    try unless(ifMissing ? .alreadyExists : nil, { try has(index, table) }) {
      try execute(TableDefinition.statement(creating: index, on: table, in: schemaDialect))
    }
  }

  /// Drops an index of a table.
  ///
  /// - Parameters:
  ///   - index: The index's name.
  ///   - table: Its table, in whose schema it is.
  ///   - ifExists: True if the table may have none of that name.
  /// - Throws: `noSuchIndex`, and what else the database says.
  public func drop(index: String, of table: TableName, ifExists: Bool = false) throws {
    let isGone = { try describe(table)?.indexes.contains { $0.name == index } != true }
    if ifExists, try isGone() { return }
    try unless(ifExists ? .noSuchIndex : nil, isGone) {
      try execute(TableDefinition.statement(droppingIndex: index, of: table, in: schemaDialect))
    }
  }

  /// Gives a table another name, in the same schema. Its rows, keys and indexes stay.
  ///
  /// - Throws: `noSuchTable`, `alreadyExists`; `unsupported` without ``Capability/alteringTables``.
  public func rename(table: TableName, to name: String) throws {
    try checkAlters()
    try execute(schemaDialect.renaming(table, to: name))
  }

  /// Gives a column another name.
  ///
  /// - Throws: `noSuchColumn`, `alreadyExists`; `unsupported` without ``Capability/alteringTables``.
  public func rename(column: String, of table: TableName, to name: String) throws {
    try checkAlters()
    try execute("ALTER TABLE \(table.sql) RENAME COLUMN \(identifier: column) TO \(identifier: name)")
  }

  private func checkAlters() throws(DatabaseError) {
    if capabilities.contains(.alteringTables) { return }
    throw DatabaseError(.unsupported, "this database can't change a table that is there: it lacks alteringTables")
  }

  private func has(_ index: IndexDescription, _ table: TableName) throws -> Bool {
    try describe(table)?.indexes.contains { $0.name == index.name } ?? false
  }

  /// Runs a body, and takes an error of a kind for none where what it would bring about is so.
  private func unless(_ kind: DatabaseError.Kind?, _ isSo: () throws -> Bool, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as DatabaseError {
      guard let kind, kind.matches(error.kind), try isSo() else { throw error }
    }
  }
}
