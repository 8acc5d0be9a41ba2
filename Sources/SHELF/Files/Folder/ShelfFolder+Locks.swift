extension ShelfFolder {
  /// Runs a body with the locks of ids, when what others have left undone of these is finished.
  ///
  /// - Parameter isBatch: True to keep others from writing several objects, too.
  func withLocks<Output>(
    _ ids: some Sequence<ShelfId>, isExclusive: Bool, isBatch: Bool = false, _ body: () throws -> Output
  ) throws -> Output {
    let groups = Set(ids.lazy.map(\.group)).sorted()
    while true {
      if let output = try attempt(groups, isExclusive, isBatch, body) { return output }
      try recover()
    }
  }

  /// Nil where a batch has to be finished first, for which these locks are in the way.
  private func attempt<Output>(
    _ groups: [Int], _ isExclusive: Bool, _ isBatch: Bool, _ body: () throws -> Output
  ) throws -> Output? {
    if isBatch { try locks.acquire(ShelfLocks.batch, isExclusive: true) }
    defer { if isBatch { locks.release(ShelfLocks.batch) } }
    // With that lock nobody else is in a batch.
    if isBatch { try finishBatch() }
    try locks.acquire(groups, isExclusive: isExclusive)
    defer { for group in groups { locks.release(group) } }
    // Who is in a batch has the locks of its ids: as these are ours now, its writer is gone.
    if !isBatch, !isReadOnly, let log = try log(), log.state == .active, groups.contains(where: log.concerns) {
      return nil
    }
    if isExclusive { for group in groups { try settle(group) } }
    return try body()
  }

  /// Finishes a batch whose writer is gone.
  func recover() throws {
    guard let log = try log(), log.state == .active else { return }
    try locks.acquire(ShelfLocks.batch, isExclusive: true)
    defer { locks.release(ShelfLocks.batch) }
    try finishBatch()
  }

  /// Needs the lock of batches.
  private func finishBatch() throws {
    guard let log = try log(), log.state == .active else { return }
    guard let changes = try log.unfinished() else { return try log.withdraw() }
    let groups = Set(changes.map(\.id.group)).sorted()
    try locks.acquire(groups, isExclusive: true)
    defer { for group in groups { locks.release(group) } }
    try finish(changes, isAgain: true)
    try log.end()
  }

  /// Puts right what a writer has left that was killed with a group's lock. Needs that lock.
  private func settle(_ group: Int) throws {
    guard let id = try locks.marked(group) else { return }
    try system.remove(id.temporaryName)
    try removeEmptyFolders(id)
    // It may have made folders, and not come to keep them.
    for folder in Set(["", id.outerFolder, id.folder]).sorted()
    where try system.status(folder.isEmpty ? "." : folder) != nil {
      try system.syncFolder(folder)
    }
    try reindex(id)
    try locks.mark(group, .null)
  }
}
