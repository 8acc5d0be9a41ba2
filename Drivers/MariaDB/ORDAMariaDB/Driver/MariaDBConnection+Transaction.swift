internal import CMariaDB
internal import ORDA

/// Transactions and savepoints.
extension MariaDBConnection {
  func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation {
    try makeSure()
    let begin = options.isReadOnly ? "START TRANSACTION READ ONLY" : "START TRANSACTION"
    let isolation = options.isolation ?? (session.hasNextIsolation ? session.isolation : nil)
    session.hasNextIsolation = false
    if let isolation {
      // This applies to the next transaction only, which the second statement begins.
      try runTogether("SET TRANSACTION ISOLATION LEVEL \(isolation.mariadbText)", begin)
    } else {
      try run(begin)
    }
    transactionBegan()
    writingMayBegin()
    mark = options.mark
    return options.isolation ?? session.isolation
  }

  func commit() throws(DatabaseError) {
    commitMayBegin(.commit)
    isCommitting = true
    defer { isCommitting = false }
    do throws(DatabaseError) {
      try interrupter.committing { () throws(DatabaseError) in try run("COMMIT") }
    } catch {
      commitMayHaveEnded(nil)
      throw error
    }
    commitMayHaveEnded(answeredTransaction)
  }

  func rollback() throws(DatabaseError) {
    // If this reveals that it is already rolled back, all the better.
    if let reading { try reading.keepRest() }
    try run("ROLLBACK")
    transactionBegan()
    try commitByItself()
  }

  func savepoint(_ name: String) throws(DatabaseError) { try run("SAVEPOINT \(name)") }

  func release(savepoint name: String) throws(DatabaseError) { try run("RELEASE SAVEPOINT \(name)") }

  func rollback(toSavepoint name: String) throws(DatabaseError) {
    try runTogether("ROLLBACK TO SAVEPOINT \(name)", "RELEASE SAVEPOINT \(name)")
  }

  /// Runs two texts that return no rows, in one round trip; the second runs even if the first fails.
  private func runTogether(_ first: String, _ second: String) throws(DatabaseError) {
    try makeFree()
    guard sendTogether([first, second]) else { throw error(sql: first) }
    let firstError = mysql_read_query_result(handle) == 0 ? nil : MariaDBErrors.error(of: handle, sql: first)
    let secondError = mysql_read_query_result(handle) == 0 ? nil : MariaDBErrors.error(of: handle, sql: second)
    if let failure = firstError ?? secondError { throw noteError(failure) }
  }
}

extension MariaDBConnection: RestoringConnection {
  func beginRestoring() throws(DatabaseError) {
    try run(
      """
      SET @orda_foreign_key_checks = @@foreign_key_checks, @orda_sql_mode = @@sql_mode, foreign_key_checks = 0,
        sql_mode = CONCAT_WS(',', @@sql_mode, 'NO_AUTO_VALUE_ON_ZERO')
      """)
  }

  func endRestoring() throws(DatabaseError) {
    try run("SET foreign_key_checks = @orda_foreign_key_checks, sql_mode = @orda_sql_mode")
  }
}
