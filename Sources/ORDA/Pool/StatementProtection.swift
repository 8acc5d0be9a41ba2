/// Which statement of a transaction can be undone alone, on a connection whose database aborts the transaction where one fails.
///
/// There is at most one. If another statement begins while rows of the first are still read, what the first has done is
/// kept: undone later, it would take the second with it.
struct StatementProtection {
  let driver: any TransactionAbortingConnection
  /// The number of the statement that is protected; 0 if none is.
  private var current = 0
  private var last = 0

  init(_ driver: any TransactionAbortingConnection) { self.driver = driver }

  /// Protects the statement that is run next.
  ///
  /// - Returns: Its number.
  mutating func begin() throws(DatabaseError) -> Int {
    try keep()
    try driver.protectStatement()
    last += 1
    current = last
    return current
  }

  /// Keeps what the protected statement has done so far, if one is.
  mutating func keep() throws(DatabaseError) {
    guard current > 0 else { return }
    current = 0
    if driver.isInTransaction, !driver.isTransactionAborted { try driver.keepStatement() }
  }

  /// Forgets the protected statement, which is undone with more.
  mutating func forget() { current = 0 }

  /// True if this statement is the protected one still.
  func protects(_ number: Int) -> Bool { number > 0 && number == current }
}

extension PooledConnection {
  /// Protects what is run next from aborting the open transaction, where it could.
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

  /// Undoes a protected statement that aborted the transaction, and keeps another.
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
        // What was stopped may be open still, further out: then it stays aborted, and is rolled back as a whole.
        if error.kind != .cancelled { isBroken = true }
        throw error
      }
    } else {
      try ask(within: deadline, effect: .transaction) { _ throws(DatabaseError) in }
    }
  }
}
