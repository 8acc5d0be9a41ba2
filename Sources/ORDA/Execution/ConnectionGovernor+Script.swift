/// How texts of several statements, and questions about the schema, are run on a governor.
extension ConnectionGovernor {
  /// Prepares one statement for repeated use.
  public func prepare(_ sql: SQL) throws -> any Statement {
    let statement = GovernedStatement(governor: self, slot: try slot(for: sql), bindings: sql.bindings)
    try statement.check()
    return statement
  }

  /// Runs a text of any number of statements, in order, and gives each one's result.
  @discardableResult
  public func executeScript(_ script: SQL, timeout: Duration? = nil) throws -> [any StatementResult] {
    var results: [any StatementResult] = []
    try lease(LeaseRequest(role: .writer, timeout: timeout)) {
      results = try $0.executeScript(script, timeout: timeout)
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
          let statement = BoundStatement(slots.make(parsed), [], Parameters.none, timeout: timeout)
          try run(statement, on: scope.connection, in: scope) {
            results.append(try $0.run())
          }
          if wasOpen, !driver.isInTransaction, !parsed.mayCommit {
            throw DatabaseError(
              .transactionEnded(.rolledBack), "the database rolled the script's transaction back; nothing more was run")
          }
        } catch var error as DatabaseError {
          if statements.count > 1 { error.message += " (line \(parsed.line) of the script)" }
          throw error
        }
      }
    } catch {
      if isOutside { try? driver.rollback() }
      throw error
    }
    if isOutside, driver.isInTransaction {
      try driver.rollback()
      throw DatabaseError(
        .misuse, "the script began a transaction and did not end it; it was rolled back. End it with COMMIT")
    }
    // With autocommit off, whatever is run next would begin one.
    if isOutside, driver.leavesTransactionOpen { try driver.rollback() }
    return results
  }

  /// The names of tables and views in a schema, or in the default one.
  public func tables(schema: String? = nil) throws -> [TableName] {
    var names: [TableName] = []
    try lease(LeaseRequest(role: .reader)) { names = try $0.tables(schema: schema) }
    return names
  }

  /// All that the database tells of a table; nil where there is none of that name.
  public func describe(_ table: TableName) throws -> TableDescription? {
    var description: TableDescription?
    // It takes several questions, and the answers must fit each other.
    let request = LeaseRequest(role: .reader, transaction: TransactionOptions(isReadOnly: true))
    try lease(request) { description = try $0.describe(table) }
    return description
  }
}
