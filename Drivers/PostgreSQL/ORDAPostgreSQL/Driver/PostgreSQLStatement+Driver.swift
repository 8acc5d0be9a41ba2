internal import ORDA

/// What the core asks of a statement.
extension PostgreSQLStatement: DriverStatement {
  func columns() throws(DatabaseError) -> [Column] {
    try prepare()
    return keyColumn == nil ? try connection.described(columnsNow) : []
  }

  func setTimeLimit(_ limit: Duration?) { self.limit = limit }

  var warningCount: Int { connection.notices.count }
  func warnings() throws(DatabaseError) -> [DatabaseWarning] { connection.notices.warnings }
}
