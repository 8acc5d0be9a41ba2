internal import Foundation
internal import ORDAThreads

/// An object that was read or saved, and which of its contents it is.
class CachedObject: @unchecked Sendable {
  // Proof: nothing of it changes, and what its one subclass adds is Sendable.
  let revision: ShelfRevision
  let expires: Date?
  let size: Int
  /// How many bytes it takes up in the store, including what is stored besides its JSON.
  let bytes: Int

  init(_ revision: ShelfRevision, expires: Date?, size: Int, bytes: Int) {
    self.revision = revision
    self.expires = expires
    self.size = size
    self.bytes = bytes
  }
}

/// One of a type.
final class Cached<Object: ShelfData>: CachedObject, @unchecked Sendable {
  let object: Object

  init(_ object: Object, _ revision: ShelfRevision, expires: Date?, size: Int, bytes: Int) {
    self.object = object
    super.init(revision, expires: expires, size: size, bytes: bytes)
  }
}

/// The objects that are known without asking the store.
///
/// What is read from the store is old where somebody writes in between: reader and writer say when they begin, and what comes to
/// be known of an id meanwhile keeps the reader's from being taken. So the cache never has what was replaced before the last
/// news of it, however the news, the read and the write cross each other.
///
/// It consists of two dictionaries. Objects in use go to the young one; when that reaches half the limit it becomes the
/// old one, and whatever nobody has used since then is dropped. That costs one lookup, and no list to change with each
/// use.
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

  /// Those who are about to say what is under an id.
  private struct Pending {
    var count = 0
    /// True once it has come to be known that they may say something old.
    var isStale = false
  }

  private let state: Lock<State>

  init(limit: Int) { state = Lock(State(limit: limit)) }

  /// How many bytes of JSON the objects have in the store, at most.
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

  /// Says that some ids are being read or written. Each of them ends by ``endReading(_:_:)`` or ``endWriting(_:_:)``.
  func begin(_ ids: some Sequence<ShelfId>) {
    state.withLock { state in
      for id in ids { state.pending[id, default: Pending()].count += 1 }
    }
  }

  /// Takes what was read of an id, if nothing has come to be known of it since.
  func endReading(_ id: ShelfId, _ object: CachedObject?) {
    let dropped = state.withLock { state in
      let isStale = Self.end(id, &state)
      return isStale ? ([:], nil) : Self.take(id, object, &state)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Pass this with what is read from now on, if the ids are not known yet: see ``remember(_:_:readAt:)``.
  var age: Int { state.withLock { $0.age } }

  /// Takes what was read of an id, if nothing has come to be known of any since.
  func remember(_ id: ShelfId, _ object: CachedObject, readAt age: Int) {
    let dropped = state.withLock { state in
      state.age == age && state.pending[id]?.isStale != true ? Self.take(id, object, &state) : ([:], nil)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Takes what was written to an id, or that its object was deleted; those who are reading it are late.
  func endWriting(_ id: ShelfId, _ object: CachedObject?) {
    let dropped = state.withLock { state in
      state.age += 1
      let isStale = Self.end(id, &state)
      state.pending[id]?.isStale = true
      return Self.take(id, isStale ? nil : object, &state)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Ends what neither read the object nor changed it: what is remembered of it stays.
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

  /// Lets the old ones go where there are too many young ones; they are returned, to go when the lock is open.
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

  /// Forgets some objects: others have changed them.
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
