internal import ORDA

extension GovernorShelfStore {
  /// More objects than these are told as ``ShelfStoreChange/everything``.
  private static let longestNews = 10_000

  /// Begins to tell of what others write; nil where the governor does not hear of all programs that may.
  ///
  /// Where the database tells only that something has changed, as MariaDB does without its log, that is told as
  /// ``ShelfStoreChange/everything``, after this store's own writes too.
  public func observe(
    _ tell: @escaping @Sendable (ShelfStoreChange) -> Void
  ) async throws -> (any AnyObject & Sendable)? {
    _ = try await opened()
    let mark = mark
    do {
      let observation = try await db.observeChanges(of: [tables.name("objects")], ignoring: mark) { batch in
        if batch.mark == mark { return }
        if let change = Self.change(batch) { tell(change) }
      }
      return try await db.findChangeCoverage().reach == .everyone ? observation : nil
    } catch let error as DatabaseError where error.kind == .unsupported {
      return nil
    }
  }

  /// What a batch means for a shelf; nil for nothing.
  private static func change(_ batch: ChangeBatch) -> ShelfStoreChange? {
    guard batch.unknown.isEmpty, batch.rows.count <= longestNews else { return .everything }
    var ids: Set<ShelfId> = []
    for row in batch.rows {
      // What keys an object has is nobody's business.
      if row.kind == .update, row.columns == ["type"] { continue }
      guard let id = ShelfId(row.key) else { return .everything }
      ids.insert(id)
    }
    return ids.isEmpty ? nil : .objects(ids)
  }
}
