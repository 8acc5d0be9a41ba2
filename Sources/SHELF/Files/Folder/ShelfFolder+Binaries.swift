internal import Foundation

/// Bytes of objects: each in a file that is written once, under the lock of its object, before the object names it. It
/// is removed when the stored object no longer names it.
extension ShelfFolder {
  /// A part of an object's bytes; nil if it has none with that id. They never change, so no lock is needed.
  func binary(_ id: ShelfId, of object: ShelfId, from offset: Int, count: Int) throws -> Data? {
    do {
      guard try hasBinaries(object) else { return nil }
      let file: Int32
      do { file = try system.openFile(object.binaryName(id), 0).file } catch {
        if error.isMissing { return nil }
        throw error
      }
      defer { system.close(file) }
      let (size, offset) = (try system.status(of: file).size, max(0, offset))
      return Data(try system.read(file, at: offset, count: min(max(0, count), max(0, size - offset))))
    } catch {
      throw ShelfError.couldNotReadObjectFile(object, error)
    }
  }

  /// True if there is a folder with an object's bytes.
  private func hasBinaries(_ id: ShelfId) throws -> Bool {
    try requireFolders(id)
    guard let status = try system.status(id.binaryFolder) else { return false }
    if status.kind == .folder { return true }
    throw ShelfError.damaged("'\(id.binaryFolder)' in \(system.path) is no folder")
  }

  /// Throws if an object should keep bytes that it does not have.
  func requireBinaries(of changes: [Change]) throws {
    for change in changes {
      for binary in change.binaries where binary.content == nil {
        guard try hasBinaries(change.id), try system.status(change.id.binaryName(binary.id))?.kind == .file else {
          throw ShelfError.missingBinary(change.id)
        }
      }
    }
  }

  /// Writes the bytes that an object does not have yet, whose folder exists. When it returns, they would survive a
  /// power cut.
  func makeBinaries(_ id: ShelfId, _ binaries: [ShelfBinary]) throws {
    if binaries.allSatisfy({ $0.content == nil }) { return }
    if try system.status(ShelfNames.binaries) == nil { try system.make(ShelfNames.binaries, Data(), isSynced: true) }
    if try !hasBinaries(id) { try system.makeFolder(id.binaryFolder) }
    for binary in binaries {
      guard let content = binary.content, try system.status(id.binaryName(binary.id)) == nil else { continue }
      // Renamed once complete: a file of this name is whole.
      try system.make(id.temporaryBinaryName(binary.id), content, isSynced: true)
      try system.rename(id.temporaryBinaryName(binary.id), to: id.binaryName(binary.id))
    }
    for folder in [id.binaryFolder, id.folder, id.outerFolder, ""] { try system.syncFolder(folder) }
  }

  /// Removes the bytes that the stored objects do not name, and the folders that become empty.
  func removeOtherBinaries(_ ids: [ShelfId]) throws {
    if try system.status(ShelfNames.binaries) == nil { return }
    for id in ids where try hasBinaries(id) {
      // If the JSON can't be read, nobody knows.
      try removeBinaries(id, keeping: Set(json(id).map(ReferenceScanner.binaries) ?? []))
      if try !exists(id) { try sync([removeEmptyFolders(id)]) }
    }
  }

  /// Removes an object's bytes except some, and what unfinished writes have left.
  func removeBinaries(_ id: ShelfId, keeping kept: Set<ShelfId>) throws {
    guard try hasBinaries(id) else { return }
    for name in try system.names(in: id.binaryFolder) {
      guard ShelfNames.isTemporary(name) || ShelfId(fileName: name).map({ !kept.contains($0) }) ?? false else {
        continue
      }
      try system.remove("\(id.binaryFolder)/\(name)")
    }
    system.removeFolder(id.binaryFolder)
  }

  /// Copies an object's bytes.
  func copyBinaries(_ id: ShelfId, to other: ShelfFolder) throws {
    guard try system.status(ShelfNames.binaries) != nil, try hasBinaries(id) else { return }
    for name in try system.names(in: id.binaryFolder) {
      guard let binary = ShelfId(fileName: name), let content = try system.contents(id.binaryName(binary)) else {
        continue
      }
      try other.makeBinaries(id, [ShelfBinary(binary, content)])
    }
  }
}
