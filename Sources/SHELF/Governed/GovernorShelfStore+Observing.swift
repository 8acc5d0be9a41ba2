internal import ORDA

extension GovernorShelfStore {
  /// More objects than these are reported as ``ShelfChange/everything``.
  private static let longestNews = 10_000

  /// Begins to report what others write; nil if the governor does not hear of all other programs.
  ///
  /// If the database reports only that something has changed, as MariaDB does without its log, this becomes
  /// ``ShelfChange/everything``, even after this store's own writes.
  public func observe(
    _ tell: @escaping @Sendable (ShelfChange) -> Void
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
  private static func change(_ batch: ChangeBatch) -> ShelfChange? {
    guard batch.unknown.isEmpty, batch.rows.count <= longestNews else { return .everything }
    var ids: Set<ShelfId> = []
    for row in batch.rows {
      // Which keys an object has is nobody's business.
      if row.kind == .update, row.columns == ["type"] { continue }
      guard let id = ShelfId(row.key) else { return .everything }
      ids.insert(id)
    }
    return ids.isEmpty ? nil : .objects(ids)
  }
}
