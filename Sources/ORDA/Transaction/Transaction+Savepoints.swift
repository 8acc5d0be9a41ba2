/// Savepoints without closures, for a program that runs what another one sends.
extension Transaction {
  /// Sets a savepoint inside the existing ones.
  package func setSavepoint() throws(DatabaseError) {
    try connection.scope.governor.begin(TransactionOptions(), in: connection.scope)
  }

  /// Ends a number of the innermost savepoints, and keeps the changes.
  package func releaseSavepoints(_ count: Int) throws(DatabaseError) {
    leaveSavepoints(count - 1)
    // If this fails it is rolled back, and so ended in any case.
    try connection.scope.governor.commit(connection.scope)
  }

  /// Ends a number of the innermost savepoints, and undoes the changes.
  package func rollBackSavepoints(_ count: Int) {
    leaveSavepoints(count - 1)
    connection.scope.governor.rollback(connection.scope)
  }

  /// Forgets a number of the innermost savepoints: the database ends them with what they are in.
  package func leaveSavepoints(_ count: Int) { connection.scope.depth -= count }
}

extension Connection {
  /// The transaction in which this connection was lent.
  package var openTransaction: Transaction { Transaction(self) }

  /// Restores the session as the set-ups left it: what was set, made or locked only for it since then is undone.
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
