extension SQLExecutor {
  /// Creates a table with its indexes.
  ///
  /// - Throws: `misuse` for a definition that contradicts itself, `alreadyExists`, and what else the database says. Where
  ///   an index can't be made the table is there, unless the call is part of a transaction on a database with
  ///   ``Capability/transactionalDDL``.
  public func create(_ table: TableDefinition) throws {
    for statement in try table.statements(in: schemaDialect) { try execute(statement) }
  }
}
