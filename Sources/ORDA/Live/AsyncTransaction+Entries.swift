/// How live entries take part in a transaction with an asynchronous body.
extension AsyncTransaction {
  /// Sets columns of an entry by one UPDATE, as part of this transaction.
  ///
  /// ```swift
  /// try await tx.update(card) { $0["votes"] = ($0["votes"] ?? 0) + 1 }
  /// ```
  ///
  /// The draft has the row as this transaction sees it, read with the lock that a write takes: nothing that others
  /// write meanwhile is lost.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - body: Runs on the connection's own thread.
  /// - Throws: What the closure throws, and nothing is written; ``DatabaseError``, of kind `misuse` for an entry of
  ///   another governor. The transaction then stays open.
  public func update(
    _ entry: TableEntry, _ body: @escaping @Sendable (inout EntryDraft) throws -> Void
  ) async throws {
    try check(entry)
    try await lease { _ in try entry.update(body) }
  }

  func check(_ entry: TableEntry) throws(DatabaseError) {
    guard entry.home.owner !== governor else { return }
    throw DatabaseError(.misuse, "the entry belongs to another governor than the transaction")
  }
}
