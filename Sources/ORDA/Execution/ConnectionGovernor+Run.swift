/// How a statement finds its connection: that of the closure which this thread is in, or else one from a pool, a reader's for
/// what the database confirms as reading only, otherwise a writer's.
extension ConnectionGovernor {
  /// Lends one statement for one execution.
  public func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws {
    try withExecution(BoundStatement(try slot(for: sql), sql.bindings, parameters, timeout: timeout), body)
  }

  /// The slot of a text, with the statements that a governor runs by calls of their own refused.
  ///
  /// - Parameter scope: Where it is to run; nil for the closure that this thread is in, or none.
  func slot(for sql: SQL, in scope: LeaseScope? = nil) throws(DatabaseError) -> StatementSlot {
    let slot = try slots.slot(for: sql, in: (scope ?? ThreadScopes.current(of: self))?.ownDialect)
    try slot.parsed.keyword.checkAllowedAlone()
    return slot
  }

  func withExecution(_ statement: consuming BoundStatement, _ body: (StatementExecution) throws -> Void) throws {
    if let scope = ThreadScopes.current(of: self) {
      scope.beginUse()
      defer { scope.endUse() }
      return try run(statement, on: scope.connection, in: scope, body)
    }
    let pool = try route(statement)
    let connection = try take(from: pool, .statement(statement.slot.parsed.text), timeout: statement.deadline?.left)
    defer { giveBack(connection, to: pool) }
    if hasSingleConnection {
      // The only connection: what the body runs beside this statement must use it too.
      let scope = LeaseScope(governor: self, connection: connection, kind: .rows)
      ThreadScopes.enter(scope)
      defer {
        ThreadScopes.leave(scope)
        scope.end()
      }
      try run(statement, on: connection, in: nil, body)
    } else {
      try run(statement, on: connection, in: nil, body)
    }
  }

  /// The pool that a statement's connection comes from. The first time, a reader is asked whether it only reads.
  func route(_ statement: BoundStatement) throws(DatabaseError) -> ConnectionPool {
    let slot = statement.slot
    try checkAllowed(slot, in: nil)
    guard let readers else { return writers }
    if slot.route == .unknown {
      let connection = try take(from: readers, .statement(slot.parsed.text), timeout: statement.deadline?.left)
      defer { giveBack(connection, to: readers) }
      try confirmRoute(statement, on: connection)
    }
    return slot.route == .reader ? readers : writers
  }

  /// Has the database say whether a statement only reads.
  func confirmRoute(_ statement: BoundStatement, on connection: PooledConnection) throws(DatabaseError) {
    try withPrepared(statement, on: connection, in: nil) { statement.slot.route = $0.isReadOnly ? .reader : .writer }
  }

  /// Runs a statement on a connection that the caller holds.
  func run(
    _ statement: consuming BoundStatement, on connection: PooledConnection, in scope: LeaseScope?,
    _ body: (StatementExecution) throws -> Void
  ) throws {
    var execution = try Execution(statement, on: connection, in: scope, of: self)
    execution.tellLimit()
    do {
      try execution.bind()
      try body(execution.handle)
    } catch {
      throw execution.end(error) ?? error
    }
    if let failure = execution.end() { throw failure }
  }
}
