internal import Foundation

extension ShelfFolder {
  /// Looks again at an object that a program other than a shelf seems to have changed; if it did, the index is updated,
  /// and all observers hear of it.
  func settle(foreign id: ShelfId) throws {
    try withLocks([id], isExclusive: true) {
      let isThere = try exists(id)
      // `check()` names what can't be read.
      guard let json = isThere ? try? json(id) : .some(nil) else { return }
      let revision = json.map { ShelfRevision(of: $0).number }
      if try index.refreshed({ !index.isUsable || index.revision(id) == revision }) { return }
      try reindex(id)
      try withTables {
        try changes(isMade: true)?.add([(id, revision ?? 0)], isOwn: false)
      }
    }
  }

  /// Compares what was read with what the index knows, and looks again later if they differ.
  func compare(_ objects: [StoredObject?]) throws {
    if isReadOnly { return }
    let others = try index.refreshed {
      index.isUsable
        ? objects.compactMap { object in
          object.flatMap { index.revision($0.id).map { $0 != object?.revision.number } ?? false ? $0.id : nil }
        } : []
    }
    for id in others { later { try? self.settle(foreign: id) } }
  }
}
