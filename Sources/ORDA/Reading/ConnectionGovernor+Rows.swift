/// Opening rows that are read one by one.
extension ConnectionGovernor {
  /// Opens rows for reading one by one, in bounded memory.
  public func openRows(of sql: SQL, _ parameters: Parameters, timeout: Duration?) throws -> Rows {
    try openRows(BoundStatement(try slot(for: sql), sql.bindings, parameters, timeout: timeout, by: timeSource))
  }

  func openRows(_ statement: BoundStatement, in given: LeaseScope? = nil) throws -> Rows {
    if let scope = given ?? ThreadScopes.current(of: self) { return Rows(try openRows(statement, inScope: scope)) }
    let pool = try route(statement)
    let connection = try take(from: pool, .rows(statement.slot.parsed.text), within: statement.deadline)
    do {
      let execution = try HeldExecution(statement, on: connection, in: nil, of: self)
      let scope = hasSingleConnection ? LeaseScope(governor: self, connection: connection, kind: .rows) : nil
      let open = OpenRows(execution, governor: self, connection: connection, pool: pool, scope: scope)
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

  /// Opens rows on the connection of a closure or a transaction, with which they end at the latest.
  func openRows(_ statement: BoundStatement, inScope scope: LeaseScope) throws -> OpenRows {
    let open = OpenRows(
      try HeldExecution(statement, on: scope.connection, in: scope, of: self),
      governor: self,
      connection: scope.connection, pool: nil, scope: scope)
    scope.openRows.append(open)
    return open
  }
}
