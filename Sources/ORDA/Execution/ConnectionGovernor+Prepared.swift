/// How a statement is prepared without being run: to check its text, to learn its columns, or whether it only reads.
extension ConnectionGovernor {
  /// Lends the handle of a statement that is not run.
  func withPrepared(
    _ statement: BoundStatement, _ body: (any DriverStatement) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    if let scope = ThreadScopes.current(of: self) {
      scope.beginUse()
      defer { scope.endUse() }
      return try withPrepared(statement, on: scope.connection, in: scope, body)
    }
    let pool = try route(statement)
    let connection = try take(from: pool, .statement(statement.slot.parsed.text), within: statement.deadline)
    defer { giveBack(connection, to: pool) }
    try withPrepared(statement, on: connection, in: nil, body)
  }

  /// Lends the handle of a statement that is not run, on a connection that the caller holds.
  func withPrepared(
    _ statement: BoundStatement, on connection: PooledConnection, in scope: LeaseScope?,
    _ body: (any DriverStatement) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let slot = statement.slot
    try checkAllowed(slot, in: scope)
    do throws(DatabaseError) {
      let deadline = scope?.limit(of: statement.deadline) ?? statement.deadline ?? settings.deadline
      var protection = 0
      defer {
        // A failure was already reported; what was not undone shows in the next question.
        try? connection.endProtection(protection, undoing: settings.fixedLimits.undoing, within: settings.deadline)
      }
      try connection.ask(within: deadline) { (driver) throws(DatabaseError) in
        protection = try connection.protect()
        let handle = try connection.statements.checkOut(slot, on: driver, toRun: false)
        defer { connection.statements.checkIn(handle) }
        try body(handle.driver)
      }
    } catch {
      scope?.checkTransaction(error)
      throw error.naming(slot.parsed.text)
    }
    scope?.checkTransaction(nil)
  }

  /// Refuses what can't run where it was requested: in a closure, or on a connection that nobody else holds.
  @inline(__always)
  func checkAllowed(_ slot: StatementSlot, in scope: LeaseScope?) throws(DatabaseError) {
    if scope != nil {
      try scope?.checkAllowed(slot.parsed, capabilities)
    } else if slot.parsed.isTemporary, !hasSingleConnection {
      throw DatabaseError(
        .misuse, "a temporary table belongs to one connection; make it and use it inside withConnection { }",
        sql: slot.parsed.text)
    }
  }
}
