extension ShelfFolder {
  /// Deletes all objects.
  func wipe() throws {
    try prepare()
    try locks.acquire(ShelfLocks.batch, isExclusive: true)
    defer { locks.release(ShelfLocks.batch) }
    try locks.acquire(0..<256, isExclusive: true)
    defer { for group in 0..<256 { locks.release(group) } }
    try log()?.empty()
    var changed: Set<String> = [""]
    for outer in try outerFolders() {
      for inner in try system.names(in: outer) where ShelfNames.byte(inner) != nil {
        let folder = "\(outer)/\(inner)"
        for name in try system.names(in: folder) where Self.isOwn(name) { try system.remove("\(folder)/\(name)") }
        if !system.removeFolder(folder) { changed.insert(folder) }
      }
      if !system.removeFolder(outer) { changed.insert(outer) }
    }
    try sync(changed)
    try withTables {
      try types.refreshed { try types.create(isPartial: false) }
      try index.refreshed { try index.create() }
      try changes(isMade: true)?.addEverything()
    }
  }

  /// True of the names of objects' files, and of those that they have while they are written.
  private static func isOwn(_ name: String) -> Bool {
    ShelfId(fileName: name) != nil
      || name.hasPrefix(ShelfNames.temporary)
        && ShelfId(fileName: String(name.dropFirst(ShelfNames.temporary.count))) != nil
  }

  /// Has what was written to the index kept, and what came last sorted, so that the next one who opens the store reads little.
  func close() throws {
    guard wasWritten else { return }
    try withTables {
      for table in [types, index] {
        try table.refreshed {
          if table.tailCount > 1_000 { try table.sort() }
        }
      }
      try index.refreshed { try index.settle() }
    }
  }
}
