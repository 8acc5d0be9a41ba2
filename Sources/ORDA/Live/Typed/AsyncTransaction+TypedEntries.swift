extension AsyncTransaction {
  /// Sets columns of a typed entry by one UPDATE, as part of this transaction.
  ///
  /// ```swift
  /// try await tx.update(card) { $0.votes += 1 }
  /// ```
  public func update<Schema>(
    _ entry: TypedEntry<Schema>, _ body: @escaping @Sendable (inout TypedDraft<Schema>) throws -> Void
  ) async throws {
    try check(entry.entry)
    try await lease { _ in try entry.update(body) }
  }
}
