internal import Synchronization

/// How rows are opened that are read one by one.
extension ConnectionGovernor {
  /// Opens rows to be read one by one, in bounded memory.
  public func openRows(of sql: SQL, _ parameters: Parameters, timeout: Duration?) throws -> Rows {
    try openRows(try slot(for: sql), sql.bindings, parameters, timeout: timeout)
  }

  func openRows(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters, timeout: Duration?,
    in given: LeaseScope? = nil
  ) throws -> Rows {
    if let scope = given ?? ThreadScopes.current(of: self) {
      try scope.checkUsable()
      let open = try open(
        slot, interpolated, parameters, timeout: timeout, on: scope.connection, pool: nil, scope: scope)
      scope.openRows.append(open)
      return Rows(open)
    }
    let pool = try route(slot, timeout: timeout)
    let connection = try take(from: pool, .rows(slot.parsed.text), timeout: timeout)
    do {
      let scope = hasSingleConnection ? LeaseScope(governor: self, connection: connection, kind: .rows) : nil
      let open = try open(slot, interpolated, parameters, timeout: timeout, on: connection, pool: pool, scope: scope)
      if let scope {
        scope.rows = open
        ThreadScopes.enter(scope)
      }
      return Rows(open)
    } catch {
      giveBack(connection, to: pool)
      throw error
    }
  }

  private func open(
    _ slot: StatementSlot, _ interpolated: [(any ValueConvertible)?], _ parameters: Parameters, timeout: Duration?,
    on connection: PooledConnection, pool: ConnectionPool?, scope: LeaseScope?
  ) throws -> OpenRows {
    if let reason = connection.gate.stopped { throw stopError(reason) }
    let execution = try checkOut(slot, on: connection, toRun: true)
    statementCount.add(1, ordering: .relaxed)
    do throws(DatabaseError) {
      try execution.bind(interpolated, parameters)
    } catch {
      connection.statements.checkIn(execution)
      var error = error
      error.sql = slot.parsed.text
      throw error
    }
    let gate = connection.gate
    let limit = (timeout ?? settings.statementTimeout).map { limit in
      execution.driver.setTimeLimit(limit)
      let number = gate.beginLimited()
      return (number: number, alarm: Alarms.shared.set(at: .now + limit) { gate.cancel(limited: number) })
    }
    return OpenRows(
      execution: execution, governor: self, connection: connection, pool: pool, scope: scope, limit: limit)
  }
}
