internal import ORDAThreads

/// Which types' indexes are known to be complete, and which are being filled.
final class IndexStates: Sendable {
  private struct State {
    var complete: [String: Set<ShelfField>] = [:]
    var filling: Set<String> = []
    /// Counts events that make earlier answers old.
    var age = 0
  }

  private let state = Lock(State())

  /// The fields of a type whose index is complete, as far as is known; nil where the store has to be asked.
  func complete(_ type: String) -> Set<ShelfField>? { state.withLock { $0.complete[type] } }

  /// How often it was all forgotten: for ``note(_:_:age:)``.
  var age: Int { state.withLock { $0.age } }

  /// Notes what the store says, if nothing was forgotten since it was asked.
  func note(_ type: String, _ fields: Set<ShelfField>, age: Int) {
    state.withLock { state in
      if state.age == age { state.complete[type] = fields }
    }
  }

  /// Notes that an object was written. One that was given fewer keys than the type has indexes for makes some incomplete.
  func noteWriting(_ contents: ShelfWrite.Contents) {
    state.withLock { state in
      guard let type = contents.type, let complete = state.complete[type] else { return }
      if complete.count > contents.keys?.count ?? 0 { Self.forget(&state) }
    }
  }

  /// Forgets it all, for others wrote: maybe objects without keys.
  func forget() {
    state.withLock { Self.forget(&$0) }
  }

  private static func forget(_ state: inout State) {
    state.complete = [:]
    state.age += 1
  }

  /// True if the caller has to fill a type's indexes.
  func beginFilling(_ type: String) -> Bool { state.withLock { $0.filling.insert(type).inserted } }

  func endFilling(_ type: String) { state.withLock { state in _ = state.filling.remove(type) } }
}
