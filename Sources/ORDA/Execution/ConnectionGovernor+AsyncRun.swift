/// How an awaited statement finds its connection.
extension ConnectionGovernor {
  /// Lends one statement for one execution, on the connection's own thread.
  public func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?,
    _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws {
    if let transaction = try transactionOfThisTask() {
      return try await transaction.withExecution(of: sql, parameters, timeout: timeout, body)
    }
    try await withExecution(
      BoundStatement(try slot(for: sql), sql.bindings, parameters, timeout: timeout, by: timeSource), body)
  }

  func withExecution(
    _ statement: BoundStatement, _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws {
    if let transaction = try transactionOfThisTask() { return try await transaction.withExecution(statement, body) }
    let pool = try await asyncRoute(statement)
    do {
      try await withExecution(statement, from: pool, body)
    } catch  where pool === readers && isForWriter(statement.slot, error) {
      try await withExecution(statement, from: writers, body)
    }
  }

  private func withExecution(
    _ statement: BoundStatement, from pool: ConnectionPool,
    _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws {
    try await onConnection(of: pool, .statement(statement.slot.parsed.text), within: statement.deadline) {
      [self] connection in
      let scope = hasSingleConnection ? LeaseScope(governor: self, connection: connection, kind: .rows) : nil
      if let scope { ThreadScopes.enter(scope) }
      defer {
        if let scope {
          ThreadScopes.leave(scope)
          scope.end()
        }
      }
      try run(statement, on: connection, in: nil, body)
    }
  }

  /// The pool that a statement's connection comes from.
  func asyncRoute(_ statement: BoundStatement) async throws -> ConnectionPool {
    let slot = statement.slot
    try checkAllowed(slot, in: nil)
    guard let readers else { return writers }
    if slot.route == .unknown {
      try await onConnection(of: readers, .statement(slot.parsed.text), within: statement.deadline) {
        [self] connection in try confirmRoute(statement, on: connection)
      }
    }
    return slot.route == .reader ? readers : writers
  }
}
