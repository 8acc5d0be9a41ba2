/// A statement of a governor: of use on any thread, as long as it is kept.
final class GovernedStatement: Statement {
  let governor: ConnectionGovernor
  let slot: StatementSlot
  /// The values that the text was interpolated with.
  let bindings: [(any ValueConvertible)?]

  init(governor: ConnectionGovernor, slot: StatementSlot, bindings: [(any ValueConvertible)?]) {
    self.governor = governor
    self.slot = slot
    self.bindings = bindings
  }

  var sql: String { slot.parsed.text }
  var parameterNames: [String?] { slot.parsed.parameters.names }

  /// Prepares it once, so that an error in the text is known at once.
  func check() throws { try governor.withExecution(slot, bindings, nil, timeout: nil) { _ in } }

  func columns() throws -> [Column] {
    var columns: [Column] = []
    try governor.withExecution(slot, bindings, nil, timeout: nil) { columns = try $0.driver.columns() }
    return columns
  }

  func withExecution(
    _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws {
    try governor.withExecution(slot, bindings, parameters, timeout: timeout, body)
  }

  func withBatch(timeout: Duration?, _ body: (StatementExecution) throws -> Void) throws {
    try governor.lease(LeaseRequest(role: .writer, transaction: TransactionOptions(), timeout: timeout)) { connection in
      try self.governor.run(
        self.slot, self.bindings, nil, timeout: timeout, on: connection.scope.connection, in: connection.scope, body)
    }
  }

  func withExecution(
    _ parameters: Parameters?, timeout: Duration?, _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws {
    try await governor.withExecution(slot, bindings, parameters, timeout: timeout, body)
  }

  func withBatch(timeout: Duration?, _ body: @escaping @Sendable (StatementExecution) throws -> Void) async throws {
    let request = LeaseRequest(role: .writer, transaction: TransactionOptions(), timeout: timeout)
    try await governor.lease(request) { [self] connection in
      try governor.run(
        slot, bindings, nil, timeout: timeout, on: connection.scope.connection, in: connection.scope, body)
    }
  }

  func openRows(_ parameters: Parameters, timeout: Duration?) throws -> Rows {
    try governor.openRows(slot, bindings, parameters, timeout: timeout)
  }

  func rowStream(_ parameters: Parameters, timeout: Duration?) -> AsyncRows {
    AsyncRows(governor: governor, slot: .success(slot), bindings: bindings, parameters: parameters, timeout: timeout)
  }
}
