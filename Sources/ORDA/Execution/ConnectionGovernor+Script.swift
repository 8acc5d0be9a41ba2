/// How texts with several statements are run.
extension ConnectionGovernor {
  /// Runs a text with any number of statements, in order, and returns each one's result.
  @discardableResult
  public func executeScript(_ script: SQL, timeout: Duration? = nil) throws -> [any StatementResult] {
    var results: [any StatementResult] = []
    try lease(LeaseRequest(role: .writer, timeout: timeout)) {
      results = try runScript(script, timeout: timeout, in: $0.scope)
    }
    return results
  }

  func runScript(_ script: SQL, timeout: Duration?, in scope: LeaseScope) throws -> [any StatementResult] {
    guard script.bindings.isEmpty else {
      throw DatabaseError(.misuse, "a script takes no interpolated values; run its statements one by one")
    }
    let isOutside = scope.depth == 0
    let driver = scope.connection.driver
    let dialect = scope.ownDialect ?? dialect
    let statements = try ParsedStatement.script(script.render(dialect), dialect: dialect)
    var results: [any StatementResult] = []
    do {
      let wasInScript = scope.isInScript
      scope.isInScript = true
      defer { scope.isInScript = wasInScript }
      for parsed in statements {
        if !isOutside { try parsed.keyword.checkAllowedAlone() }
        do {
          guard parsed.parameters.count == 0 else {
            throw DatabaseError(.misuse, "a script takes no parameters; run its statements one by one")
          }
          let wasOpen = isOutside && driver.isInTransaction
          scope.isInScriptsTransaction = wasOpen
          defer { scope.isInScriptsTransaction = false }
          let statement = BoundStatement(.once(parsed), [], Parameters.none, timeout: timeout, by: timeSource)
          try run(statement, on: scope.connection, in: scope) {
            results.append(try $0.run())
          }
          if wasOpen, !driver.isInTransaction, parsed.ending == .rolledBack {
            throw DatabaseError(
              .transactionEnded(.rolledBack), "the database rolled the script's transaction back; nothing more was run")
          }
        } catch var error as DatabaseError {
          if statements.count > 1 { error.message += " (line \(parsed.line) of the script)" }
          throw error
        }
      }
    } catch {
      if isOutside { undoScript(on: scope.connection) }
      throw error
    }
    if isOutside, driver.isInTransaction {
      undoScript(on: scope.connection)
      throw DatabaseError(
        .misuse, "the script began a transaction and did not end it; it was rolled back. End it with COMMIT")
    }
    // With autocommit off, whatever runs next would begin one.
    if isOutside, driver.leavesTransactionOpen { undoScript(on: scope.connection) }
    return results
  }

  /// Rolls back what a script has begun. If that fails, the connection is not used again.
  private func undoScript(on connection: PooledConnection) {
    do {
      try connection.undo(within: settings.fixedLimits.undoing) { (driver) throws(DatabaseError) in
        try driver.rollback()
      }
    } catch {
      connection.isBroken = true
    }
  }
}
