extension Transaction {
  /// Has a closure told what becomes of what is done here: when the outermost transaction has ended and its connection was
  /// given back, before the call returns that ends it.
  ///
  /// ```swift
  /// try db.transaction { tx in
  ///   try tx.execute("DELETE FROM track WHERE id = ?", id)
  ///   try tx.atEnd { outcome in if outcome == .committed { cache.remove(id) } }
  /// }
  /// ```
  ///
  /// Inside a savepoint the closure is told of that: ``TransactionOutcome/undoneWithSavepoint`` where it was undone. Each is
  /// called once, in the order in which they were given, on the thread that ended the transaction or, where that was awaited,
  /// on a thread of its own. It may use the governor. What it throws goes to the log.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if the transaction is over, `transactionEnded` if the database ended
  ///   it; the closure is not called then.
  public func atEnd(_ body: @escaping @Sendable (TransactionOutcome) throws -> Void) throws {
    try connection.checkUsable()
    try connection.scope.atEnd(body)
  }
}

extension AsyncTransaction {
  /// Has a closure told what becomes of what is done here: as ``Transaction/atEnd(_:)`` does, on a thread of its own.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if the transaction is over, `transactionEnded` if the database ended
  ///   it; the closure is not called then.
  public func atEnd(_ body: @escaping @Sendable (TransactionOutcome) throws -> Void) async throws {
    try await onConnection { [self] in try scope.atEnd(body) }
  }
}
