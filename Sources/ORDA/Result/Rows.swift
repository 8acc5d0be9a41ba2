/// Rows that are read one by one, in bounded memory, while their statement runs.
///
/// ```swift
/// var rows = try statement.rows(10)
/// while let row = try rows.next() { print(try row.get(0, as: Int.self)) }
/// ```
///
/// They hold a connection until the last one was read or they go out of scope. Other statements may run meanwhile.
public struct Rows: ~Copyable {
  private let open: OpenRows

  init(_ open: OpenRows) { self.open = open }

  deinit { open.letGo() }

  /// What the database tells of the columns, in order.
  ///
  /// - Throws: ``DatabaseError``.
  public func columns() throws -> [Column] { try open.execution.columns() }

  /// The names of the columns, in order.
  public var columnNames: [String] { open.execution.columnNames }

  /// The next row, valid until the one after it is asked for; nil at the end.
  ///
  /// - Throws: What the database says; the rows are over then.
  public mutating func next() throws -> Row? {
    guard try open.advance() else { return nil }
    return open.execution.row()
  }
}

/// A statement that is being stepped, with the connection that it holds.
final class OpenRows {
  let execution: StatementExecution
  private let governor: ConnectionGovernor
  private let connection: PooledConnection
  /// Where the connection goes back to; nil where a closure holds it.
  private let pool: ConnectionPool?
  /// The scope that was entered for the rows, or the closure's.
  private let scope: LeaseScope?
  private let limit: (number: Int, alarm: Int)?
  private var isFinished = false
  private let thread = ThreadIdentity.current

  init(
    execution: StatementExecution, governor: ConnectionGovernor, connection: PooledConnection, pool: ConnectionPool?,
    scope: LeaseScope?, limit: (number: Int, alarm: Int)?
  ) {
    self.execution = execution
    self.governor = governor
    self.connection = connection
    self.pool = pool
    self.scope = scope
    self.limit = limit
  }

  func advance() throws -> Bool {
    if isFinished { return false }
    guard thread == .current else {
      throw DatabaseError(
        .misuse, "open rows belong to the thread that opened them; for try await works across threads")
    }
    execution.position.generation &+= 1
    do {
      if try execution.step() { return true }
    } catch var error as DatabaseError {
      if connection.driver.isBroken(by: error) { connection.isBroken = true }
      let reason = connection.gate.stopped
      finish(failure: error)
      if let reason, DatabaseError.Kind.cancelled.matches(error.kind) { error = governor.stopError(reason) }
      if error.sql == nil { error.sql = execution.parsed.text }
      throw error
    }
    finish()
    return false
  }

  /// The program needs the rows no more. On another thread than the one that opened them that is only noted: the
  /// opening thread may be using the connection beside the rows, and ends them with its next call.
  func letGo() {
    if let scope, thread != .current { scope.letGoElsewhere() } else { finish() }
  }

  /// Resets the statement and gives back what was held; does nothing the second time.
  func finish(failure: DatabaseError? = nil) {
    if isFinished { return }
    isFinished = true
    if failure == nil { governor.reportWarnings(of: execution, on: connection) }
    connection.statements.checkIn(execution)
    if let limit {
      Alarms.shared.drop(limit.alarm)
      _ = connection.gate.endLimited(limit.number)
    }
    scope?.openRows.removeAll { $0 === self }
    scope?.rows = nil
    if let pool {
      guard let scope else { return governor.giveBack(connection, to: pool) }
      // A transaction may have been begun beside the rows, on the same connection: it ends first.
      scope.afterUse { [governor, connection] in
        ThreadScopes.leave(scope)
        scope.end()
        governor.giveBack(connection, to: pool)
      }
    } else {
      scope?.checkTransaction(mayCommit: execution.parsed.keyword.mayCommit, failure)
    }
  }
}
