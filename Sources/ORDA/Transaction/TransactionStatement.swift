/// A statement of a transaction that lasts across suspensions: it is awaited, within the transaction.
final class TransactionStatement: Statement {
  private let transaction: AsyncTransaction
  private let slot: StatementSlot
  private let bindings: [(any ValueConvertible)?]
  private let known: [Column]

  /// - Parameter columns: The database's information about them from preparing the statement.
  init(_ transaction: AsyncTransaction, _ slot: StatementSlot, _ bindings: [(any ValueConvertible)?], columns: [Column])
  {
    self.transaction = transaction
    self.slot = slot
    self.bindings = bindings
    known = columns
  }

  var sql: String { slot.parsed.text }
  var parameterNames: [String?] { slot.parsed.parameters.names }
  func columns() throws -> [Column] { known }

  private func bound(_ parameters: Parameters?, _ timeout: Duration?) -> BoundStatement {
    BoundStatement(slot, bindings, parameters, timeout: timeout, by: transaction.governor.timeSource)
  }

  func withExecution(
    _ parameters: Parameters?, timeout: Duration?, _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws {
    try await transaction.withExecution(bound(parameters, timeout), body)
  }

  func withBatch(timeout: Duration?, _ body: @escaping @Sendable (StatementExecution) throws -> Void) async throws {
    let statement = bound(nil, timeout)
    try await transaction.onConnection { [transaction] in
      let scope = transaction.scope
      let request = LeaseRequest(role: .writer, transaction: TransactionOptions())
      try scope.governor.perform(request, in: scope, within: statement.deadline) { _ in
        try scope.governor.run(statement, on: scope.connection, in: scope, body)
      }
    }
  }

  func rowStream(_ parameters: Parameters, timeout: Duration?) -> AsyncRows {
    let statement = bound(parameters, timeout)
    return AsyncRows { [transaction] in try await transaction.openRows(statement.again) }
  }

  // MARK: What blocks

  func withExecution(
    _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws { throw DatabaseError.awaitedStatement }

  func withBatch(timeout: Duration?, _ body: (StatementExecution) throws -> Void) throws {
    throw DatabaseError.awaitedStatement
  }

  func openRows(_ parameters: Parameters, timeout: Duration?) throws -> Rows { throw DatabaseError.awaitedStatement }
}
