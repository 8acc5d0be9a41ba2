public import ORDA

extension Shelf {
  /// Copies all objects, as they are at one moment, to a new place of any kind, while others go on writing here.
  ///
  /// ```swift
  /// try await shelf.backup(to: "file:/backups/monday")
  /// try await shelf.backup(to: "sqlite:monday.db")
  /// ```
  ///
  /// The copy of a database is what one transaction reads. In a folder's copy each object, and objects saved together,
  /// are as they were at one moment: see ``FileShelfStore/backup(to:)``, which a new folder without options also uses.
  ///
  /// - Parameters:
  ///   - url: The destination, as for ``init(at:tables:registry:)``; not in memory.
  ///   - tables: What the names of its tables begin with, in a database.
  ///   - registry: Where the driver was registered.
  ///   - progress: Is called now and then with the progress; not when a folder is copied to a folder.
  /// - Returns: How many objects the copy has.
  /// - Throws: What ``backup(to:progress:)`` throws; ``ShelfError/database(_:)`` with kind `badURL` or `missingDriver`
  ///   if the URL is wrong.
  @discardableResult
  public func backup(
    to url: String, tables: String = "shelf", registry: Registry = ORDA.shared,
    progress: @escaping (ShelfCopyProgress) -> Void = { _ in }
  ) async throws(ShelfError) -> Int {
    let location: ShelfLocation
    do { location = try ShelfLocation(url, tables, registry) } catch { throw ShelfError(error) }
    switch location {
    case .memory: throw .misuse("a backup in memory is gone with the program: name a folder or a database")
    case .folder(let path, ShelfFileOptions()):
      guard let store = try await opening.store() as? FileShelfStore, !FileSystem.exists(path) else { break }
      try await wrap { try await store.backup(to: path) }
      return try await Shelf(store: FileShelfStore(folder: path)).countOfAll()
    default: break
    }
    let target = Shelf { try await location.store(registry) }
    let count: Int
    do throws(ShelfError) { count = try await backup(to: target, progress: progress) } catch {
      await target.close()
      throw error
    }
    await target.close()
    return count
  }

  /// Copies all objects, as they are at one moment, into another shelf, which is empty, while others go on writing
  /// here.
  ///
  /// At the end the copy is read and compared. Nobody else may write to it meanwhile.
  ///
  /// - Parameters:
  ///   - target: A shelf without objects.
  ///   - progress: Is called now and then with the progress.
  /// - Returns: How many objects the copy has.
  /// - Throws: ``ShelfError/targetHasObjects(_:)`` if the target is not empty; ``ShelfError/unfinishedBackup(left:_:)``
  ///   if something failed after some objects were written, which stay then, also if the task was cancelled;
  ///   ``ShelfError/unsupported(_:)`` if the store can't be read as it is at one moment (see ``SnapshotShelfStore``).
  @discardableResult
  public func backup(
    to target: Shelf, progress: @escaping (ShelfCopyProgress) -> Void = { _ in }
  ) async throws(ShelfError) -> Int {
    if target === self { throw .misuse("a shelf can't be backed up to itself") }
    guard let source = try await opening.store() as? any SnapshotShelfStore else {
      throw .unsupported("this store can't be read as it is at one moment: copy it while nobody writes")
    }
    let store = try await target.opening.store()
    if let id = try await target.idPage(nil, after: nil, limit: 1)?.first { throw .targetHasObjects(id) }
    defer {
      target.indexes.forget()
      target.cache.forgetAll()
      target.observers.tell(.everything)
    }
    return try await wrap {
      try await source.withSnapshot { snapshot in
        var copy = StoreCopy(snapshot, store, isReplacing: false, progress)
        do { return try await copy.run().objects } catch {
          if copy.summary.written == 0 { throw error }
          throw ShelfError.unfinishedBackup(left: "the \(copy.summary.written) objects of it", ShelfError(error))
        }
      }
    }
  }

  private func countOfAll() async throws(ShelfError) -> Int {
    var (count, last): (Int, ShelfId?) = (0, nil)
    while let page = try await idPage(nil, after: last) {
      count += page.count
      last = page.last
    }
    return count
  }
}
