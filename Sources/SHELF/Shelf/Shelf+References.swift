internal import Foundation

/// What happens to references to a deleted object.
public enum ShelfReferenceHandling: Sendable, Hashable {
  /// Nothing: they then refer to nothing.
  case keep
  /// What the referring types have declared: references become nil, their objects are deleted too, or they prevent the
  /// deletion. See ``ShelfData/shelfReferences``.
  case asDeclared
}

/// What was done to delete an object.
public struct ShelfDeletion: Sendable, Hashable {
  /// The deleted objects, including those deleted along with others.
  public var deleted: Set<ShelfId>
  /// The objects that lost a reference.
  public var nullified: Set<ShelfId>
}

extension Shelf {
  /// Deletes the object with an id, and deals with what refers to it: everything at once, or nothing.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - references: What to do about references to it.
  /// - Returns: What was done; nothing if there was no object.
  /// - Throws: ``ShelfError/stillReferenced(_:by:)`` if another object prevents it, by its rule or because it requires
  ///   the reference; ``ShelfError/unsupported(_:)`` if this shelf has not used the type of a referring object, and so
  ///   can't say whether that requires the reference: ``register(_:)`` helps.
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

  /// Makes a type known, so that references in its objects can be removed. Saving or reading one object has the same
  /// effect.
  public func register<Object: ShelfData>(_ type: Object.Type) { types.note(type) }
}

/// Finds out what the deletion of an object does to others.
private struct ReferenceDeletion {
  private let shelf: Shelf
  private var deleted: [ShelfId: StoredObject] = [:]
  /// The objects that refer to what is deleted, and what they lose.
  private var nullified: [ShelfId: (stored: StoredObject, targets: Set<ShelfId>)] = [:]
  private var denied: [(target: ShelfId, by: ShelfId)] = []

  init(_ shelf: Shelf) { self.shelf = shelf }

  var outcome: ShelfDeletion {
    ShelfDeletion(deleted: Set(deleted.keys), nullified: Set(nullified.keys).subtracting(deleted.keys))
  }

  /// Adds an object to delete, and those that go with it; false if there is none.
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
    // An object that is deleted itself prevents nothing.
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
