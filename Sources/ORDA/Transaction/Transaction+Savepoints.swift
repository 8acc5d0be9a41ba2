/// Savepoints that no closure encloses, for a program that runs what another one sends.
extension Transaction {
  /// Sets a savepoint inside those that are set.
  package func setSavepoint() throws(DatabaseError) {
    try connection.scope.governor.begin(TransactionOptions(), in: connection.scope)
  }

  /// Ends the innermost savepoints, so many of them, and keeps what was done.
  package func releaseSavepoints(_ count: Int) throws(DatabaseError) {
    leaveSavepoints(count - 1)
    // Rolled back if it fails, and so ended in any case.
    try connection.scope.governor.commit(connection.scope)
  }

  /// Ends the innermost savepoints, so many of them, and undoes what was done.
  package func rollBackSavepoints(_ count: Int) {
    leaveSavepoints(count - 1)
    connection.scope.governor.rollback(connection.scope)
  }

  /// Forgets the innermost savepoints, so many of them: the database ends them with what they lie in.
  package func leaveSavepoints(_ count: Int) { connection.scope.depth -= count }
}

extension Connection {
  /// The transaction that this connection was lent in.
  package var openTransaction: Transaction { Transaction(self) }

  /// Makes the session as the set-ups left it: what was set, made or locked for it alone since then is undone.
  package func resetSession() throws(DatabaseError) {
    let connection = scope.connection
    let isNew = try scope.ask { (driver) throws(DatabaseError) in
      guard let driver = driver as? any SessionResettingConnection else { return try driver.reset() }
      try driver.resetWholeSession()
      return true
    }
    connection.driver.isSessionChanged = false
    guard isNew else { return }
    connection.setUpCount = 0
    try scope.governor.makeReady(connection)
  }
}
