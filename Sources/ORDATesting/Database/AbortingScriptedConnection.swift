import ORDA

/// A connection of a ``ScriptedDatabase`` on which a failing statement aborts the transaction, as on PostgreSQL.
final class AbortingScriptedConnection: ScriptedConnection, TransactionAbortingConnection {
  private(set) var isTransactionAborted = false
  private var savepoints: [String] = []

  override func checkRuns() throws(DatabaseError) {
    if isTransactionAborted {
      throw DatabaseError(.other, "the transaction is aborted; commands are ignored until it is rolled back")
    }
  }

  override func noteFailure() { isTransactionAborted = isTransactionAborted || isInTransaction }

  override func rollback() throws(DatabaseError) {
    try super.rollback()
    isTransactionAborted = false
    savepoints = []
  }

  override func commit() throws(DatabaseError) {
    try super.commit()
    savepoints = []
  }

  override func savepoint(_ name: String) throws(DatabaseError) {
    try checkRuns()
    try super.savepoint(name)
    savepoints.append(name)
  }

  override func release(savepoint name: String) throws(DatabaseError) {
    try checkRuns()
    try super.release(savepoint: name)
    try find(name)
  }

  override func rollback(toSavepoint name: String) throws(DatabaseError) {
    try super.rollback(toSavepoint: name)
    try find(name)
    isTransactionAborted = false
  }

  /// Forgets a savepoint, with those that were set after it.
  private func find(_ name: String) throws(DatabaseError) {
    guard let place = savepoints.lastIndex(of: name) else {
      isTransactionAborted = true
      throw DatabaseError(.other, "there is no savepoint \(name)")
    }
    savepoints.removeSubrange(place...)
  }
}
