internal import Foundation
internal import ORDAThreads

/// An object that was read or saved, and the revision of its contents.
class CachedObject: @unchecked Sendable {
  // Proof: nothing in it changes, and what its only subclass adds is Sendable.
  let revision: ShelfRevision
  let expires: Date?
  let size: Int
  /// How many bytes it takes up in the store, including what is stored beside its JSON.
  let bytes: Int

  init(_ revision: ShelfRevision, expires: Date?, size: Int, bytes: Int) {
    self.revision = revision
    self.expires = expires
    self.size = size
    self.bytes = bytes
  }
}

/// A cached object of a type.
final class Cached<Object: ShelfData>: CachedObject, @unchecked Sendable {
  let object: Object

  init(_ object: Object, _ revision: ShelfRevision, expires: Date?, size: Int, bytes: Int) {
    self.object = object
    super.init(revision, expires: expires, size: size, bytes: bytes)
  }
}

/// The objects known without asking the store.
///
/// What is read from the store is outdated if somebody writes in between. So readers and writers announce when they
/// begin, and news of an id that arrives meanwhile keeps the reader's object from being taken. Thus the cache never has
/// anything older than the last news of it, in whatever order the news, the read and the write cross.
///
/// It consists of two dictionaries. Objects in use go to the young one; when that reaches half the limit it becomes the
/// old one, and whatever nobody has used since then is dropped. That costs one lookup, without a list to change with
/// each use.
final class ObjectCache: Sendable {
  private struct State {
    var limit: Int
    var young: [ShelfId: CachedObject] = [:]
    var old: [ShelfId: CachedObject] = [:]
    var youngSize = 0
    var pending: [ShelfId: Pending] = [:]
    /// Counts the news of objects.
    var age = 0
  }

  /// The readers and writers that are about to report what is under an id.
  private struct Pending {
    var count = 0
    /// True once they may report something outdated.
    var isStale = false
  }

  private let state: Lock<State>

  init(limit: Int) { state = Lock(State(limit: limit)) }

  /// The maximum size of the objects' JSON in the store, in bytes.
  var limit: Int {
    get { state.withLock { $0.limit } }
    set {
      let dropped = state.withLock { [newValue] state in
        state.limit = newValue
        if state.youngSize > newValue / 2 { return Self.clear(&state) }
        defer { state.old = [:] }
        return (state.old, [:])
      }
      withExtendedLifetime(dropped) {}
    }
  }

  /// The object with an id, if it is known and of the type.
  func find<Object: ShelfData>(_ id: ShelfId, _ type: Object.Type) -> Cached<Object>? {
    guard let found = state.withLock({ Self.find(id, &$0) }), Swift.type(of: found) == Cached<Object>.self else {
      return nil
    }
    // Nothing else has this class, and a cast would ask the runtime.
    return unsafeDowncast(found, to: Cached<Object>.self)
  }

  private static func find(_ id: ShelfId, _ state: inout State) -> CachedObject? {
    if let found = state.young[id] { return found }
    guard let found = state.old.removeValue(forKey: id) else { return nil }
    state.young[id] = found
    state.youngSize += found.size
    return found
  }

  /// Announces that some ids are being read or written. Each ends with ``endReading(_:_:)`` or ``endWriting(_:_:)``.
  func begin(_ ids: some Sequence<ShelfId>) {
    state.withLock { state in
      for id in ids { state.pending[id, default: Pending()].count += 1 }
    }
  }

  /// Takes what was read under an id, if there has been no news of it since.
  func endReading(_ id: ShelfId, _ object: CachedObject?) {
    let dropped = state.withLock { state in
      let isStale = Self.end(id, &state)
      return isStale ? ([:], nil) : Self.take(id, object, &state)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Pass this with what is read from now on, if the ids are not known yet: see ``remember(_:_:readAt:)``.
  var age: Int { state.withLock { $0.age } }

  /// Takes what was read under an id, if there has been no news of any id since.
  func remember(_ id: ShelfId, _ object: CachedObject, readAt age: Int) {
    let dropped = state.withLock { state in
      state.age == age && state.pending[id]?.isStale != true ? Self.take(id, object, &state) : ([:], nil)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Takes what was written under an id, or that its object was deleted; anybody reading it at the time is too late.
  func endWriting(_ id: ShelfId, _ object: CachedObject?) {
    let dropped = state.withLock { state in
      state.age += 1
      let isStale = Self.end(id, &state)
      state.pending[id]?.isStale = true
      return Self.take(id, isStale ? nil : object, &state)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Ends what neither read nor changed the object: what is remembered of it stays.
  func endChecking(_ id: ShelfId) {
    state.withLock { state in _ = Self.end(id, &state) }
  }

  private static func end(_ id: ShelfId, _ state: inout State) -> Bool {
    guard var pending = state.pending[id] else { return true }
    pending.count -= 1
    state.pending[id] = pending.count > 0 ? pending : nil
    return pending.isStale
  }

  private static func take(
    _ id: ShelfId, _ object: CachedObject?, _ state: inout State
  ) -> ([ShelfId: CachedObject], CachedObject?) {
    var replaced = state.young.removeValue(forKey: id)
    state.youngSize -= replaced?.size ?? 0
    if let old = state.old.removeValue(forKey: id) { replaced = old }
    guard let object, object.size <= state.limit / 2 else { return ([:], replaced) }
    state.young[id] = object
    state.youngSize += object.size
    return (trim(&state), replaced)
  }

  /// Drops the old objects if there are too many young ones; returns them, so that they are released outside of the
  /// lock.
  private static func trim(_ state: inout State) -> [ShelfId: CachedObject] {
    guard state.youngSize > state.limit / 2 else { return [:] }
    let dropped = state.old
    state.old = state.young
    state.young = [:]
    state.youngSize = 0
    return dropped
  }

  private static func clear(_ state: inout State) -> ([ShelfId: CachedObject], [ShelfId: CachedObject]) {
    defer { (state.young, state.old, state.youngSize) = ([:], [:], 0) }
    return (state.young, state.old)
  }

  /// Forgets objects that others have changed.
  func forget(_ ids: some Collection<ShelfId>) {
    let dropped = state.withLock { state in
      state.age += 1
      return ids.map { id in
        state.pending[id]?.isStale = true
        return Self.take(id, nil, &state).1
      }
    }
    withExtendedLifetime(dropped) {}
  }

  /// Forgets everything.
  func forgetAll() {
    let dropped = state.withLock { state in
      state.age += 1
      let dropped = Self.clear(&state)
      for id in state.pending.keys { state.pending[id]?.isStale = true }
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }
}
