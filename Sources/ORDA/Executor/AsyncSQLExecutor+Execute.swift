extension AsyncSQLExecutor {
  /// Runs a statement.
  ///
  /// - Returns: What it changed, and its rows if it gives any.
  /// - Throws: ``DatabaseError``; of kind `cancelled` when the task is cancelled, which stops the statement.
  @discardableResult
  public func execute(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> any StatementResult {
    try await execute(sql, Parameters(values: parameters), timeout: timeout)
  }

  /// Runs a statement with parameters by name or as a list.
  ///
  /// - Returns: What it changed, and its rows if it gives any.
  /// - Throws: ``DatabaseError``; of kind `cancelled` when the task is cancelled, which stops the statement.
  @discardableResult
  public func execute(
    _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) async throws -> any StatementResult {
    let result = Handover<any StatementResult>(StatementOutcome(changed: nil, lastID: nil))
    try await withExecution(of: sql, parameters, timeout: timeout) { result.value = try $0.run() }
    return result.value
  }

  /// Runs a query and keeps its rows.
  public func query(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> any StatementResult {
    try await execute(sql, Parameters(values: parameters), timeout: timeout)
  }

  /// Runs a query with parameters by name or as a list, and keeps its rows.
  public func query(
    _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) async throws -> any StatementResult {
    try await execute(sql, parameters, timeout: timeout)
  }

  /// The first row of a query; nil if there is none.
  public func first(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> FetchedRow? {
    try await first(sql, Parameters(values: parameters), timeout: timeout)
  }

  /// The first row of a query with parameters by name or as a list; nil if there is none.
  public func first(_ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil) async throws -> FetchedRow? {
    let first = Handover<FetchedRow?>(nil)
    try await withExecution(of: sql, parameters, timeout: timeout) { execution in
      if try execution.step() { first.value = try execution.row().fetched() }
    }
    return first.value
  }

  /// Lends each row of a query in turn, on the connection's own thread: the fast way through many rows, in no more memory
  /// than one. Throwing ends the reading.
  ///
  /// What needs `await` for each row is read by `rows`.
  @inlinable
  public func forEach(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil,
    body: @escaping @Sendable (borrowing Row) throws -> Void
  ) async throws {
    try await withExecution(of: sql, Parameters(values: parameters), timeout: timeout) { try $0.forEachRow(body) }
  }

  /// Lends each row of a query in turn, on the connection's own thread; parameters by name or as a list.
  @inlinable
  public func forEach(
    _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil,
    body: @escaping @Sendable (borrowing Row) throws -> Void
  ) async throws {
    try await withExecution(of: sql, parameters, timeout: timeout) { try $0.forEachRow(body) }
  }
}
