/// An execution that outlasts the call that began it, with what that is lent: rows that are read one by one, or streamed.
struct HeldExecution: ~Copyable {
  let handle: StatementExecution
  private let statement: BoundStatement
  private let governor: ConnectionGovernor
  private let connection: PooledConnection
  private let scope: LeaseScope?
  private var execution: Execution

  /// Begins one that rests until its first row is asked for.
  ///
  /// - Parameter scope: The closure that it runs in; nil if the connection was taken for it alone.
  init(
    _ statement: BoundStatement, on connection: PooledConnection, in scope: LeaseScope?, of governor: ConnectionGovernor
  ) throws {
    let slot = statement.slot
    var execution = try Execution.begin(slot, within: statement.deadline, on: connection, in: scope, of: governor)
    let handle = try execution.checkOut(slot, toRun: statement.parameters != nil, on: connection, of: governor)
    do {
      try handle.begin(statement.interpolated, statement.parameters, in: scope)
    } catch {
      throw execution.end(slot, handle, on: connection, in: scope, of: governor, error) { statement } ?? error
    }
    execution.pause(on: connection)
    self.handle = handle
    self.statement = statement
    self.governor = governor
    self.connection = connection
    self.scope = scope
    self.execution = execution
  }

  /// Goes on after a rest.
  ///
  /// - Throws: Why nothing more runs, where the lease was stopped.
  mutating func resume() throws(DatabaseError) { try execution.resume(on: connection, of: governor) }

  /// Goes on with the next row after a rest.
  ///
  /// - Throws: Why nothing more runs, where the lease was stopped.
  @inline(__always)
  mutating func resumeRow() throws(DatabaseError) { try execution.resumeRow(on: connection, of: governor) }

  /// Lets it rest: what passes until it goes on is not its time.
  @inline(__always)
  mutating func pause() { execution.pause(on: connection) }

  /// Ends the execution, which has to be done once.
  ///
  /// - Parameter failure: What was thrown, if anything was.
  /// - Returns: What is to be thrown.
  mutating func end(_ failure: (any Error)? = nil) -> (any Error)? {
    let statement = statement
    return execution.end(statement.slot, handle, on: connection, in: scope, of: governor, failure) { statement }
  }
}
