extension Transaction {
  /// Informs a closure of the outcome of what is done here: when the outermost transaction has ended and its connection
  /// was returned, before the call returns that ends it.
  ///
  /// ```swift
  /// try db.transaction { tx in
  ///   try tx.execute("DELETE FROM track WHERE id = ?", id)
  ///   try tx.atEnd { outcome in if outcome == .committed { cache.remove(id) } }
  /// }
  /// ```
  ///
  /// Inside a savepoint the closure learns of that: ``TransactionOutcome/undoneWithSavepoint`` if it was undone. Each
  /// closure is called once, in the order of registration, on the thread that ended the transaction or, if that was
  /// awaited, on a separate thread. It may use the governor. What it throws goes to the log.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if the transaction is over, `transactionEnded` if the database ended
  ///   it; then the closure is not called.
  public func atEnd(_ body: @escaping @Sendable (TransactionOutcome) throws -> Void) throws {
    try connection.checkUsable()
    try connection.scope.atEnd(body)
  }
}

extension AsyncTransaction {
  /// Informs a closure of the outcome of what is done here: like ``Transaction/atEnd(_:)``, on a separate thread.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if the transaction is over, `transactionEnded` if the database ended
  ///   it; then the closure is not called.
  public func atEnd(_ body: @escaping @Sendable (TransactionOutcome) throws -> Void) async throws {
    try await onConnection { [self] in try scope.atEnd(body) }
  }
}
