/// Anything that SQL can be run on with `await`: a governor, or a transaction that lasts across suspensions.
///
/// What programs call (`execute`, `query`, `first`, …) is written once, in extensions of this protocol.
///
/// A type of a program's own can be one by handing each call to another, as with ``SQLExecutor``.
public protocol AsyncSQLExecutor: Sendable {
  /// Lends one statement for one execution, on the connection's own thread.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - parameters: What to bind; nil if the body binds by itself.
  ///   - timeout: How long the call may take, the wait for a connection and its opening included; nil for the governor's limits.
  ///   - body: Is lent the execution, to bind, step and read.
  func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?,
    _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws
}
