/// What a transaction that lasts across suspensions has besides statements: rows, prepared statements, tables and their
/// descriptions.
extension AsyncTransaction {
  /// Rows as an asynchronous sequence, in bounded memory, as part of the transaction; they end with it at the latest.
  ///
  /// ```swift
  /// for try await row in tx.rows("SELECT id FROM track") { try await tx.execute("…", try row.get(0, as: Int.self)) }
  /// ```
  public func rows(_ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil) -> AsyncRows {
    rows(sql, Parameters(values: parameters), timeout: timeout)
  }

  /// Rows as an asynchronous sequence, in bounded memory; parameters by name or as a list.
  public func rows(_ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil) -> AsyncRows {
    let statement: Result<BoundStatement, DatabaseError>
    do throws(DatabaseError) {
      statement = .success(
        BoundStatement(try governor.slot(for: sql), sql.bindings, parameters, timeout: timeout, by: governor.timeSource)
      )
    } catch {
      statement = .failure(error)
    }
    return AsyncRows { try await self.openRows(try statement.get().again) }
  }

  /// Prepares one statement for repeated use within the transaction. It is awaited; using it after the transaction is
  /// `misuse`.
  public func prepare(_ sql: SQL) async throws -> any Statement {
    let slot = try governor.slot(for: sql)
    let columns = Handover<[Column]>([])
    try await onConnection { [self] in
      let statement = BoundStatement(slot, sql.bindings, nil, timeout: nil, by: governor.timeSource)
      try governor.withPrepared(statement, on: scope.connection, in: scope) { (driver) throws(DatabaseError) in
        columns.value = try driver.columns()
      }
    }
    return TransactionStatement(self, slot, sql.bindings, columns: columns.value)
  }

  /// Runs a text with any number of statements, in order, and returns each one's result.
  @discardableResult
  public func executeScript(_ script: SQL, timeout: Duration? = nil) async throws -> [any StatementResult] {
    try await leased { try $0.executeScript(script, timeout: timeout) }
  }

  /// The names of tables and views in a schema, or in the default one.
  public func tables(schema: String? = nil) async throws -> [TableName] {
    try await leased { try $0.tables(schema: schema) }
  }

  /// The database's description of a table; nil if there is none of that name.
  public func describe(_ table: TableName) async throws -> TableDescription? {
    try await leased { try $0.describe(table) }
  }

  /// The description of all tables and views in a schema, or in the default one, as one value.
  public func schema(named schema: String? = nil) async throws -> DatabaseDescription {
    try await leased { try $0.schema(named: schema) }
  }

  /// The database's description of a table in the default schema.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchTable` if there is none of that name.
  public func describe(_ name: String) async throws -> TableDescription { try await leased { try $0.describe(name) } }

  func leased<R>(_ body: @escaping @Sendable (Connection) throws -> R) async throws -> sending R {
    let result = Handover<R?>(nil)
    try await lease { result.value = try body($0) }
    // The connection's thread has released it.
    nonisolated(unsafe) let value = result.value
    guard let value else { throw ClosureResult.notRun }
    return value
  }
}
