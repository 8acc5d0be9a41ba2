/// Anything that can run SQL with `await`: a governor, or a transaction that lasts across suspensions.
///
/// What programs call (`execute`, `query`, `first`, …) is written once, in extensions of this protocol.
///
/// A program's own type can conform by passing each call on to another one, as with ``SQLExecutor``.
public protocol AsyncSQLExecutor: Sendable {
  /// Lends one statement for one execution, on the connection's own thread.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - parameters: What to bind; nil if the body binds them itself.
  ///   - timeout: How long the call may take, including the wait for a connection and its opening; nil for the
  ///     governor's limits.
  ///   - body: Receives the execution, to bind, step and read.
  func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?,
    _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws
}
