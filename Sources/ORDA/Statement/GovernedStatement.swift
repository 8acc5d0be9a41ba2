/// A statement of a governor: usable on any thread, as long as it is kept.
final class GovernedStatement: Statement {
  let governor: ConnectionGovernor
  let slot: StatementSlot
  /// The values interpolated into the text.
  let bindings: [(any ValueConvertible)?]

  init(governor: ConnectionGovernor, slot: StatementSlot, bindings: [(any ValueConvertible)?]) {
    self.governor = governor
    self.slot = slot
    self.bindings = bindings
  }

  var sql: String { slot.parsed.text }
  var parameterNames: [String?] { slot.parsed.parameters.names }

  @inline(__always)
  private func bound(_ parameters: Parameters?, _ timeout: Duration?) -> BoundStatement {
    BoundStatement(slot, bindings, parameters, timeout: timeout, by: governor.timeSource)
  }

  /// Prepares it once, so that an error in the text is known at once.
  func check() throws { try governor.withPrepared(bound(nil, nil)) { _ in } }

  func columns() throws -> [Column] {
    var columns: [Column] = []
    try governor.withPrepared(bound(nil, nil)) { (driver) throws(DatabaseError) in columns = try driver.columns() }
    return columns
  }

  func withExecution(
    _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws {
    try governor.withExecution(slot, bindings, parameters, Deadline.of(timeout, by: governor.timeSource), body)
  }

  /// Begins an execution.
  @inline(__always)
  func begin(within timeout: Duration?) throws(DatabaseError) -> LentExecution {
    try governor.lend(slot, Deadline.of(timeout, by: governor.timeSource), toRun: true)
  }

  /// Ends one.
  @inline(__always)
  func end(_ lent: inout LentExecution, _ failure: (any Error)?) -> ExecutionReport? {
    governor.end(&lent, of: slot, failure)
  }

  func withBatch(timeout: Duration?, _ body: (StatementExecution) throws -> Void) throws {
    let statement = bound(nil, timeout)
    let request = LeaseRequest(role: .writer, transaction: TransactionOptions())
    try governor.lease(request, within: statement.deadline) { connection in
      try self.governor.run(statement, on: connection.scope.connection, in: connection.scope, body)
    }
  }

  func withExecution(
    _ parameters: Parameters?, timeout: Duration?, _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws {
    try await governor.withExecution(bound(parameters, timeout), body)
  }

  func withBatch(timeout: Duration?, _ body: @escaping @Sendable (StatementExecution) throws -> Void) async throws {
    let statement = bound(nil, timeout)
    let request = LeaseRequest(role: .writer, transaction: TransactionOptions())
    try await governor.lease(request, within: statement.deadline) { [self] connection in
      try governor.run(statement, on: connection.scope.connection, in: connection.scope, body)
    }
  }

  func openRows(_ parameters: Parameters, timeout: Duration?) throws -> Rows {
    try governor.openRows(bound(parameters, timeout))
  }

  func rowStream(_ parameters: Parameters, timeout: Duration?) -> AsyncRows {
    AsyncRows(governor: governor, statement: .success(bound(parameters, timeout)))
  }
}

extension ConnectionGovernor {
  /// Prepares one statement for repeated use.
  public func prepare(_ sql: SQL) throws -> any Statement {
    let statement = GovernedStatement(governor: self, slot: try slot(for: sql), bindings: sql.bindings)
    try statement.check()
    return statement
  }
}
