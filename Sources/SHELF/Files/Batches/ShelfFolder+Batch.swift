internal import Foundation

extension ShelfFolder {
  /// From this many changes on, the whole file system is synced at once, if the system can do that.
  private static let many = 8

  /// Does several changes; this needs the locks of their ids and the batch lock. It writes the files under other names,
  /// syncs a log of everything, then renames and syncs the files, and ends the log.
  func save(_ changes: [Change]) throws {
    guard let log = try log() else { throw ShelfError.readOnly(system.path) }
    try beginIndex()
    try log.prepare(Set(changes.map(\.id.group)))
    var folders: Set<String> = []
    do {
      let isSynced = changes.count <= Self.many
      try note(changes.compactMap { $0.contents == nil ? nil : ($0.id, $0.typeEntry) }, isSynced: isSynced)
      for change in changes {
        if let contents = change.contents {
          try makeFile(change.id, contents, isSynced: isSynced, &folders)
          try makeBinaries(change.id, change.binaries)
        } else {
          try requireFolders(change.id)
        }
      }
      try log.begin(changes)
    } catch {
      undo(changes, log)
      throw error
    }
    try finish(changes, folders)
    // If this can't be recorded, everything is done once more.
    try? log.end()
  }

  /// Removes what was made for objects that could not be saved. If even this fails, the next user of one of the ids
  /// does it.
  private func undo(_ changes: [Change], _ log: BatchLog) {
    try? {
      for change in changes where change.contents != nil {
        try system.remove(change.id.temporaryName)
        try removeOtherBinaries([change.id])
        try removeEmptyFolders(change.id)
      }
      try note(changes.lazy.map(\.id).filter { try !exists($0) }.map { ($0, nil) }, isSynced: false)
      try log.withdraw()
    }()
  }

  /// Does what a log says.
  ///
  /// - Parameter isAgain: True if another process had begun it.
  func finish(_ changes: [Change], _ folders: Set<String> = [], isAgain: Bool = false) throws {
    var folders = folders
    if isAgain { try note(changes.compactMap { $0.contents == nil ? nil : ($0.id, $0.typeEntry) }, isSynced: true) }
    for change in changes {
      let id = change.id
      if let contents = change.contents {
        if isAgain {
          try makeFile(id, contents, isSynced: changes.count <= Self.many, &folders)
          folders.formUnion(["", id.outerFolder])
        }
        try system.rename(id.temporaryName, to: id.fileName)
        folders.insert(id.folder)
      } else {
        try system.remove(id.fileName)
        folders.insert(try removeEmptyFolders(id))
      }
    }
    // Whatever stays has no effect.
    try? note(changes.compactMap { $0.contents == nil ? ($0.id, nil) : nil }, isSynced: false)
    publish(changes, isOwn: !isAgain)
    try keep(changes, folders)
    try? removeOtherBinaries(changes.map(\.id))
  }

  /// Returns when all of it would survive a power cut.
  private func keep(_ changes: [Change], _ folders: Set<String>) throws {
    if changes.count > Self.many {
      let (file, end) = try types.refreshed { (types.file, types.file?.end ?? 0) }
      if try system.syncEverything() {
        try types.refreshed { file?.wasSynced(upTo: end) }
        return
      }
      for change in changes where change.contents != nil {
        let file = try system.open(change.id.fileName, 0)
        defer { system.close(file) }
        try system.sync(file)
      }
      try types.refreshed { try types.file?.sync() }
    }
    // A folder that was emptied later is gone.
    for folder in folders where try folder.isEmpty || system.status(folder) != nil { try system.syncFolder(folder) }
  }
}
