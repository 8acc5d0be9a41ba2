internal import Logging

/// How a connection is leased to a closure, and a transaction begun and ended on it.
extension ConnectionGovernor {
  /// Lends a connection on this thread.
  ///
  /// Inside a closure that already holds a connection of this governor, that one is lent again, and a transaction is a
  /// savepoint if one is open.
  public func lease(_ request: LeaseRequest, _ body: (Connection) throws -> Void) throws {
    try lease(request, within: nil, body)
  }

  /// Lends a connection on this thread.
  ///
  /// - Parameter deadline: The limit of the call, if that includes the closure.
  func lease(_ request: LeaseRequest, within deadline: Deadline?, _ body: (Connection) throws -> Void) throws {
    let (beginning, whole) = deadlines(of: request, within: deadline)
    if let outer = ThreadScopes.current(of: self) {
      try outer.checkUsable()
      if request.isOutermost, outer.depth > 0 { throw Self.insideTransaction }
      outer.beginUse()
      defer { outer.endUse() }
      guard let whole else { return try perform(request, in: outer, beginning: beginning, within: deadline, body) }
      let before = outer.deadline
      outer.deadline = outer.limit(of: whole)
      defer { outer.deadline = before }
      return try perform(request, in: outer, beginning: beginning, within: deadline, body)
    }
    let pool = pool(for: request.role)
    let connection = try take(from: pool, .closure(request.file, request.line), within: beginning)
    let scope = LeaseScope(governor: self, connection: connection, kind: .closure)
    scope.deadline = whole
    ThreadScopes.enter(scope)
    defer {
      ThreadScopes.leave(scope)
      scope.end()
      giveBack(connection, to: pool)
    }
    try perform(request, in: scope, beginning: beginning, within: deadline, body)
  }

  /// The limit before a closure, and that of the whole; nil for none of its own.
  func deadlines(of request: LeaseRequest, within deadline: Deadline?) -> (beginning: Deadline?, whole: Deadline?) {
    let beginning = deadline ?? Deadline.of(request.timeout, by: timeSource)
    guard let whole = Deadline.of(request.deadline, by: timeSource) else { return (beginning, nil) }
    return (whole.earlier(beginning), whole)
  }

  static var insideTransaction: DatabaseError {
    DatabaseError(
      .misuse,
      "a transaction that is repeated can't stand inside another, which would have to be repeated with it: say retrying: there"
    )
  }

  /// Runs the closure on a connection that is already held, within the transaction that it asks for.
  ///
  /// - Parameters:
  ///   - beginning: The limit before the closure; nil for the request's, from now on.
  ///   - deadline: The limit of the call, if that includes the closure. Otherwise the closure takes as long as it
  ///     takes, and the request's limit also applies to the commit.
  func perform(
    _ request: LeaseRequest, in scope: LeaseScope, beginning: Deadline? = nil, within deadline: Deadline? = nil,
    _ body: (Connection) throws -> Void
  ) throws {
    let connection = Connection(scope: scope)
    defer { connection.isOver = true }
    let asked = scope.connection.takeAsked()
    guard let options = request.transaction else { return try run(body, on: connection) }
    // A savepoint is no span of its own.
    if scope.depth > 0 { return try run(body, on: connection, in: options, request, beginning, deadline) }
    try traced.transaction(since: asked) {
      try run(body, on: connection, in: options, request, beginning, deadline)
    }
  }

  private func run(
    _ body: (Connection) throws -> Void, on connection: Connection, in options: TransactionOptions,
    _ request: LeaseRequest, _ beginning: Deadline?, _ deadline: Deadline?
  ) throws {
    let scope = connection.scope
    try begin(options, in: scope, within: beginning ?? deadline ?? Deadline.of(request.timeout, by: timeSource))
    connection.isolation = scope.isolation
    do {
      try run(body, on: connection)
    } catch {
      rollback(scope)
      throw error
    }
    try commit(scope, within: deadline ?? Deadline.of(request.timeout, by: timeSource))
  }

  private func run(_ body: (Connection) throws -> Void, on connection: Connection) throws {
    let scope = connection.scope
    scope.runningClosures += 1
    defer {
      if !scope.begun.isEmpty { scope.endBegun(in: scope.runningClosures) }
      scope.runningClosures -= 1
    }
    try body(connection)
  }

  /// Begins a transaction, or sets a savepoint in the open one.
  func begin(
    _ options: TransactionOptions, in scope: LeaseScope, within deadline: Deadline? = nil
  ) throws(DatabaseError) {
    try scope.checkUsable()
    do throws(DatabaseError) {
      if scope.depth == 0 {
        scope.isolation = try scope.ask(within: deadline) { (driver) throws(DatabaseError) in try driver.begin(options)
        }
        scope.isReadOnly = options.isReadOnly
      } else {
        if let wanted = options.isolation, wanted > scope.isolation {
          throw DatabaseError(
            .misuse, "a nested transaction is a savepoint and keeps the isolation of the outer one, \(scope.isolation)")
        }
        try scope.ask(within: deadline) { (driver) throws(DatabaseError) in
          try driver.savepoint("orda_\(scope.depth)")
        }
      }
    } catch {
      throw restated(error, on: scope.connection)
    }
    if scope.ending != nil { try scope.checkUsable() }
    scope.depth += 1
  }

  /// Commits, or releases the savepoint; if that fails, rolls back.
  func commit(_ scope: LeaseScope, within deadline: Deadline? = nil) throws(DatabaseError) {
    // The program may have caught the error that ended the transaction; it must not believe that it was committed.
    let effect: Effect = scope.depth > 1 ? .transaction : scope.isReadOnly ? .nothing : .permanent
    do throws(DatabaseError) {
      // A database may answer the COMMIT of an aborted transaction with success, and roll back.
      if scope.isAborted { scope.checkTransaction(nil) }
      if !scope.isCommittable { try scope.checkUsable() }
      if effect == .permanent { scope.connection.hasNews = true }
      // What is not sent has certainly done nothing.
      if let whole = scope.deadline, whole.hasPassed { throw .timeout(of: whole.limit) }
      try scope.connection.ask(within: scope.limit(of: deadline), effect: effect) {
        (driver) throws(DatabaseError) in
        if scope.depth == 1 {
          try driver.commit()
        } else {
          try driver.release(savepoint: "orda_\(scope.depth - 1)")
        }
      }
    } catch {
      scope.checkTransaction(error)
      rollback(scope, mayBeCommitted: error.kind == .commitUnknown)
      throw restated(error, on: scope.connection)
    }
    scope.depth -= 1
    scope.checkTransaction(nil)
    for participant in scope.participants { participant.keep(downTo: scope.depth) }
    if scope.depth == 0 { scope.participants = [] }
  }

  /// Rolls back, or to the savepoint. If that fails, the connection is not used again.
  ///
  /// - Parameter mayBeCommitted: True if the answer to a COMMIT never came.
  func rollback(_ scope: LeaseScope, mayBeCommitted: Bool = false) {
    let gate = scope.connection.gate
    // What was stopped can't be read on, and while it is open SQLite would stop the rollback too.
    if scope.depth == 1, gate.stopped != nil { scope.finishRows() }
    var isUndone = true
    var limit = settings.fixedLimits.undoing
    if let whole = scope.deadline { limit = min(limit, max(whole.left, PooledConnection.leastUndoing)) }
    do {
      try scope.connection.undo(within: limit) { (driver) throws(DatabaseError) in
        if scope.depth == 1 {
          if driver.isInTransaction { try driver.rollback() }
        } else if scope.ending == nil || scope.isAborted {
          let wasAborted = scope.isAborted
          try driver.rollback(toSavepoint: "orda_\(scope.depth - 1)")
          // The outer transaction continues from there.
          if wasAborted { scope.ending = nil }
          scope.checkTransaction(nil)
        }
      }
    } catch .cancelled {
      // A stopped statement is still open further out. Nothing more runs here, and the transaction is rolled back when
      // the connection is returned, with nothing open.
      isUndone = false
      scope.ending = .rolledBack
    } catch {
      settings.logger.warning("rolling back failed; the connection is given up", metadata: ["error": "\(error)"])
      scope.connection.isBroken = true
      scope.ending = .rolledBack
    }
    scope.depth -= 1
    scope.forgetFailure()
    let outcome: TransactionOutcome =
      switch scope.ending {
      case _ where mayBeCommitted, .unknown: .unknown
      case nil, .rolledBack: .rolledBack
      default: .committed
      }
    for participant in scope.participants { participant.undo(downTo: scope.depth, outcome) }
    if scope.depth == 0 { scope.participants = [] }
    if scope.depth == 0, isUndone { scope.ending = nil }
  }

  /// An error with its true reason, if the database has rolled back what was stopped.
  private func restated(_ error: DatabaseError, on connection: PooledConnection) -> DatabaseError {
    guard error.kind == .transactionEnded(.rolledBack), var stop = connection.gate.stopError else { return error }
    stop.underlying = error
    return stop
  }
}
