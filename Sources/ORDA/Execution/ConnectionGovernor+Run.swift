/// How a statement finds its connection: that of this thread's closure, otherwise one from a pool: a reader's if the
/// database confirms that it only reads, otherwise a writer's.
extension ConnectionGovernor {
  /// Lends one statement for one execution.
  public func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws {
    try withExecution(try slot(for: sql), sql.bindings, parameters, Deadline.of(timeout, by: timeSource), body)
  }

  /// The slot of a text; refuses the statements that a governor runs by calls of their own.
  ///
  /// - Parameter scope: Where it is to run; nil for this thread's closure, or none.
  func slot(for sql: SQL, in scope: LeaseScope? = nil) throws(DatabaseError) -> StatementSlot {
    let scope = scope ?? ThreadScopes.current(of: self)
    let slot = try slots.slot(for: sql, in: scope?.ownDialect)
    try slot.parsed.keyword.checkAllowedAlone(isSetUp: scope?.connection.isBeingSetUp ?? false)
    return slot
  }

  /// The slot of a script's statement; refuses like ``slot(for:in:)``.
  func slot(
    for statement: StatementSplitter.Statement, in scope: LeaseScope
  ) throws(DatabaseError) -> StatementSlot {
    guard statement.isRead else { return try slot(for: SQL(text: statement.text), in: scope) }
    try statement.keyword.checkAllowedAlone(isSetUp: scope.connection.isBeingSetUp)
    return .once(ParsedStatement(statement))
  }

  // The arguments are not gathered in a structure: making one from several objects retains all of them.
  func withExecution(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters?, _ deadline: Deadline?,
    _ body: (StatementExecution) throws -> Void
  ) throws {
    while true {
      var lent = try lend(slot, deadline, toRun: parameters != nil)
      let failure = run(lent.handle, interpolated, parameters, in: lent.batchScope, body)
      guard let report = end(&lent, of: slot, failure) else { return }
      if report.isToBeRepeated { continue }
      if let error = tell(report, of: BoundStatement(slot, interpolated, parameters, deadline)) { throw error }
      return
    }
  }

  /// If it is the only connection: what runs besides a statement, for as long as that lasts, must use it too.
  @inline(__always)
  func enterOnly(_ connection: PooledConnection) -> LeaseScope? {
    guard hasSingleConnection else { return nil }
    let scope = LeaseScope(governor: self, connection: connection, kind: .rows)
    ThreadScopes.enter(scope)
    return scope
  }

  @inline(__always)
  func leave(_ scope: LeaseScope?) {
    guard let scope else { return }
    ThreadScopes.leave(scope)
    scope.end()
  }

  /// The pool that a statement's connection comes from. The first time, a reader is asked whether the statement only
  /// reads.
  func route(_ statement: BoundStatement) throws(DatabaseError) -> ConnectionPool {
    try isForReader(statement.slot, statement.deadline) ? readersOrWriters : writers
  }

  @inline(__always)
  func isForReader(_ slot: StatementSlot, _ deadline: Deadline?) throws(DatabaseError) -> Bool {
    try checkAllowed(slot, in: nil)
    guard readers != nil else { return false }
    if slot.route == .unknown { try askRoute(slot, deadline) }
    return slot.route == .reader
  }

  private func askRoute(_ slot: StatementSlot, _ deadline: Deadline?) throws(DatabaseError) {
    let connection = try take(from: readersOrWriters, .statement(slot.parsed.text), within: deadline)
    defer { giveBack(connection, to: readersOrWriters) }
    try confirmRoute(BoundStatement(slot, [], nil, deadline), on: connection)
  }

  /// Has the database say whether a statement only reads.
  func confirmRoute(_ statement: BoundStatement, on connection: PooledConnection) throws(DatabaseError) {
    do {
      try withPrepared(statement, on: connection, in: nil) { statement.slot.route = $0.isReadOnly ? .reader : .writer }
    } catch  where isRefusal(error, by: connection) {
      statement.slot.route = .writer
    }
  }

  /// Runs a statement on a connection that the caller holds.
  func run(
    _ statement: BoundStatement, on connection: PooledConnection, in scope: LeaseScope?,
    _ body: (StatementExecution) throws -> Void
  ) throws {
    try run(
      statement.slot, statement.interpolated, statement.parameters, statement.deadline, on: connection, in: scope, body)
  }

  /// Runs a statement on a connection that the caller holds.
  func run(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters?, _ deadline: Deadline?,
    on connection: PooledConnection, in scope: LeaseScope?, _ body: (StatementExecution) throws -> Void
  ) throws {
    var lent = try lend(slot, deadline, toRun: parameters != nil, on: connection, in: scope)
    let failure = run(lent.handle, interpolated, parameters, in: scope, body)
    guard let report = end(&lent, of: slot, on: connection, in: scope, failure) else { return }
    if let error = tell(report, of: BoundStatement(slot, interpolated, parameters, deadline)) { throw error }
  }

  /// - Returns: What was thrown.
  @inline(__always)
  private func run(
    _ handle: StatementExecution, _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters?,
    in scope: (any BatchScope)?, _ body: (StatementExecution) throws -> Void
  ) -> (any Error)? {
    do {
      try handle.begin(interpolated, parameters, in: scope)
      try body(handle)
      return nil
    } catch {
      return error
    }
  }
}
