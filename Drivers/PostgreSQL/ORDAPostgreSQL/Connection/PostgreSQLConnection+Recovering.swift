internal import CPostgreSQL
internal import ORDA

extension PostgreSQLConnection {
  /// Makes a transaction that a failed statement has aborted usable again, by the savepoint before the statement.
  ///
  /// - Returns: False if there is none.
  func recover() throws(DatabaseError) -> Bool {
    guard PQstatus(handle) == CONNECTION_OK, reading == nil else { return false }
    guard stands, isAborted else { return true }
    guard protection.isSet else { return false }
    locksMayHaveEnded()
    try runAlone("ROLLBACK TO SAVEPOINT \(StatementProtection.name)")
    return true
  }
}
