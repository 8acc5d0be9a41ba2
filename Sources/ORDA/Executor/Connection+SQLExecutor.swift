extension Connection: SQLExecutor {
  /// Prepares one statement, which can be used within the closure.
  public func prepare(_ sql: SQL) throws -> any Statement {
    try checkUsable()
    let slot = try scope.governor.slot(for: sql)
    let statement = LeasedStatement(connection: self, slot: slot, bindings: sql.bindings)
    try statement.check()
    return statement
  }

  /// Lends one statement for one execution.
  public func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws {
    try checkUsable()
    let slot = try scope.governor.slot(for: sql)
    try scope.governor.run(
      slot, sql.bindings, parameters, Deadline.of(timeout, by: scope.governor.timeSource), on: scope.connection,
      in: scope, body)
  }

  /// Lends a statement of a script, without parameters, for one execution.
  ///
  /// Nothing of it is kept, for a script's statements rarely come twice, and what its splitter has read is not read again.
  package func withExecution(
    of statement: StatementSplitter.Statement, _ body: (StatementExecution) throws -> Void
  ) throws {
    try checkUsable()
    let slot = try scope.governor.slot(for: statement, in: scope)
    try scope.governor.run(slot, [], Parameters.none, nil, on: scope.connection, in: scope, body)
  }

  /// Opens rows for reading one by one; they end with the closure at the latest.
  public func openRows(of sql: SQL, _ parameters: Parameters, timeout: Duration?) throws -> Rows {
    try checkUsable()
    let statement = BoundStatement(
      try scope.governor.slot(for: sql), sql.bindings, parameters, timeout: timeout, by: scope.governor.timeSource)
    return try scope.governor.openRows(statement, in: scope)
  }

  /// Runs a text with any number of statements, in order, and returns each one's result.
  @discardableResult
  public func executeScript(_ script: SQL, timeout: Duration? = nil) throws -> [any StatementResult] {
    try checkUsable()
    return try scope.governor.runScript(script, timeout: timeout, in: scope)
  }
}
