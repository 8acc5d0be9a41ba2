internal import Foundation

extension Shelf {
  /// Saves all objects of a type that an older version wrote, in the current form. You need not call it: they are
  /// upgraded whenever they are read.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - progress: Is called with the number of objects looked at so far.
  /// - Returns: How many were older.
  /// - Throws: ``ShelfError`` if one can't be read or saved; those before it are done, and you can call this again.
  @discardableResult
  public func upgradeAll<Object: ShelfData>(
    _ type: Object.Type, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(ShelfError) -> Int {
    var (count, upgraded) = (0, 0)
    var last: ShelfId?
    while let ids = try await idPage(Object.shelfName, after: last) {
      last = ids.last
      var changes: [PendingChange] = []
      for stored in try await read(ids) {
        guard let stored, try isOlder(stored, type), let object = try readable(type, stored) else { continue }
        changes.append(
          try PendingChange(
            saving: object, coder, expires: stored.expires, expecting: .revision(stored.revision)))
      }
      upgraded += try await writeThoseUnchanged(changes)
      count += ids.count
      progress(count)
      try checkCancellation()
    }
    return upgraded
  }

  private func isOlder<Object: ShelfData>(_ stored: StoredObject, _ type: Object.Type) throws(ShelfError) -> Bool {
    do { return try ObjectCoder.version(of: stored.contents) < Object.shelfVersion } catch {
      throw .couldNotParseObject(stored.id, type: Object.shelfName, reason: "\(error)")
    }
  }

  /// Deletes what has expired, in stores that can find it: nobody sees it any more, but it takes up room.
  ///
  /// - Returns: How many objects there were.
  /// - Throws: ``ShelfError/unsupported(_:)`` if the store can't find it.
  @discardableResult
  public func removeExpired() async throws(ShelfError) -> Int {
    guard let store = try await opening.store() as? any IndexedShelfStore else {
      throw .unsupported("this store can't find what has expired: delete it by its ids")
    }
    var count = 0
    while true {
      let seconds = now().timeIntervalSinceReferenceDate
      let ids = try await wrap { try await store.expired(before: seconds, limit: Self.pageSize) }
      let stored = try await wrap { try await store.read(ids) }
      let expired = stored.compactMap { $0 }.filter { $0.expires.map { $0 <= now() } ?? false }
      if expired.isEmpty { return count }
      // One that was saved again in between stays.
      count += try await writeThoseUnchanged(
        expired.map { PendingChange(deleting: $0.id, expecting: .revision($0.revision)) })
      try checkCancellation()
    }
  }

  /// Does those changes whose objects nobody else has changed meanwhile.
  ///
  /// - Returns: How many these are.
  func writeThoseUnchanged(_ changes: [PendingChange]) async throws(ShelfError) -> Int {
    var changes = changes
    while !changes.isEmpty {
      let conflicts = try await write(changes)
      if conflicts.isEmpty { return changes.count }
      changes.removeAll { conflicts.contains($0.id) }
    }
    return 0
  }
}
