extension PooledConnection {
  /// Undoes a transaction that a statement outside of transactions has left open, as a procedure call may: what runs
  /// next would be part of it, and be undone silently when the connection is returned.
  ///
  /// - Parameter limit: How long undoing may take before the connection is cut.
  /// - Returns: The error to throw; nil if nothing was left open.
  @inline(__always)
  func undoWhatIsLeftOpen(within limit: @autoclosure () -> Duration) -> DatabaseError? {
    driver.leavesTransactionOpen ? undoOpenTransaction(within: limit()) : nil
  }

  private func undoOpenTransaction(within limit: Duration) -> DatabaseError? {
    do throws(DatabaseError) {
      try undo(within: limit) { (driver) throws(DatabaseError) in try driver.rollback() }
    } catch {
      isBroken = true
      // Nothing more runs in it, and the database undoes it when it finds the connection gone.
      driver.canceller.cut()
    }
    return DatabaseError(
      .misuse,
      "the statement left a transaction open, which was rolled back; a procedure or block that begins one must end it, and "
        + "leave autocommit on. What is to be one transaction goes into transaction { }")
  }
}
