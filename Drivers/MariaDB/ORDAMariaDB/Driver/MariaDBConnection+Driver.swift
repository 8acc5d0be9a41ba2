internal import CMariaDB
internal import ORDA

/// What the core asks of a connection.
extension MariaDBConnection: DriverConnection {
  var canceller: any DriverCanceller { interrupter }
  var resetsWholeSession: Bool { true }

  func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement {
    try makeFree()
    try checkParameterPlaces(in: request.sql)
    if !request.lists.isEmpty { return try MariaDBListStatement(request, connection: self) }
    do throws(DatabaseError) {
      return try statement(of: request)
    } catch {
      guard error.vendorCode == Int(ER_UNSUPPORTED_PS) else { throw error }
      if let count = request.deferrableParameterCount, count > 0 {
        throw DatabaseError(
          .unsupported,
          "MariaDB can't prepare this statement, and takes no parameters in it; write the values themselves",
          sqlState: error.sqlState, vendorCode: error.vendorCode, sql: request.sql)
      }
      return MariaDBTextStatement(request.sql, keyword: request.keyword, connection: self)
    }
  }

  func ping() throws(DatabaseError) {
    try makeFree()
    if mysql_ping(handle) != 0 { throw error(sql: nil) }
  }

  var isUsable: Bool { !interrupter.isCut && use?.isCurrent ?? true }

  /// If the server was asked nothing, nothing comes from it but its farewell.
  var isAlive: Bool { orda_mariadb_wait_readable(handle, 0) == 0 && use?.isCurrent ?? true }

  /// What `wait_timeout` said when the session was set up.
  var idleLimit: Duration? { session.idleLimit }

  // MARK: Its own statements

  /// Runs a statement with values and keeps its rows.
  func rows(of sql: String, _ values: [Value]) throws(DatabaseError) -> [[Value]] {
    let statement = try MariaDBStatement(sql, keyword: .select, connection: self)
    defer { statement.close() }
    guard statement.parameterCount == values.count else {
      throw DatabaseError(.protocolViolation, "the server finds \(statement.parameterCount) parameters in: \(sql)")
    }
    for (index, value) in values.enumerated() { statement.bind(value, at: index) }
    var rows: [[Value]] = []
    while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
    return rows
  }
}
