internal import CMariaDB
internal import ORDA

/// Whether the transaction stands, and what an error means for that and for the connection.
extension MariaDBConnection {
  var isInTransaction: Bool { !lostTransaction && handle.pointee.server_status & UInt32(SERVER_STATUS_IN_TRANS) != 0 }

  /// A session with autocommit off begins a transaction with its next statement.
  var leavesTransactionOpen: Bool { isInTransaction || !commitsByItself }

  private var commitsByItself: Bool { handle.pointee.server_status & UInt32(SERVER_STATUS_AUTOCOMMIT) != 0 }

  /// Turns autocommit on, if a statement turned it off.
  func commitByItself() throws(DatabaseError) {
    if !commitsByItself { try run("SET autocommit = 1") }
  }

  /// Notes that a transaction was begun.
  func transactionBegan() { lostTransaction = false }

  /// Refuses to send what belongs to a transaction that is gone. A server may roll it back and show it only by the
  /// status of its answer: a node of a Galera cluster does if another node was the first to change the same rows.
  func checkTransaction() throws(DatabaseError) {
    if isInTransaction { return }
    var error = DatabaseError(
      .transactionEnded(.rolledBack), "the server rolled the transaction back; it must be repeated as a whole")
    error.isRetryable = true
    throw error
  }

  /// Makes the server say whether the transaction still stands, after it has prepared a statement that returns rows.
  ///
  /// A node of a Galera cluster that rolls back just then says nothing, and runs the next statement outside. In a
  /// transaction that another node overtook, this happened with one PREPARE of a SELECT in thirty. It never did with
  /// those of INSERT and the like, nor with any execution.
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

  /// Notes what an error means for the connection, and returns it.
  func noteError(_ error: DatabaseError, hadLimit: Bool = false) -> DatabaseError {
    var error = error
    if interrupter.isCut {
      error.kind = .connectionLost
      commitMayBeUnknown()
      use?.lost()
      return error
    }
    // The end of an encrypted connection is reported like a failure to encrypt.
    if error.vendorCode == Int(CR_SSL_CONNECTION_ERROR) { error.kind = .connectionLost }
    if DatabaseError.Kind.connectionLost.matches(error.kind) { commitMayBeUnknown() }
    tellHost(of: &error)
    guard let code = error.vendorCode, isInTransaction, !MariaDBCode.leavesTransaction(code) else { return error }
    // An error message does not have the transaction's state; the answer to the next statement does.
    if MariaDBCode.isLost(code) || !answersWithState(afterLimit: hadLimit) { lostTransaction = true }
    return error
  }

  /// Tells the host's others what an error says about it.
  ///
  /// The refusals of a host that others can stand in for are worth repeating, for the next connection goes to one of those. A
  /// session that is read-only by itself has another number, and 1290 names the server's option, which may be another one too.
  private func tellHost(of error: inout DatabaseError) {
    if error.kind == .connectionLost {
      use?.lost()
    } else if let use, use.hasAlternatives, MariaDBCode.isUnfit(error, for: role) || waitsForLostCluster(error) {
      error.isRetryable = true
      use.turned()
    }
  }

  /// True where a statement was to wait until the node has all that its cluster has committed (`wsrep_sync_wait`), and the
  /// node has lost the cluster: it says at once what it says after waiting for a lock.
  private func waitsForLostCluster(_ error: DatabaseError) -> Bool {
    guard error.vendorCode == Int(ER_LOCK_WAIT_TIMEOUT), let state = try? ServerState(asking: handle) else {
      return false
    }
    return state.unreadiness != nil
  }

  /// The same for a statement that may have begun a transaction before it failed, which an error does not show either,
  /// and for one with its own limit.
  func noteError(_ error: DatabaseError, of keyword: StatementKeyword, hadLimit: Bool) -> DatabaseError {
    let isAsked = isInTransaction && !MariaDBCode.leavesTransaction(error.vendorCode ?? 0)
    let known = noteError(error, hadLimit: hadLimit)
    guard keyword == .call || keyword == .block || keyword == .other || hadLimit, !isAsked,
      !interrupter.isCut, !MariaDBCode.isLost(error.vendorCode ?? 0)
    else { return known }
    _ = answersWithState(afterLimit: hadLimit)
    return known
  }

  /// Makes the server report what is left from an earlier statement's limit, before running a statement whose answer
  /// reports its own changes.
  @inline(__always)
  func tellLimit() {
    if hasUntoldLimit { _ = answersWithState(afterLimit: true) }
  }

  /// Makes the server answer something, and so report the transaction's state; false if it does not.
  ///
  /// - Parameter afterLimit: True after a statement with its own limit that failed, or returned rows. To the server the
  ///   limit was a change of the session, which the answer to a later statement would report as that statement's. So it
  ///   is reported now, in the answer to setting something to the value that it has.
  private func answersWithState(afterLimit: Bool) -> Bool {
    if afterLimit { hasUntoldLimit = false }
    let question = afterLimit && tracksSession ? "SET session_track_state_change = 1" : "DO 0"
    // A late stop, meant for a statement that has just ended by itself, may end this one instead.
    for _ in 1...3 {
      if mysql_query(handle, question) == 0 { return true }
      if mysql_errno(handle) != UInt32(ER_QUERY_INTERRUPTED) { return false }
    }
    return false
  }
}
