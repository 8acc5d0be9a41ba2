/// An execution that outlasts the call that began it, with what that lends it: rows that are read one by one, or
/// streamed.
struct HeldExecution: ~Copyable {
  let handle: StatementExecution
  private let statement: BoundStatement
  private let governor: ConnectionGovernor
  private let connection: PooledConnection
  private let scope: LeaseScope?
  private var execution: Execution

  /// Begins one that pauses until its first row is requested.
  ///
  /// - Parameter scope: The closure that it runs in; nil if the connection was taken only for it.
  init(
    _ statement: BoundStatement, on connection: PooledConnection, in scope: LeaseScope?, of governor: ConnectionGovernor
  ) throws {
    let slot = statement.slot
    var execution = try Execution.begin(slot, within: statement.deadline, on: connection, in: scope, of: governor)
    let handle = try execution.checkOut(slot, toRun: statement.parameters != nil, on: connection, of: governor)
    do {
      try handle.begin(statement.interpolated, statement.parameters, in: scope)
    } catch {
      let report = execution.end(slot, handle, on: connection, in: scope, of: governor, error)
      throw report.flatMap { governor.tell($0, of: statement) } ?? error
    }
    execution.pause(on: connection)
    self.handle = handle
    self.statement = statement
    self.governor = governor
    self.connection = connection
    self.scope = scope
    self.execution = execution
  }

  /// Continues after a pause.
  ///
  /// - Throws: Why nothing more runs, if the lease was stopped.
  mutating func resume() throws(DatabaseError) { try execution.resume(on: connection, of: governor) }

  /// Continues with the next row after a pause.
  ///
  /// - Throws: Why nothing more runs, if the lease was stopped.
  @inline(__always)
  mutating func resumeRow() throws(DatabaseError) { try execution.resumeRow(on: connection, of: governor) }

  /// Pauses it: the time until it continues does not count.
  @inline(__always)
  mutating func pause() { execution.pause(on: connection) }

  /// Ends the execution, which must be done once.
  ///
  /// - Parameter failure: What was thrown, if anything.
  /// - Returns: The error to throw.
  mutating func end(_ failure: (any Error)? = nil) -> (any Error)? {
    if let failure { governor.noteRefusal(failure, of: handle, statement.slot, on: connection) }
    let report = execution.end(statement.slot, handle, on: connection, in: scope, of: governor, failure)
    return report.flatMap { governor.tell($0, of: statement) }
  }
}
