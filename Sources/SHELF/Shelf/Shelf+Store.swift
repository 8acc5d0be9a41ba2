internal import Foundation

extension Shelf {
  /// Does changes, all of them or none; when it is our turn, and no one else here changes the same objects.
  ///
  /// - Returns: The objects that are not as they were expected to be: none where all was done.
  func write(_ changes: [PendingChange]) async throws(ShelfError) -> Set<ShelfId> {
    try await turns.take(changes.map(\.id)) { () throws(ShelfError) in try await writeInTurn(changes) }
  }

  /// The same, for who has the turn.
  func writeInTurn(_ changes: [PendingChange]) async throws(ShelfError) -> Set<ShelfId> {
    try checkCancellation()
    let store = try await opening.store()
    cache.begin(changes.map(\.id))
    let outcome: ShelfWriteOutcome
    do {
      outcome = try await store.write(changes.map { ShelfWrite($0.id, expecting: $0.expectation, $0.action) })
    } catch {
      // Nobody knows what is there now.
      for change in changes { cache.endWriting(change.id, nil) }
      throw writingError(error, changes)
    }
    switch outcome {
    case .written(let revisions):
      for (index, change) in changes.enumerated() {
        if case .check = change.action {
          cache.endChecking(change.id)
        } else {
          let revision = revisions.indices.contains(index) ? revisions[index] : nil
          cache.endWriting(change.id, revision.flatMap(change.remembered))
        }
      }
      tell(changes)
      return []
    case .conflict(let ids):
      for change in changes {
        if ids.contains(change.id) { cache.endWriting(change.id, nil) } else { cache.endChecking(change.id) }
      }
      // A store that names none would be asked for ever.
      return ids.isEmpty ? Set(changes.map(\.id)) : ids
    case .otherType(let id, let stored):
      for change in changes { cache.endChecking(change.id) }
      throw .typeMismatch(id, stored: stored, given: changes.first { $0.id == id }?.type ?? "")
    }
  }

  private func writingError(_ error: any Error, _ changes: [PendingChange]) -> ShelfError {
    switch ShelfError(error) {
    case .store(let error): changes.first.map { .couldNotWriteObject($0.id, error) } ?? .store(error)
    case let error: error
    }
  }

  private func tell(_ changes: [PendingChange]) {
    var ids: Set<ShelfId> = []
    for change in changes {
      if case .check = change.action { continue }
      if case .put(let contents) = change.action { indexes.noteWriting(contents) }
      ids.insert(change.id)
    }
    if !ids.isEmpty { observers.tell(.objects(ids)) }
  }
}
