extension Connection {
  /// Leaves foreign keys aside, where that is of use on this database.
  ///
  /// - Returns: True where they have to be checked, and enforced again.
  /// - Throws: `misuse` inside a transaction, where databases don't do so.
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

  /// A connection on which they can't be enforced again is not used any more.
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
