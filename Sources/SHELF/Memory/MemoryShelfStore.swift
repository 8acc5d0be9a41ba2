public import Foundation
internal import ORDAThreads

/// A store in memory: its objects exist as long as it does, and no two share any.
public final class MemoryShelfStore: ShelfStore {
  struct State {
    var objects: [ShelfId: StoredObject] = [:]
    /// The bytes of those objects that have some.
    var binaries: [ShelfId: [ShelfId: Data]] = [:]
    var index = MemoryIndex()
    var lastRevision: UInt64 = 0
    /// The ids in ascending order; nil if they must be sorted again.
    var order: [ShelfId]?
  }

  let state: Lock<State>

  /// An empty store.
  public init() { state = Lock(State()) }

  /// A store with the current contents of another one.
  init(copying other: MemoryShelfStore) { state = Lock(other.state.withLock { $0 }) }

  /// Reads objects.
  public func read(_ ids: [ShelfId]) async throws -> [StoredObject?] {
    state.withLock { state in ids.map { state.objects[$0] } }
  }

  /// Does all of the writes, or none.
  public func write(_ writes: [ShelfWrite]) async throws -> ShelfWriteOutcome {
    try state.withLock { state throws(ShelfError) in
      let conflicts = writes.filter { !$0.expectation.isMet(by: state.objects[$0.id]?.revision) }
      guard conflicts.isEmpty else { return .conflict(Set(conflicts.map(\.id))) }
      for write in writes {
        guard case .put(let contents) = write.action, let type = contents.type,
          let stored = state.objects[write.id]?.type, stored != type
        else { continue }
        return .otherType(write.id, stored: stored)
      }
      for write in writes {
        guard case .put(let contents) = write.action, !contents.binaries.isEmpty else { continue }
        let known = state.binaries[write.id] ?? [:]
        if contents.binaries.contains(where: { $0.content == nil && known[$0.id] == nil }) {
          throw .missingBinary(write.id)
        }
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
      state.index.put(write.id, contents, type: object.type)
      let known = state.binaries.removeValue(forKey: write.id)
      for binary in contents.binaries {
        state.binaries[write.id, default: [:]][binary.id] = known?[binary.id] ?? binary.content
      }
      return object.revision
    case .delete:
      if state.objects.removeValue(forKey: write.id) != nil { state.order = nil }
      state.binaries[write.id] = nil
      state.index.remove(write.id)
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
      state.binaries = [:]
      state.index = MemoryIndex()
      state.order = nil
    }
  }
}

extension MemoryShelfStore: BinaryShelfStore {
  /// A part of an object's bytes.
  public func readBinary(_ id: ShelfId, of object: ShelfId, from offset: Int, count: Int) async throws -> Data? {
    state.withLock { $0.binaries[object]?[id] }?.part(from: offset, count: count)
  }
}
