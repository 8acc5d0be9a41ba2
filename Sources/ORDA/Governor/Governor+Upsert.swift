/// Upserts, awaited: like those of ``SQLExecutor``, on a connection's own thread.
extension Governor {
  /// Prepares a statement that updates the row with a key, or inserts one if there is none.
  ///
  /// - Throws: Like ``SQLExecutor/prepareUpsert(into:columns:key:updating:)``.
  public func prepareUpsert(
    into table: TableName, columns: [String], key: [String], updating: [String]? = nil
  ) async throws -> any Statement {
    try await prepare(try await upsert(into: table, columns, key, updating))
  }

  /// Prepares a statement that inserts a row if there is none with its key, and leaves an existing row as it is.
  ///
  /// - Throws: Like ``SQLExecutor/prepareInsertOrIgnore(into:columns:key:)``.
  public func prepareInsertOrIgnore(
    into table: TableName, columns: [String], key: [String]
  ) async throws -> any Statement {
    try await prepareUpsert(into: table, columns: columns, key: key, updating: [])
  }

  /// Updates the row with a key, or inserts one if there is none.
  ///
  /// - Throws: Like ``SQLExecutor/upsert(into:_:key:updating:)``.
  @discardableResult
  public func upsert(
    into table: TableName, _ values: Parameters, key: [String], updating: [String]? = nil
  ) async throws -> any StatementResult {
    try await execute(try await upsert(into: table, try values.columnNames, key, updating), values)
  }

  /// Inserts a row if there is none with its key, and leaves an existing row as it is.
  ///
  /// - Throws: Like ``SQLExecutor/insertOrIgnore(into:_:key:)``.
  @discardableResult
  public func insertOrIgnore(
    into table: TableName, _ values: Parameters, key: [String]
  ) async throws -> any StatementResult {
    try await upsert(into: table, values, key: key, updating: [])
  }

  private func upsert(
    into table: TableName, _ columns: [String], _ key: [String], _ updating: [String]?
  ) async throws -> SQL {
    try UpsertRequest(table, columns, key, updating).sql(
      try await describe(table), in: schemaDialect, capabilities: capabilities)
  }
}
