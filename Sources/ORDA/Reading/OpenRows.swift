internal import ORDAThreads

/// A statement being stepped, with its connection.
final class OpenRows: OpenReading {
  let execution: StatementExecution
  @exclusivity(unchecked) private var running: HeldExecution
  private let governor: ConnectionGovernor
  private let connection: PooledConnection
  /// Where the connection is returned to; nil if a closure holds it.
  private let pool: ConnectionPool?
  /// The scope that was entered for the rows, or the closure's.
  private let scope: LeaseScope?
  private var isFinished = false
  private let thread = ThreadIdentity.current
  /// What is known of the columns after the statement is gone.
  private var knownNames: ColumnNames?
  private var knownColumns: [Column]?

  init(
    _ execution: consuming HeldExecution, governor: ConnectionGovernor, connection: PooledConnection,
    pool: ConnectionPool?,
    scope: LeaseScope?
  ) {
    self.execution = execution.handle
    running = execution
    self.governor = governor
    self.connection = connection
    self.pool = pool
    self.scope = scope
  }

  func columns() throws -> [Column] {
    if isFinished {
      guard let knownColumns else {
        throw DatabaseError(.misuse, "these rows are over; ask for their columns before the last one was read")
      }
      return knownColumns
    }
    try checkThread()
    let columns = try execution.columns()
    knownColumns = columns
    return columns
  }

  var columnNames: [String] {
    if isFinished || thread != .current { return knownNames?.names ?? [] }
    return execution.columnNames
  }

  @inline(__always)
  private func checkThread() throws(DatabaseError) {
    guard thread == .current else {
      throw DatabaseError(
        .misuse, "open rows belong to the thread that opened them; for try await works across threads")
    }
  }

  func advance() throws -> Bool {
    if isFinished { return false }
    try checkThread()
    do {
      try running.resumeRow()
      if try execution.step() {
        running.pause()
        return true
      }
    } catch {
      throw finish(error) ?? error
    }
    if let failure = finish(nil) { throw failure }
    return false
  }

  /// Notes that the program does not need the rows any more. On a thread other than the one that opened them it is only
  /// noted: the opening thread may be using the connection beside the rows, and ends them with its next call.
  func letGo() {
    if let scope, thread != .current { scope.letGoElsewhere() } else { _ = finish(nil) }
  }

  /// Resets the statement and returns what was held; does nothing the second time.
  ///
  /// - Returns: The error to throw.
  func finish(_ failure: (any Error)?) -> (any Error)? {
    if isFinished { return failure }
    isFinished = true
    // Not asked of a statement that failed or never ran: it might have to ask the server.
    knownNames = failure == nil && execution.loan.state != .begun ? execution.names : execution.knownNames
    let failure = running.end(failure)
    scope?.openRows.removeAll { $0 === self }
    scope?.rows = nil
    guard let pool else { return failure }
    if let scope {
      // A transaction may have been begun beside the rows, on the same connection: it ends first.
      scope.afterUse { [governor, connection] in
        ThreadScopes.leave(scope)
        scope.end()
        governor.giveBack(connection, to: pool)
      }
    } else {
      governor.giveBack(connection, to: pool)
    }
    return failure
  }
}
