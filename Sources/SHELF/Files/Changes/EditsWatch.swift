internal import FileWatch
internal import ORDAThreads

/// Watches files of objects for changes, whoever makes them, since an editor informs nobody.
final class EditsWatch: @unchecked Sendable {
  // Proof: the watch is set once, before anyone else has this; nothing else changes.
  private let folder: ShelfFolder
  private let pool: ThreadPool
  private var watch: FileWatch?

  init(_ folder: ShelfFolder, _ pool: ThreadPool) throws {
    (self.folder, self.pool) = (folder, pool)
    // The index shows who has changed an object.
    try folder.withIndex { _ in }
    watch = FileWatch([.folder(folder.system.path)]) { [weak self] changes in
      // The thread that all watches share goes on at once.
      self?.order(changes.paths)
    }
    for outer in try folder.outerFolders() { try add(outer, isNew: false) }
  }

  deinit { watch?.stop() }

  private func order(_ paths: Set<String>) {
    pool.submit { [weak self] in for path in paths.sorted() { try? self?.look(at: path) } }
  }

  private func look(at path: String) throws {
    let root = folder.system.path
    if path == root {
      for outer in try folder.outerFolders() { try add(outer, isNew: true) }
      return
    }
    guard path.hasPrefix(root + "/") else { return }
    let name = String(path.dropFirst(root.count + 1))
    if let last = name.split(separator: "/").last, let id = ShelfId(fileName: String(last)) {
      if id.fileName == name { try folder.settle(foreign: id) }
    } else if name.split(separator: "/").allSatisfy({ ShelfNames.byte(String($0)) != nil }) {
      try add(name, isNew: true)
    }
  }

  /// Watches a folder and those in it.
  ///
  /// - Parameter isNew: True if files may have appeared in it unnoticed.
  private func add(_ name: String, isNew: Bool) throws {
    guard try folder.system.status(name)?.kind == .folder else { return }
    watch?.add(.folder("\(folder.system.path)/\(name)"))
    for entry in try folder.system.names(in: name) {
      let path = "\(name)/\(entry)"
      if ShelfNames.byte(entry) != nil {
        try add(path, isNew: isNew)
      } else if isNew, let id = ShelfId(fileName: entry), id.fileName == path {
        try folder.settle(foreign: id)
      }
    }
  }
}
