/// Which statement of a transaction can be undone separately, on a connection whose database aborts the transaction if
/// one fails.
///
/// There is at most one. If another statement begins while rows of the first are still being read, the first one's
/// changes are kept: undone later, it would take the second with it.
struct StatementProtection {
  let driver: any TransactionAbortingConnection
  /// The number of the protected statement; 0 if none is.
  private var current = 0
  private var last = 0

  init(_ driver: any TransactionAbortingConnection) { self.driver = driver }

  /// Protects the statement that runs next.
  ///
  /// - Returns: Its number.
  mutating func begin() throws(DatabaseError) -> Int {
    try keep()
    try driver.protectStatement()
    last += 1
    current = last
    return current
  }

  /// Keeps the protected statement's changes so far, if there is one.
  mutating func keep() throws(DatabaseError) {
    guard current > 0 else { return }
    current = 0
    if driver.isInTransaction, !driver.isTransactionAborted { try driver.keepStatement() }
  }

  /// Forgets the protected statement, which is undone together with others.
  mutating func forget() { current = 0 }

  /// True if this statement is still the protected one.
  func protects(_ number: Int) -> Bool { number > 0 && number == current }
}

extension PooledConnection {
  /// Protects the open transaction from being aborted by what runs next, if it could be.
  ///
  /// - Returns: A number for ``endProtection(_:undoing:within:)``; 0 if nothing is protected.
  @inline(__always)
  func protect() throws(DatabaseError) -> Int {
    protection == nil || !hasTransaction ? 0 : try beginProtection()
  }

  private func beginProtection() throws(DatabaseError) -> Int {
    if let openResult { try openResult.keepRest() }
    return try protection?.begin() ?? 0
  }

  /// Undoes a protected statement if it aborted the transaction, otherwise keeps it.
  ///
  /// - Parameters:
  ///   - number: What ``protect()`` returned.
  ///   - undoing: How long undoing may take.
  ///   - deadline: The limit of keeping.
  func endProtection(_ number: Int, undoing: Duration, within deadline: Deadline?) throws(DatabaseError) {
    guard let ending = protection, ending.protects(number), !isBroken else { return }
    if ending.driver.isTransactionAborted {
      protection?.forget()
      do throws(DatabaseError) {
        try undo(within: undoing) { _ throws(DatabaseError) in try ending.driver.undoStatement() }
      } catch {
        // What was stopped may still be open, further out: then it stays aborted, and is rolled back as a whole.
        if error.kind != .cancelled { isBroken = true }
        throw error
      }
    } else {
      try ask(within: deadline, effect: .transaction) { _ throws(DatabaseError) in }
    }
  }
}
