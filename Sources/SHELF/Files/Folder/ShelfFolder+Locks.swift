extension ShelfFolder {
  /// Runs a body with the locks of ids, after finishing what others have left undone of these.
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

  /// Nil if a batch must be finished first, which these locks prevent.
  private func attempt<Output>(
    _ groups: [Int], _ isExclusive: Bool, _ isBatch: Bool, _ body: () throws -> Output
  ) throws -> Output? {
    if isBatch { try locks.acquire(ShelfLocks.batch, isExclusive: true) }
    defer { if isBatch { locks.release(ShelfLocks.batch) } }
    // With that lock nobody else is in a batch.
    if isBatch { try finishBatch() }
    try locks.acquire(groups, isExclusive: isExclusive)
    defer { for group in groups { locks.release(group) } }
    // Whoever is in a batch has the locks of its ids: as these are ours now, its writer is gone.
    if !isBatch, !isReadOnly, let log = try log(), groups.contains(where: log.concerns) {
      return nil
    }
    if isExclusive { for group in groups { try settle(group) } }
    return try body()
  }

  /// Finishes a batch whose writer is gone.
  func recover() throws {
    try prepare()
    guard let log = try log(), log.state == .active || log.state == .preparing else { return }
    try locks.acquire(ShelfLocks.batch, isExclusive: true)
    defer { locks.release(ShelfLocks.batch) }
    try finishBatch()
  }

  /// Needs the batch lock.
  private func finishBatch() throws {
    guard let log = try log(), log.state == .active || log.state == .preparing else { return }
    let groups = log.groups
    try locks.acquire(groups, isExclusive: true)
    defer { for group in groups { locks.release(group) } }
    try syncTypes()
    if let changes = try log.unfinished() {
      try finish(changes, isAgain: true)
      try log.end()
    } else {
      // No object was touched yet.
      for group in groups { try removeTemporaries(group) }
      try forgetTypes(groups)
      try log.withdraw()
    }
  }

  /// Removes what was written in a group's folders under other names, and has the remaining folders kept.
  private func removeTemporaries(_ group: Int) throws {
    let outer = ShelfNames.digits(UInt8(truncatingIfNeeded: group))
    for inner in try system.names(in: outer) where ShelfNames.byte(inner) != nil {
      let folder = "\(outer)/\(inner)"
      for name in try system.names(in: folder) {
        if ShelfNames.isTemporary(name) { try system.remove("\(folder)/\(name)") }
        if let id = ShelfId(binaryFolder: name) { try removeOtherBinaries([id]) }
      }
      system.removeFolder(folder)
    }
    if !system.removeFolder(outer), try system.status(outer) != nil { try system.syncFolder(outer) }
    try system.syncFolder("")
  }

  /// Forgets the types of objects that were not saved in the end.
  private func forgetTypes(_ groups: [Int]) throws {
    for group in groups {
      var last: ShelfId? = ShelfId(high: UInt64(group) << 56, low: 0)
      while let after = last {
        let page = try types.refreshed { types.ids(nil, after: after, limit: 1_000) }.filter { $0.group == group }
        let gone = try page.filter { try !exists($0) }
        if !gone.isEmpty { try note(gone.map { ($0, nil) }, isSynced: false) }
        last = page.last
      }
    }
  }

  /// Cleans up after a writer that was killed with a group's lock. Needs that lock.
  private func settle(_ group: Int) throws {
    guard let id = try locks.marked(group) else { return }
    try system.remove(id.temporaryName)
    try removeEmptyFolders(id)
    // It may have made folders without having them kept.
    for folder in Set(["", id.outerFolder, id.folder]).sorted()
    where try system.status(folder.isEmpty ? "." : folder) != nil {
      try system.syncFolder(folder)
    }
    try removeOtherBinaries([id])
    try syncTypes()
    try reindex(id)
    // It may have died before reporting what it saved.
    let revision = try? json(id).map { ShelfRevision(of: $0).number }
    try withTables { try changes(isMade: true)?.add([(id, (revision ?? nil) ?? 0)], isOwn: false) }
    try locks.mark(group, .null)
  }

  /// Syncs types that somebody else has noted and did not get to sync.
  private func syncTypes() throws { try types.refreshed { try types.file?.sync() } }
}
