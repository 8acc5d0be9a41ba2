internal import ORDAThreads

extension MemoryShelfStore: IndexedShelfStore {
  /// The fields of a type whose indexes are complete.
  public func completeFields(of type: String) async throws -> Set<ShelfField> {
    state.withLock { $0.index.completeFields(of: type) }
  }

  /// Adds keys of objects that were saved without them.
  public func fill(
    _ type: String, _ keys: [(id: ShelfId, revision: ShelfRevision, keys: [ShelfFieldKey])]
  ) async throws {
    state.withLock { state in
      for (id, revision, keys) in keys where state.objects[id]?.revision == revision {
        state.index.fill(id, type, keys)
      }
    }
  }

  /// Notes that a field's index has the keys of all objects.
  public func complete(_ field: ShelfField, of type: String) async throws -> Bool {
    state.withLock { $0.index.complete(field, of: type) }
  }

  /// The objects whose field is in a range, in order.
  public func find(_ search: ShelfSearch) async throws -> [ShelfFinding] {
    state.withLock { $0.index.find(search) }
  }

  /// The ids of the objects that refer to an id, in ascending order.
  public func referrers(to target: ShelfId, after id: ShelfId?, limit: Int) async throws -> [ShelfId] {
    state.withLock { $0.index.referrers(to: target, after: id, limit: limit) }
  }

  /// How many objects of a type there are.
  public func count(type: String) async throws -> Int { state.withLock { $0.index.count(type) } }

  /// The objects that have expired.
  public func expired(before seconds: Double, limit: Int) async throws -> [ShelfId] {
    state.withLock { $0.index.expired(before: seconds, limit: limit) }
  }
}
