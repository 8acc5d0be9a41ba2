internal import ORDA

/// While the server prepares a query, it locks the tables that the query names, directly and through views and
/// policies, until the transaction ends: these locks tell what the query reads. EXPLAIN would not, since it leaves out
/// what the planner needs no rows of.
extension PostgreSQLConnection: TableReadingConnection {
  func tablesRead(by request: PrepareRequest) throws(DatabaseError) -> ChangeInterest {
    try makeFree()
    let savepoint = "orda_reads"
    let isInside = stands
    if isInside { try self.savepoint(savepoint) } else { try runAlone("BEGIN READ ONLY") }
    do throws(DatabaseError) {
      try lockTables(of: request)
      let found = try schemaReader.tablesRead(by: request.sql)
      if isInside { try rollback(toSavepoint: savepoint) } else { try rollback() }
      return found
    } catch {
      if isInside { try? rollback(toSavepoint: savepoint) } else { try? rollback() }
      throw error
    }
  }

  /// Has the server prepare a query, and forget it again.
  private func lockTables(of request: PrepareRequest) throws(DatabaseError) {
    let statement = try PostgreSQLStatement(request, on: self)
    defer { statement.close() }
    if statement.prepared != nil { return }
    _ = try prepareUnbound(
      try statement.text(), parameterCount: statement.parameterCount + statement.extraParameterCount, name: "")
  }
}
