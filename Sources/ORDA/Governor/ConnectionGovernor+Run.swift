internal import Logging
internal import Synchronization

/// How a statement is run.
///
/// 1. Where: on the connection of the closure that this thread is in, or else on one from a pool: a reader's for what the
///    database confirms as reading only, otherwise a writer's.
/// 2. The connection's handle for the text is checked out, prepared if need be.
/// 3. Parameters are bound and the body runs the statement. A time limit is an alarm that stops it through the gate.
/// 4. The handle is reset, the transaction is asked whether it still stands, and an error gets its SQL text and, where
///    the work was stopped, its true reason.
extension ConnectionGovernor {
  /// Lends one statement for one execution.
  public func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws {
    try withExecution(try slot(for: sql), sql.bindings, parameters, timeout: timeout, body)
  }

  /// The slot of a text, with the statements that a governor runs by calls of their own refused.
  func slot(for sql: SQL) throws(DatabaseError) -> StatementSlot {
    let slot = try slots.slot(for: sql)
    try slot.parsed.keyword.checkAllowedAlone()
    return slot
  }

  func withExecution(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters?, timeout: Duration?,
    _ body: (StatementExecution) throws -> Void
  ) throws {
    if let scope = ThreadScopes.current(of: self) {
      scope.beginUse()
      defer { scope.endUse() }
      return try run(slot, interpolated, parameters, timeout: timeout, on: scope.connection, in: scope, body)
    }
    try checkTemporary(slot)
    let pool = try route(slot, timeout: timeout)
    let connection = try take(from: pool, .statement(slot.parsed.text), timeout: timeout)
    defer { giveBack(connection, to: pool) }
    if hasSingleConnection {
      // The only connection: what the body runs beside this statement must use it too.
      let scope = LeaseScope(governor: self, connection: connection, kind: .rows)
      ThreadScopes.enter(scope)
      defer {
        ThreadScopes.leave(scope)
        scope.end()
      }
      try run(slot, interpolated, parameters, timeout: timeout, on: connection, in: nil, body)
    } else {
      try run(slot, interpolated, parameters, timeout: timeout, on: connection, in: nil, body)
    }
  }

  /// Refuses what would be there on one connection of several.
  func checkTemporary(_ slot: StatementSlot) throws(DatabaseError) {
    guard slot.parsed.isTemporary, !hasSingleConnection else { return }
    throw DatabaseError(
      .misuse, "a temporary table belongs to one connection; make it and use it inside withConnection { }",
      sql: slot.parsed.text)
  }

  /// The pool that a statement's connection comes from. The first time, a reader is asked whether it only reads.
  func route(_ slot: StatementSlot, timeout: Duration?) throws -> ConnectionPool {
    guard let readers else { return writers }
    switch slot.route {
    case .writer: return writers
    case .reader: return readers
    case .unknown:
      let connection = try take(from: readers, .statement(slot.parsed.text), timeout: timeout)
      defer { giveBack(connection, to: readers) }
      let execution = try checkOut(slot, on: connection, toRun: false)
      slot.route = execution.driver.isReadOnly ? .reader : .writer
      connection.statements.checkIn(execution)
      return slot.route == .reader ? readers : writers
    }
  }

  func checkOut(
    _ slot: StatementSlot, on connection: PooledConnection, toRun: Bool
  ) throws(DatabaseError) -> StatementExecution {
    do {
      return try connection.statements.checkOut(slot, on: connection.driver, toRun: toRun)
    } catch {
      if connection.driver.isBroken(by: error) { connection.isBroken = true }
      var error = error
      if error.sql == nil { error.sql = slot.parsed.text }
      throw error
    }
  }

  /// Runs a statement on a connection that the caller holds.
  func run(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters?, timeout: Duration?,
    on connection: PooledConnection, in scope: LeaseScope?, _ body: (StatementExecution) throws -> Void
  ) throws {
    if let scope {
      try scope.checkUsable()
      if scope.depth > 0 { try slot.parsed.keyword.checkAllowedInTransaction(capabilities) }
    }
    let gate = connection.gate
    if let reason = gate.stopped { throw stopError(reason) }
    let execution = try checkOut(slot, on: connection, toRun: parameters != nil)
    statementCount.add(1, ordering: .relaxed)

    let started = settings.slowStatement == nil ? nil : MonotonicTime.coarse
    let limit = timeout ?? settings.statementTimeout
    let limited = limit.map { limit in
      execution.driver.setTimeLimit(limit)
      let number = gate.beginLimited()
      return (number: number, alarm: Alarms.shared.set(at: .now + limit) { gate.cancel(limited: number) })
    }
    var failure: (any Error)?
    do {
      if let parameters {
        try execution.bind(interpolated, parameters)
      } else {
        execution.interpolated = interpolated
        execution.scope = scope
      }
      try body(execution)
    } catch {
      failure = error
    }
    if failure == nil { reportWarnings(of: execution, on: connection) }
    connection.statements.checkIn(execution)
    var timedOut = false
    if let limited {
      Alarms.shared.drop(limited.alarm)
      timedOut = gate.endLimited(limited.number)
    }
    scope?.checkTransaction(mayCommit: slot.parsed.keyword.mayCommit, failure)
    if let started { reportIfSlow(slot, since: started, interpolated, parameters) }
    if settings.tracesStatements { trace(slot, interpolated, parameters) }
    if let failure {
      throw describe(
        failure, slot, interpolated, parameters, limit: timedOut ? limit : nil, on: connection)
    }
  }

  /// What an error becomes on its way out.
  private func describe(
    _ failure: any Error, _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters?,
    limit: Duration?, on connection: PooledConnection
  ) -> any Error {
    guard var error = failure as? DatabaseError else { return failure }
    if connection.driver.isBroken(by: error) { connection.isBroken = true }
    if DatabaseError.Kind.cancelled.matches(error.kind) || DatabaseError.Kind.busy.matches(error.kind) {
      // The driver knows only that it was stopped; why is known here.
      if let limit {
        error.becomeTimeout(of: limit)
      } else if let reason = connection.gate.stopped {
        let stop = stopError(reason)
        error.kind = stop.kind
        error.message = stop.message
      }
    }
    if error.sql == nil { error.sql = slot.parsed.text }
    if settings.errorsCarryParameters, error.parameters == nil {
      error.parameters = boundValues(slot, interpolated, parameters)
    }
    return error
  }

  func stopError(_ reason: CancelGate.Reason) -> DatabaseError {
    switch reason {
    case .cancelled: DatabaseError(.cancelled, "the task was cancelled")
    case .timeout: DatabaseError(.timeout, "the time limit passed")
    case .closing: DatabaseError(.cancelled, "the governor was closed")
    }
  }

  private func boundValues(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters?
  ) -> [Value] {
    guard let resolved = try? (parameters ?? Parameters.none).resolve(slot.parsed.parameters) else { return [] }
    return slot.parsed.parameters.sources.map { source in
      let value: (any ValueConvertible)? =
        switch source {
        case .interpolated(let place): place < interpolated.count ? interpolated[place] : nil
        case .parameter(let place): place < resolved.count ? resolved[place] : nil
        }
      return (try? value?.value()) ?? .null
    }
  }

  private func reportIfSlow(
    _ slot: StatementSlot, since started: MonotonicTime, _ interpolated: [(any ValueConvertible)?],
    _ parameters: Parameters?
  ) {
    let taken = MonotonicTime.coarse - started
    guard let limit = settings.slowStatement, taken >= limit else { return }
    var metadata: Logger.Metadata = [
      "sql": "\(slot.parsed.text)", "milliseconds": "\(taken.clampedNanoseconds / 1_000_000)",
    ]
    if settings.logsValues { metadata["values"] = "\(boundValues(slot, interpolated, parameters))" }
    settings.logger.warning("slow statement", metadata: metadata)
  }

  private func trace(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters?
  ) {
    var metadata: Logger.Metadata = ["sql": "\(slot.parsed.text)"]
    if settings.logsValues { metadata["values"] = "\(boundValues(slot, interpolated, parameters))" }
    settings.logger.trace("statement", metadata: metadata)
  }
}
