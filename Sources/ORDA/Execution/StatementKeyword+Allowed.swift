extension StatementKeyword {
  /// Refuses what would change the state of a connection behind the core's back, and names the call to use instead.
  ///
  /// - Parameter isSetUp: True within `onConnect`, where the session is to be changed.
  func checkAllowedAlone(isSetUp: Bool = false) throws(DatabaseError) {
    if controlsTransaction {
      throw DatabaseError(
        .misuse,
        "transactions are begun and ended by transaction { }, which nests as savepoints; BEGIN, COMMIT, ROLLBACK and "
          + "SAVEPOINT are only understood in executeScript")
    }
    if changesSession, !isSetUp {
      throw DatabaseError(
        .misuse,
        "a statement that changes the session belongs in onConnect { } or in the URL, so that every connection gets it")
    }
  }

  /// In a transaction, refuses what would commit it.
  func checkAllowedInTransaction(_ capabilities: Capabilities) throws(DatabaseError) {
    if definesSchema, !capabilities.contains(.transactionalDDL) {
      throw DatabaseError(
        .unsupported,
        "this database commits the open transaction when the schema changes; run it outside the transaction")
    }
  }
}

extension ParsedStatement {
  /// In a transaction, refuses what would commit it.
  @inline(__always)
  func checkAllowedInTransaction(_ capabilities: Capabilities) throws(DatabaseError) {
    if definesLasting { try keyword.checkAllowedInTransaction(capabilities) }
  }
}
