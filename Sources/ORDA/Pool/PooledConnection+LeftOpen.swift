extension PooledConnection {
  /// Undoes a transaction that a statement outside of transactions has left open, as the call of a procedure may: what is run
  /// next would be part of it, and be undone without a word when the connection is given back.
  ///
  /// - Parameter limit: How long undoing may take before the connection is cut.
  /// - Returns: What is to be thrown; nil if nothing was left open.
  @inline(__always)
  func undoWhatIsLeftOpen(within limit: @autoclosure () -> Duration) -> DatabaseError? {
    driver.leavesTransactionOpen ? undoOpenTransaction(within: limit()) : nil
  }

  private func undoOpenTransaction(within limit: Duration) -> DatabaseError? {
    do throws(DatabaseError) {
      try undo(within: limit) { (driver) throws(DatabaseError) in try driver.rollback() }
    } catch {
      isBroken = true
      // Nothing more is run in it, and the database undoes it when it finds the connection gone.
      driver.canceller.cut()
    }
    return DatabaseError(
      .misuse,
      "the statement left a transaction open, which was rolled back; a procedure or block that begins one must end it, and "
        + "leave autocommit on. What is to be one transaction goes into transaction { }")
  }
}
