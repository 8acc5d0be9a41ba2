/// Upserts, awaited: as those of ``SQLExecutor``, on a connection's own thread.
extension Governor {
  /// Prepares what updates the row that has a key, and inserts one if there is none.
  ///
  /// - Throws: As ``SQLExecutor/prepareUpsert(into:columns:key:updating:)`` does.
  public func prepareUpsert(
    into table: TableName, columns: [String], key: [String], updating: [String]? = nil
  ) async throws -> any Statement {
    try await prepare(try await upsert(into: table, columns, key, updating))
  }

  /// Prepares what inserts a row if there is none with its key, and leaves a row that is there as it is.
  ///
  /// - Throws: As ``SQLExecutor/prepareInsertOrIgnore(into:columns:key:)`` does.
  public func prepareInsertOrIgnore(
    into table: TableName, columns: [String], key: [String]
  ) async throws -> any Statement {
    try await prepareUpsert(into: table, columns: columns, key: key, updating: [])
  }

  /// Updates the row that has a key, or inserts one if there is none.
  ///
  /// - Throws: As ``SQLExecutor/upsert(into:_:key:updating:)`` does.
  @discardableResult
  public func upsert(
    into table: TableName, _ values: Parameters, key: [String], updating: [String]? = nil
  ) async throws -> any StatementResult {
    try await execute(try await upsert(into: table, try values.columnNames, key, updating), values)
  }

  /// Inserts a row if there is none with its key, and leaves a row that is there as it is.
  ///
  /// - Throws: As ``SQLExecutor/insertOrIgnore(into:_:key:)`` does.
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
