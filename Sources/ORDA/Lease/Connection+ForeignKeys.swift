extension Connection {
  /// Suspends foreign keys, if that is useful on this database.
  ///
  /// - Returns: True if they must be checked, and enforced again.
  /// - Throws: `misuse` inside a transaction, where databases can't do that.
  func suspendForeignKeys() throws -> Bool {
    try checkUsable()
    if scope.depth > 0 {
      throw DatabaseError(.misuse, "migrations are transactions of their own, and run inside no other")
    }
    var suspends = false
    try scope.ask { (driver) throws(DatabaseError) in
      if let driver = driver as? any ForeignKeySuspendingConnection { suspends = try driver.suspendForeignKeys() }
    }
    return suspends
  }

  /// If they can't be enforced again on a connection, it is not used any more.
  func resumeForeignKeys() {
    do {
      try scope.ask { (driver) throws(DatabaseError) in
        try (driver as? any ForeignKeySuspendingConnection)?.resumeForeignKeys()
      }
    } catch {
      scope.connection.isBroken = true
    }
  }

  func checkForeignKeys() throws {
    try scope.ask { (driver) throws(DatabaseError) in
      try (driver as? any ForeignKeySuspendingConnection)?.checkForeignKeys()
    }
  }
}
