internal import Foundation

extension ShelfFolder {
  /// Copies all objects into a store that nobody else uses yet. Others may write single objects meanwhile, but must
  /// wait to write several, so that the copy has a batch as a whole or not at all.
  func copy(to other: ShelfFolder) throws {
    try other.prepare()
    try withoutBatches {
      for outer in try outerFolders() {
        guard let group = ShelfNames.byte(outer) else { continue }
        try withLocks([ShelfId(high: UInt64(group) << 56, low: 0)], isExclusive: false) {
          try copyGroup(outer, to: other)
        }
      }
    }
    if try types.refreshed({ types.isPartial }) { try other.losesTypes() }
    try other.close()
    try other.syncAll()
  }

  /// Runs a body while nobody writes several objects.
  private func withoutBatches(_ body: () throws -> Void) throws {
    // A read-only store may have no log, and none of its locks.
    while true {
      try locks.acquire(ShelfLocks.batch, isExclusive: false)
      defer { locks.release(ShelfLocks.batch) }
      if try isReadOnly || log().map({ $0.groups.isEmpty }) ?? true { return try body() }
      // The lock prevents finishing it.
      break
    }
    try recover()
    try withoutBatches(body)
  }

  private func copyGroup(_ outer: String, to other: ShelfFolder) throws {
    var entries: [(ShelfId, TypeTable.Entry?)] = []
    var records: [IndexRecord] = []
    for inner in try system.names(in: outer) where ShelfNames.byte(inner) != nil {
      for name in try system.names(in: "\(outer)/\(inner)") {
        guard let id = ShelfId(fileName: name), id.fileName == "\(outer)/\(inner)/\(name)",
          try system.status(id.fileName)?.kind == .file, let contents = try system.contents(id.fileName)
        else { continue }
        var folders: Set<String> = []
        try other.makeFile(id, contents, isSynced: false, &folders)
        try copyBinaries(id, to: other)
        try other.system.rename(id.temporaryName, to: id.fileName)
        entries.append((id, try type(id)))
        let entry = try index.refreshed { index.isUsable ? index.entry(id) : nil }
        if let entry { records.append(.entry(id, entry)) } else { records.append(.entry(id, try self.entry(id))) }
      }
    }
    try other.note(entries.filter { $0.1 != nil }, isSynced: false)
    try other.withTables { try other.index.refreshed { try other.index.note(records) } }
  }

  private func losesTypes() throws { try withTables { try types.refreshed { try types.setPartial(true) } } }

  private func syncAll() throws {
    if try system.syncEverything() { return }
    for outer in try outerFolders() {
      for inner in try system.names(in: outer) {
        for name in try system.names(in: "\(outer)/\(inner)") {
          let file = try system.open("\(outer)/\(inner)/\(name)", 0)
          defer { system.close(file) }
          try system.sync(file)
        }
        try system.syncFolder("\(outer)/\(inner)")
      }
      try system.syncFolder(outer)
    }
    try system.syncFolder("")
  }
}
