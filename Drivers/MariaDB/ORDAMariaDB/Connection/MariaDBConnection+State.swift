internal import CMariaDB
internal import ORDA

/// Whether the transaction stands, and what an error means for that and for the connection.
extension MariaDBConnection {
  var isInTransaction: Bool { !lostTransaction && handle.pointee.server_status & UInt32(SERVER_STATUS_IN_TRANS) != 0 }

  /// A session whose autocommit was turned off begins a transaction with its next statement.
  var leavesTransactionOpen: Bool { isInTransaction || !commitsByItself }

  private var commitsByItself: Bool { handle.pointee.server_status & UInt32(SERVER_STATUS_AUTOCOMMIT) != 0 }

  /// Turns autocommit on, where a statement turned it off.
  func commitByItself() throws(DatabaseError) {
    if !commitsByItself { try run("SET autocommit = 1") }
  }

  /// Notes that a transaction was begun.
  func transactionBegan() { lostTransaction = false }

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

  // MARK: Errors

  /// The error that the library has just reported.
  func error(sql: String?) -> DatabaseError {
    noteError(MariaDBErrors.error(of: handle, sql: sql))
  }

  /// Notes what an error means for the connection, and gives it back.
  func noteError(_ error: DatabaseError, hadLimit: Bool = false) -> DatabaseError {
    var error = error
    if interrupter.isCut {
      error.kind = .connectionLost
      return error
    }
    // The end of a connection that was encrypted is told as if it could not be.
    if error.vendorCode == Int(CR_SSL_CONNECTION_ERROR) { error.kind = .connectionLost }
    guard let code = error.vendorCode, isInTransaction, !MariaDBCode.leavesTransaction(code) else { return error }
    // The server's message of an error does not tell the transaction's state; its answer to the next statement does.
    if MariaDBCode.isLost(code) || !answersWithState(afterLimit: hadLimit) { lostTransaction = true }
    return error
  }

  /// The same for what may have begun a transaction before it failed, of which an error tells nothing either, and for what had
  /// a limit of its own.
  func noteError(_ error: DatabaseError, of keyword: StatementKeyword, hadLimit: Bool) -> DatabaseError {
    let isAsked = isInTransaction && !MariaDBCode.leavesTransaction(error.vendorCode ?? 0)
    let known = noteError(error, hadLimit: hadLimit)
    guard keyword == .call || keyword == .block || keyword == .other || hadLimit, !isAsked,
      !interrupter.isCut, !MariaDBCode.isLost(error.vendorCode ?? 0)
    else { return known }
    _ = answersWithState(afterLimit: hadLimit)
    return known
  }

  /// Has the server tell what it has to tell of an earlier statement's limit, before a statement runs whose own changes are
  /// told in its answer.
  @inline(__always)
  func tellLimit() {
    if hasUntoldLimit { _ = answersWithState(afterLimit: true) }
  }

  /// Has the server answer something, and so tell the transaction's state; false if it does not.
  ///
  /// - Parameter afterLimit: True after a statement that failed, or gave rows, under a limit of its own. To the server that was
  ///   a change of the session, which the answer to a later statement would tell as if it were that statement's; so it is
  ///   told now, in the answer to what sets something to the value that it has.
  private func answersWithState(afterLimit: Bool) -> Bool {
    if afterLimit { hasUntoldLimit = false }
    let question = afterLimit && tracksSession ? "SET session_track_state_change = 1" : "DO 0"
    // The stop of a statement that has just ended by itself may come late, and end this one instead.
    for _ in 1...3 {
      if mysql_query(handle, question) == 0 { return true }
      if mysql_errno(handle) != UInt32(ER_QUERY_INTERRUPTED) { return false }
    }
    return false
  }
}
