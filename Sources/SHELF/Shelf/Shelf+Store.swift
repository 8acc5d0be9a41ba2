internal import Foundation

extension Shelf {
  /// Does changes, all of them or none, when it is our turn and nobody else here changes the same objects.
  ///
  /// - Returns: The objects that are not as expected: none if everything was done.
  func write(_ changes: [PendingChange]) async throws(ShelfError) -> Set<ShelfId> {
    let conflicts = try await turns.take(changes.map(\.id)) { () throws(ShelfError) in try await writeInTurn(changes) }
    if conflicts.isEmpty { await makeRoom(for: changes) }
    return conflicts
  }

  /// The same, for a caller that has the turn.
  func writeInTurn(_ changes: [PendingChange]) async throws(ShelfError) -> Set<ShelfId> {
    guard types.isAnyPastKept else { return try await writeNow(changes, telling: changes) }
    for attempt in 0..<1_000 {
      if attempt > 10 { try await pause(attempt) }
      let all = try await keepingPast(changes)
      let conflicts = try await writeNow(all, telling: changes)
      if conflicts.isEmpty || all.count == changes.count { return conflicts }
      // Some may only have been expected to stay as they were.
      let unmet = try await unmet(changes.filter { conflicts.contains($0.id) })
      if !unmet.isEmpty { return unmet }
    }
    throw .changedMeanwhile(Set(changes.map(\.id)))
  }

  private func unmet(_ changes: [PendingChange]) async throws(ShelfError) -> Set<ShelfId> {
    let stored = try await read(changes.map(\.id))
    return Set(zip(changes, stored).filter { !$0.expectation.isMet(by: $1?.revision) }.map(\.0.id))
  }

  private func writeNow(
    _ changes: [PendingChange], telling told: [PendingChange]
  ) async throws(ShelfError) -> Set<ShelfId> {
    try checkCancellation()
    let store = try await opening.store()
    let writes = changes.map { ShelfWrite($0.id, expecting: $0.expectation, $0.action) }
    if changes.contains(where: { $0.hasBinaries }), !(store is any BinaryShelfStore) {
      throw .unsupported("this store keeps no bytes beside JSON: it has to be a BinaryShelfStore for that")
    }
    if types.isAnyLimited, !(store is any IndexedShelfStore),
      let limited = changes.lazy.compactMap(\.type).first(where: { types.limited($0) != nil })
    {
      throw .unsupported(
        "this store can't tell which object of \(limited) was not used for longest: it has to be an IndexedShelfStore for that"
      )
    }
    cache.begin(changes.map(\.id))
    var outcome: ShelfWriteOutcome
    do {
      outcome = try await store.write(writes)
      // What has expired is there for nobody, so it must not be in the way.
      while try await removeExpired(in: outcome.ids(refusedOf: writes), store) {
        outcome = try await store.write(writes)
      }
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
          if let revision { noteSaved(change, revision) }
        }
      }
      tell(told)
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

  /// Deletes those of some objects that have expired; false if there is none.
  private func removeExpired(in ids: Set<ShelfId>, _ store: any ShelfStore) async throws -> Bool {
    if ids.isEmpty { return false }
    let expired = try await store.read(ids.sorted()).compactMap { $0 }
      .filter { $0.expires.map { $0 <= now() } ?? false }
    if expired.isEmpty { return false }
    // This does not collide with somebody who saves one again meanwhile.
    _ = try await store.write(expired.map { ShelfWrite($0.id, expecting: .revision($0.revision), .delete) })
    return true
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
      guard change.isReplacing else { continue }
      if case .put(let contents) = change.action { indexes.noteWriting(contents) }
      ids.insert(change.id)
    }
    if !ids.isEmpty { observers.tell(.objects(ids)) }
  }
}
