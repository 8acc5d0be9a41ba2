extension ShelfFolder {
  /// Deletes all objects.
  func wipe() throws {
    try prepare()
    try withAllLocks {
      try log()?.empty()
      try removeAll()
    }
  }

  /// Runs a body while nobody changes an object.
  private func withAllLocks(_ body: () throws -> Void) throws {
    try locks.acquire(ShelfLocks.batch, isExclusive: true)
    defer { locks.release(ShelfLocks.batch) }
    try locks.acquire(0..<256, isExclusive: true)
    defer { for group in 0..<256 { locks.release(group) } }
    try body()
  }

  private func removeAll() throws {
    var changed: Set<String> = [""]
    for outer in try outerFolders() {
      for inner in try system.names(in: outer) where ShelfNames.byte(inner) != nil {
        let folder = "\(outer)/\(inner)"
        for name in try system.names(in: folder) {
          if ShelfId(fileName: name) != nil || ShelfNames.isTemporary(name) { try system.remove("\(folder)/\(name)") }
          if let id = ShelfId(binaryFolder: name) { try removeBinaries(id, keeping: []) }
        }
        if !system.removeFolder(folder) { changed.insert(folder) }
      }
      if !system.removeFolder(outer) { changed.insert(outer) }
    }
    try sync(changed)
    try withTables {
      try types.refreshed { try types.create(isPartial: false) }
      try index.refreshed { try index.empty() }
      try changes(isMade: true)?.addEverything()
    }
  }

  /// Syncs what was written to the index, and sorts its newest part, so that the next one to open the store reads
  /// little.
  func close() throws {
    guard wasWritten else { return }
    try withTables {
      for table in [types, index] {
        try table.refreshed {
          if table.tailCount > 1_000 { try table.sort() }
        }
      }
    }
    // A writer in the middle of a change updates the index later.
    try withAllLocks { try withTables { try index.refreshed { try index.settle() } } }
  }
}
