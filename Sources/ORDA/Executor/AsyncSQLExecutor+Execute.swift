extension AsyncSQLExecutor {
  /// Runs a statement.
  ///
  /// - Returns: The changes, and its rows if it returns any.
  /// - Throws: ``DatabaseError``; of kind `cancelled` if the task is cancelled, which stops the statement.
  @discardableResult
  public func execute(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> any StatementResult {
    try await execute(sql, Parameters(values: parameters), timeout: timeout)
  }

  /// Runs a statement with parameters by name or as a list.
  ///
  /// - Returns: The changes, and its rows if it returns any.
  /// - Throws: ``DatabaseError``; of kind `cancelled` if the task is cancelled, which stops the statement.
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

  /// Lends each row of a query in turn, on the connection's own thread: the fast way through many rows, with the memory
  /// of one. Throwing ends the reading.
  ///
  /// If reading a row needs `await`, use `rows`.
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
