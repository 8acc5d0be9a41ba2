internal import Foundation

/// What is done about references to an object that is deleted.
public enum ShelfReferenceHandling: Sendable, Hashable {
  /// Nothing: they refer to nothing then.
  case keep
  /// What the types that refer to it have declared: they become nil, their objects are deleted too, or they keep it from being
  /// deleted. See ``ShelfData/shelfReferences``.
  case asDeclared
}

/// What was done to delete an object.
public struct ShelfDeletion: Sendable, Hashable {
  /// The objects that were deleted, with those that others took along.
  public var deleted: Set<ShelfId>
  /// The objects that had a reference taken out.
  public var nullified: Set<ShelfId>
}

extension Shelf {
  /// Deletes the object with an id, and does something about what refers to it: all of that at once, or nothing.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - references: What is done about references to it.
  /// - Returns: What was done; nothing if there was no object.
  /// - Throws: ``ShelfError/stillReferenced(_:by:)`` if another object keeps it, by its rule or because it can't be
  ///   without the reference; ``ShelfError/unsupported(_:)`` if this shelf has not used the type of an object that
  ///   refers to it, and so can't say whether it can be without: ``register(_:)`` helps.
  @discardableResult
  public func delete(
    objectWithId id: ShelfId, references: ShelfReferenceHandling
  ) async throws(ShelfError) -> ShelfDeletion {
    guard references == .asDeclared else {
      return ShelfDeletion(deleted: try await delete(objectWithId: id) ? [id] : [], nullified: [])
    }
    for attempt in 0..<1_000 {
      if attempt > 0 { try await pause(attempt) }
      var deleting = ReferenceDeletion(self)
      guard try await deleting.add(id) else { return ShelfDeletion(deleted: [], nullified: []) }
      let changes = try deleting.changes()
      if try await write(changes).isEmpty { return deleting.outcome }
    }
    throw .changedMeanwhile([id])
  }

  /// Makes a type known, so that references in its objects can be taken out. It is enough to have saved or read one.
  public func register<Object: ShelfData>(_ type: Object.Type) { types.note(type) }
}

/// Finds out what the deletion of an object does to others.
private struct ReferenceDeletion {
  private let shelf: Shelf
  private var deleted: [ShelfId: StoredObject] = [:]
  /// The objects that refer to what is deleted, and what is taken out of them.
  private var nullified: [ShelfId: (stored: StoredObject, targets: Set<ShelfId>)] = [:]
  private var denied: [(target: ShelfId, by: ShelfId)] = []

  init(_ shelf: Shelf) { self.shelf = shelf }

  var outcome: ShelfDeletion {
    ShelfDeletion(deleted: Set(deleted.keys), nullified: Set(nullified.keys).subtracting(deleted.keys))
  }

  /// Adds an object that is deleted, and those that go with it; false if there is none.
  mutating func add(_ id: ShelfId) async throws(ShelfError) -> Bool {
    guard let stored = try await shelf.read([id]).first ?? nil else { return false }
    deleted[id] = stored
    var waiting = [id]
    while let target = waiting.popLast() {
      for referrer in try await shelf.referrers(to: target) {
        let rule = ReferenceScanner.find(in: referrer.contents).filter { $0.id == target }.map(\.rule).max()
        switch rule {
        case nil: continue
        case .nullify: nullified[referrer.id, default: (referrer, [])].targets.insert(target)
        case .deny: denied.append((target, referrer.id))
        case .cascade:
          if deleted.updateValue(referrer, forKey: referrer.id) == nil { waiting.append(referrer.id) }
        }
      }
      try shelf.checkCancellation()
    }
    // An object that goes itself keeps nothing.
    if let denied = denied.first(where: { deleted[$0.by] == nil }) {
      throw .stillReferenced(denied.target, by: denied.by)
    }
    return true
  }

  /// The writes that do it, if nobody has changed one of the objects meanwhile.
  func changes() throws(ShelfError) -> [PendingChange] {
    var changes = deleted.values.map { PendingChange(deleting: $0.id, expecting: .revision($0.revision)) }
    for (id, change) in nullified where deleted[id] == nil {
      changes.append(try shelf.types.removing(change.targets, from: change.stored))
    }
    return changes.sorted { $0.id < $1.id }
  }
}

extension Shelf {
  /// The objects that refer to one.
  fileprivate func referrers(to target: ShelfId) async throws(ShelfError) -> [StoredObject] {
    let indexed = try await opening.store() as? any IndexedShelfStore
    var found: [StoredObject] = []
    var last: ShelfId?
    while true {
      var page: [ShelfId]
      if let indexed {
        let after = last
        page = try await wrap { try await indexed.referrers(to: target, after: after, limit: Self.pageSize) }
      } else {
        page = try await idPage(nil, after: last) ?? []
      }
      guard let end = page.last else { return found }
      last = end
      page.removeAll { $0 == target }
      for stored in try await read(page) {
        guard let stored, indexed != nil || ReferenceScanner.references(in: stored.contents).contains(target) else {
          continue
        }
        found.append(stored)
      }
    }
  }
}
