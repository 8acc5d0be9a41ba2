internal import CMariaDB
internal import ORDA

extension MariaDBConnection: RestoringConnection {
  func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation {
    try makeSure()
    let begin = options.isReadOnly ? "START TRANSACTION READ ONLY" : "START TRANSACTION"
    let isolation = options.isolation ?? (session.hasNextIsolation ? session.isolation : nil)
    session.hasNextIsolation = false
    if let isolation {
      // The next transaction only, which is the one that the second statement begins.
      try runTogether("SET TRANSACTION ISOLATION LEVEL \(isolation.mariadbText)", begin)
    } else {
      try run(begin)
    }
    transactionBegan()
    writingMayBegin()
    return options.isolation ?? session.isolation
  }

  func commit() throws(DatabaseError) {
    commitMayBegin(.commit)
    do throws(DatabaseError) {
      try run("COMMIT")
    } catch {
      commitMayHaveEnded(nil)
      throw error
    }
    commitMayHaveEnded(answeredTransaction)
  }

  func rollback() throws(DatabaseError) {
    // Should this tell that it is rolled back already, all the better.
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

  /// Refuses to send what belongs to a transaction where that is gone. A server may roll it back and tell so by the status
  /// of its answer alone: a node of a Galera cluster does, where another node was the first to change the same rows.
  func checkTransaction() throws(DatabaseError) {
    if isInTransaction { return }
    var error = DatabaseError(
      .transactionEnded(.rolledBack), "the server rolled the transaction back; it must be repeated as a whole")
    error.isRetryable = true
    throw error
  }

  /// Has the server tell whether the transaction still stands, after it has prepared what gives rows.
  ///
  /// A node of a Galera cluster that rolls back just then tells nothing, and runs what comes next outside: in a transaction
  /// that another node overtook, so it went with one PREPARE of a SELECT in thirty. With those of INSERT and the like, and
  /// with all executions, it never did.
  func askForTransaction(afterPreparing keyword: StatementKeyword) throws(DatabaseError) {
    guard isInTransaction else { return }
    switch keyword {
    case .insert, .update, .delete, .replace: return
    default: try run("DO 0")
    }
  }

  // MARK: RestoringConnection

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

  /// Runs two texts that give no rows, in one round trip; the second runs even where the first fails.
  private func runTogether(_ first: String, _ second: String) throws(DatabaseError) {
    try makeFree()
    guard sendTogether([first, second]) else { throw error(sql: first) }
    let firstError = mysql_read_query_result(handle) == 0 ? nil : MariaDBErrors.error(of: handle, sql: first)
    let secondError = mysql_read_query_result(handle) == 0 ? nil : MariaDBErrors.error(of: handle, sql: second)
    if let failure = firstError ?? secondError { throw noteError(failure) }
  }
}
