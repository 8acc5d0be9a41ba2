internal import Logging

/// How a connection is leased to a closure, and a transaction begun and ended on it.
extension ConnectionGovernor {
  /// Lends a connection on this thread.
  ///
  /// Inside a closure that holds a connection of this governor already, that one is lent again, and a transaction is a
  /// savepoint where one is open.
  public func lease(_ request: LeaseRequest, _ body: (Connection) throws -> Void) throws {
    if let outer = ThreadScopes.current(of: self) {
      try outer.checkUsable()
      outer.beginUse()
      defer { outer.endUse() }
      return try perform(request, in: outer, body)
    }
    let pool = pool(for: request.role)
    let connection = try take(from: pool, .closure(request.file, request.line), timeout: request.timeout)
    let scope = LeaseScope(governor: self, connection: connection, kind: .closure)
    ThreadScopes.enter(scope)
    defer {
      ThreadScopes.leave(scope)
      scope.end()
      giveBack(connection, to: pool)
    }
    try perform(request, in: scope, body)
  }

  /// Runs the closure on a connection that is held already, within the transaction that it asks for.
  func perform(_ request: LeaseRequest, in scope: LeaseScope, _ body: (Connection) throws -> Void) throws {
    let connection = Connection(scope: scope)
    defer { connection.isOver = true }
    guard let options = request.transaction else { return try body(connection) }
    try begin(options, in: scope)
    connection.isolation = scope.isolation
    do {
      try body(connection)
    } catch {
      rollback(scope)
      throw error
    }
    try commit(scope)
  }

  /// Begins a transaction, or sets a savepoint in the open one.
  func begin(_ options: TransactionOptions, in scope: LeaseScope) throws(DatabaseError) {
    try scope.checkUsable()
    if let reason = scope.connection.gate.stopped { throw stopError(reason) }
    let driver = scope.connection.driver
    do throws(DatabaseError) {
      if scope.depth == 0 {
        scope.isolation = try driver.begin(options)
      } else {
        if let wanted = options.isolation, wanted > scope.isolation {
          throw DatabaseError(
            .misuse, "a nested transaction is a savepoint and keeps the isolation of the outer one, \(scope.isolation)")
        }
        try driver.savepoint("orda_\(scope.depth)")
      }
    } catch {
      scope.checkTransaction(mayCommit: false, error)
      throw restated(error, on: scope.connection)
    }
    scope.checkTransaction(mayCommit: false, nil)
    if scope.ending != nil { try scope.checkUsable() }
    scope.depth += 1
  }

  /// Commits, or releases the savepoint; where that fails, rolls back.
  func commit(_ scope: LeaseScope) throws(DatabaseError) {
    // The program may have caught the error that ended the transaction; it must not believe that it was committed.
    do throws(DatabaseError) {
      if scope.ending != nil { try scope.checkUsable() }
      if let reason = scope.connection.gate.stopped { throw stopError(reason) }
      let driver = scope.connection.driver
      if scope.depth == 1 {
        try driver.commit()
      } else {
        try driver.release(savepoint: "orda_\(scope.depth - 1)")
      }
    } catch {
      scope.checkTransaction(mayCommit: false, error)
      rollback(scope)
      throw restated(error, on: scope.connection)
    }
    scope.depth -= 1
    scope.checkTransaction(mayCommit: false, nil)
    scope.pending?.keep(downTo: scope.depth)
    if scope.depth == 0 { scope.pending = nil }
  }

  /// Rolls back, or to the savepoint. A connection on which that fails is not used again.
  func rollback(_ scope: LeaseScope) {
    let driver = scope.connection.driver
    let gate = scope.connection.gate
    // What was stopped can't be read on, and as long as it is open SQLite would stop the rolling back too.
    if scope.depth == 1, gate.stopped != nil { scope.finishRows() }
    var isUndone = true
    do {
      try gate.shielded { () throws(DatabaseError) in
        if scope.depth == 1 {
          if driver.isInTransaction { try driver.rollback() }
        } else if scope.ending == nil {
          try driver.rollback(toSavepoint: "orda_\(scope.depth - 1)")
          scope.checkTransaction(mayCommit: false, nil)
        }
      }
    } catch .cancelled {
      // A statement that was stopped is still open further out. Nothing more runs here, and the transaction is rolled back
      // when the connection is given back, with nothing open.
      isUndone = false
      scope.ending = .rolledBack
    } catch {
      settings.logger.warning("rolling back failed; the connection is given up", metadata: ["error": "\(error)"])
      scope.connection.isBroken = true
      scope.ending = .rolledBack
    }
    scope.depth -= 1
    scope.pending?.undo(downTo: scope.depth, wasCommitted: scope.ending == .implicitlyCommitted)
    if scope.depth == 0 { scope.pending = nil }
    if scope.depth == 0, isUndone { scope.ending = nil }
  }

  /// An error of the driver with its true reason, where the work was stopped.
  private func restated(_ error: DatabaseError, on connection: PooledConnection) -> DatabaseError {
    if connection.driver.isBroken(by: error) { connection.isBroken = true }
    guard let reason = connection.gate.stopped else { return error }
    return stopError(reason)
  }
}
