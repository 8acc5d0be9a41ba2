internal import Foundation

extension ShelfFolder {
  /// Looks again at an object that seems to have been changed by a program that is no shelf; where it was, the index is brought
  /// up to date, and all who observe are told.
  func settle(foreign id: ShelfId) throws {
    try withLocks([id], isExclusive: true) {
      let json = try? json(id)
      let known = try index.refreshed { index.isUsable ? index.revision(id) : nil }
      guard let known, try json.map({ ShelfRevision(of: $0).number != known }) ?? !exists(id) else { return }
      try reindex(id)
      try withTables {
        try changes(isMade: true)?.add([(id, json.map { ShelfRevision(of: $0).number } ?? 0)], isOwn: false)
      }
    }
  }

  /// Compares what was read with what the index knows, and looks again later where they differ.
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
