internal import ORDAThreads

/// A statement of a leased connection or a transaction: usable on that thread, within that closure.
final class LeasedStatement: Statement, @unchecked Sendable {
  // Proof: every use begins with `checkPlace`, which refuses all threads but the closure's own, and all uses after the
  // closure; only that thread writes what this reads (`isOver`, the scope's thread). A use on another
  // thread is a mistake that gets an error, at worst that of a closure that has just ended.
  private let connection: Connection
  // The connection's own, read from constants of the statement itself: what is read from further away, or what a function
  // has returned, is retained for each execution.
  private let scope: LeaseScope
  private let held: PooledConnection
  let governor: ConnectionGovernor
  let slot: StatementSlot
  let bindings: [(any ValueConvertible)?]
  private let thread = ThreadIdentity.current

  init(connection: Connection, slot: StatementSlot, bindings: [(any ValueConvertible)?]) {
    self.connection = connection
    scope = connection.scope
    held = connection.scope.connection
    governor = connection.scope.governor
    self.slot = slot
    self.bindings = bindings
  }

  var sql: String { slot.parsed.text }
  var parameterNames: [String?] { slot.parsed.parameters.names }

  /// Prepares it once, so that an error in the text is known at once.
  func check() throws { try withPrepared { _ in } }

  /// Refuses other threads, and use after the closure. The scope is asked when the execution begins.
  @inline(__always)
  private func checkPlace() throws(DatabaseError) {
    if thread != .current { throw notOnThisThread() }
    try connection.checkNotOver()
  }

  private func checkUsable() throws(DatabaseError) {
    try checkPlace()
    try scope.checkUsable()
  }

  func columns() throws -> [Column] {
    var columns: [Column] = []
    try withPrepared { (driver) throws(DatabaseError) in columns = try driver.columns() }
    return columns
  }

  private func withPrepared(_ body: (any DriverStatement) throws(DatabaseError) -> Void) throws {
    try checkUsable()
    try governor.withPrepared(bound(nil, nil), on: held, in: scope, body)
  }

  @inline(__always)
  private func bound(_ parameters: Parameters?, _ timeout: Duration?) -> BoundStatement {
    BoundStatement(slot, bindings, parameters, timeout: timeout, by: governor.timeSource)
  }

  func withExecution(
    _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws {
    try checkPlace()
    try governor.run(
      slot, bindings, parameters, Deadline.of(timeout, by: governor.timeSource), on: held, in: scope, body)
  }

  /// Begins an execution.
  @inline(__always)
  func begin(within timeout: Duration?) throws(DatabaseError) -> LentExecution {
    try checkPlace()
    return try governor.lend(slot, Deadline.of(timeout, by: governor.timeSource), toRun: true, on: held, in: scope)
  }

  /// Ends one.
  @inline(__always)
  func end(_ lent: inout LentExecution, _ failure: (any Error)?) -> ExecutionReport? {
    governor.end(&lent, of: slot, on: held, in: scope, failure)
  }

  func withBatch(timeout: Duration?, _ body: (StatementExecution) throws -> Void) throws {
    try checkUsable()
    let statement = bound(nil, timeout)
    let request = LeaseRequest(role: .writer, transaction: TransactionOptions())
    try governor.perform(request, in: scope, within: statement.deadline) { _ in
      try governor.run(statement, on: held, in: scope, body)
    }
  }

  func withExecution(
    _ parameters: Parameters?, timeout: Duration?, _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws {
    throw notHere()
  }

  func withBatch(timeout: Duration?, _ body: @escaping @Sendable (StatementExecution) throws -> Void) async throws {
    throw notHere()
  }

  private func notOnThisThread() -> DatabaseError {
    DatabaseError(
      .misuse,
      "a statement made by a transaction or a leased connection belongs to its closure; make it from the governor")
  }

  private func notHere() -> DatabaseError {
    DatabaseError(
      .misuse, "a statement made by a transaction or a leased connection can't be awaited; make it from the governor")
  }

  func openRows(_ parameters: Parameters, timeout: Duration?) throws -> Rows {
    try checkUsable()
    return try governor.openRows(bound(parameters, timeout), in: scope)
  }

  func rowStream(_ parameters: Parameters, timeout: Duration?) -> AsyncRows {
    AsyncRows(governor: governor, statement: .failure(notHere()))
  }
}
