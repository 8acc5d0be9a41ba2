internal import ORDAThreads

/// A store in memory: it is gone when it goes, and each is its own.
public final class MemoryShelfStore: ShelfStore {
  private struct State {
    var objects: [ShelfId: StoredObject] = [:]
    var lastRevision: UInt64 = 0
    /// The ids in ascending order; nil where they have to be sorted again.
    var order: [ShelfId]?
  }

  private let state = Lock(State())

  /// An empty store.
  public init() {}

  /// Reads objects.
  public func read(_ ids: [ShelfId]) async throws -> [StoredObject?] {
    state.withLock { state in ids.map { state.objects[$0] } }
  }

  /// Does all of the writes, or none.
  public func write(_ writes: [ShelfWrite]) async throws -> ShelfWriteOutcome {
    state.withLock { state in
      let conflicts = writes.filter { !$0.expectation.isMet(by: state.objects[$0.id]?.revision) }
      guard conflicts.isEmpty else { return .conflict(Set(conflicts.map(\.id))) }
      for write in writes {
        guard case .put(let contents) = write.action, let type = contents.type,
          let stored = state.objects[write.id]?.type, stored != type
        else { continue }
        return .otherType(write.id, stored: stored)
      }
      return .written(writes.map { Self.perform($0, &state) })
    }
  }

  private static func perform(_ write: ShelfWrite, _ state: inout State) -> ShelfRevision? {
    switch write.action {
    case .put(let contents):
      state.lastRevision += 1
      let object = StoredObject(
        id: write.id, type: contents.type ?? state.objects[write.id]?.type,
        revision: ShelfRevision(state.lastRevision), contents: contents.json, expires: contents.expires)
      if state.objects.updateValue(object, forKey: write.id) == nil { state.order = nil }
      return object.revision
    case .delete:
      if state.objects.removeValue(forKey: write.id) != nil { state.order = nil }
      return nil
    case .check:
      return state.objects[write.id]?.revision
    }
  }

  /// The ids of a type, or all, a page at a time.
  public func ids(type: String?, after id: ShelfId?, limit: Int) async throws -> [ShelfId] {
    state.withLock { state in
      let order = state.order ?? state.objects.keys.sorted()
      state.order = order
      let start = id.map { last in order.count(upTo: last) } ?? 0
      var found: [ShelfId] = []
      for id in order[start...] where type == nil || state.objects[id]?.type == type {
        if found.count == limit { break }
        found.append(id)
      }
      return found
    }
  }

  /// Deletes all objects.
  public func wipe() async throws {
    state.withLock { state in
      state.objects = [:]
      state.order = nil
    }
  }
}
