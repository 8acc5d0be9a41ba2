internal import Foundation

extension ShelfFolder {
  /// Does all of the writes, or none.
  func write(_ writes: [ShelfWrite]) throws -> ShelfWriteOutcome {
    if writes.isEmpty { return .written([]) }
    try prepare()
    let changing = writes.count { if case .check = $0.action { false } else { true } }
    return try withLocks(writes.lazy.map(\.id), isExclusive: true, isBatch: changing > 1) {
      let stored = try verify(writes)
      if !stored.conflicts.isEmpty { return .conflict(stored.conflicts) }
      if let (id, type) = stored.otherType { return .otherType(id, stored: type) }
      let changes = try changes(of: writes, stored.types)
      try requireBinaries(of: changes)
      do {
        if changing == 1, let change = changes.first { try save(change) } else if changing > 1 { try save(changes) }
      } catch {
        throw ShelfError.couldNotWriteObject(changes.first?.id ?? .null, error)
      }
      var revisions = changes.lazy.map { $0.contents == nil ? nil : ShelfRevision($0.revision) }.makeIterator()
      return .written(
        writes.map { write in
          if case .check = write.action { stored.revisions[write.id] } else { revisions.next() ?? nil }
        })
    }
  }

  // MARK: Verifying

  private struct Stored {
    var conflicts: Set<ShelfId> = []
    var otherType: (ShelfId, String)?
    var types: [ShelfId: String] = [:]
    var revisions: [ShelfId: ShelfRevision] = [:]
  }

  private func verify(_ writes: [ShelfWrite]) throws -> Stored {
    var stored = Stored()
    for write in writes {
      let revision = try self.revision(write)
      if !write.expectation.isMet(by: revision) { stored.conflicts.insert(write.id) }
      stored.revisions[write.id] = revision
    }
    if !stored.conflicts.isEmpty { return stored }
    try types.refreshed {
      for write in writes {
        guard case .put(let contents) = write.action, let type = types.entry(write.id)?.type else { continue }
        // What is known of a file that was removed by hand does not count.
        if contents.type != type, try !exists(write.id) { continue }
        stored.types[write.id] = type
        if let given = contents.type, given != type, stored.otherType == nil { stored.otherType = (write.id, type) }
      }
    }
    return stored
  }

  /// The revision that is there, or any revision if the write only expects an object; nil for none.
  private func revision(_ write: ShelfWrite) throws -> ShelfRevision? {
    switch (write.expectation, write.action) {
    case (.revision, _), (_, .check): try json(write.id).map(ShelfRevision.init(of:))
    case (.anything, _): nil
    default:
      try system.status(write.id.fileName).map { _ in ShelfRevision(0) }
    }
  }

  private func changes(of writes: [ShelfWrite], _ types: [ShelfId: String]) throws -> [Change] {
    let packing = try packing
    return try writes.compactMap { write in
      switch write.action {
      case .put(let contents):
        try Change(
          write.id, contents, packed: pack(contents.json, packing), type: contents.type ?? types[write.id])
      case .delete: Change(deleting: write.id)
      case .check: nil
      }
    }
  }

  // MARK: One object

  /// Does one change, which needs the lock of its id: a file is written, synced, renamed, and its folder is synced.
  private func save(_ change: Change) throws {
    try log()?.settle()
    try beginIndex()
    let id = change.id
    try locks.mark(id.group, id)
    if let contents = change.contents {
      try note([(id, change.typeEntry)], isSynced: true)
      var folders: Set<String> = []
      do {
        try makeFile(id, contents, isSynced: true, &folders)
        try makeBinaries(id, change.binaries)
        try system.rename(id.temporaryName, to: id.fileName)
      } catch {
        undo(id)
        throw error
      }
      try sync(folders.union([id.folder]))
    } else {
      try requireFolders(id)
      try system.remove(id.fileName)
      try sync([try removeEmptyFolders(id)])
      // An entry that stays has no effect.
      try? note([(id, nil)], isSynced: false)
    }
    publish([change])
    // `check()` names what can't be removed; it goes when the object is saved next.
    try? removeOtherBinaries([id])
    // It is done; a mark that stays makes the next one look again.
    try? locks.mark(id.group, .null)
  }

  /// Removes what was made for an object that could not be saved. If even this fails the mark stays, and the next user
  /// of the id does it.
  private func undo(_ id: ShelfId) {
    try? {
      try system.remove(id.temporaryName)
      try removeOtherBinaries([id])
      try removeEmptyFolders(id)
      if try !exists(id) { try note([(id, nil)], isSynced: false) }
      try locks.mark(id.group, .null)
    }()
  }

  /// Writes a file under its temporary name, and makes missing folders.
  ///
  /// - Parameter folders: Receives the folders in which others were made.
  func makeFile(_ id: ShelfId, _ contents: Data, isSynced: Bool, _ folders: inout Set<String>) throws {
    try requireFolders(id)
    do throws(FileFault) {
      try system.make(id.temporaryName, contents, isSynced: isSynced)
    } catch {
      if !error.isMissing { throw error }
      if try system.makeFolder(id.outerFolder) { folders.insert("") }
      if try system.makeFolder(id.folder) { folders.insert(id.outerFolder) }
      try system.make(id.temporaryName, contents, isSynced: isSynced)
    }
  }

  /// Removes the folders of an object if they are empty.
  ///
  /// - Returns: The innermost folder that remains.
  @discardableResult
  func removeEmptyFolders(_ id: ShelfId) throws -> String {
    if system.removeFolder(id.folder) {
      return system.removeFolder(id.outerFolder) ? "" : id.outerFolder
    }
    for folder in [id.folder, id.outerFolder] where try system.status(folder) != nil { return folder }
    return ""
  }

  func sync(_ folders: Set<String>) throws { for folder in folders { try system.syncFolder(folder) } }

  // MARK: What else is kept

  /// Notes types; needs no locks but those of the ids.
  func note(_ entries: [(ShelfId, TypeTable.Entry?)], isSynced: Bool) throws {
    // Most saves leave the type as it is.
    if isSynced, entries.count == 1, let (id, entry) = entries.first, try type(id) == entry { return }
    try withTables {
      try types.refreshed {
        if types.file == nil { try types.create(isPartial: true) }
        try types.note(entries, isSynced: isSynced)
      }
    }
  }

  /// Records durably that the index may be behind the objects.
  func beginIndex() throws {
    if try index.refreshed({ index.isBegun }) { return }
    try withTables { try index.refreshed { try index.begin() } }
  }

  /// Reports to the index and to others what was done. The objects are already kept, so nothing is thrown: an index
  /// that can't be written is removed, to be made again.
  ///
  /// - Parameter isOwn: False for the work of a dead writer: our own observers have not heard of it either.
  func publish(_ changes: [Change], isOwn: Bool = true) {
    do {
      try withTables {
        try index.refreshed {
          try index.note(changes.map(\.indexRecord))
        }
        try self.changes(isMade: true)?.add(changes.map { ($0.id, $0.revision) }, isOwn: isOwn)
      }
    } catch {
      _ = try? system.remove(ShelfNames.index)
    }
  }
}
