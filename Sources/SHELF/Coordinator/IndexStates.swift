internal import ORDAThreads

/// Which types' indexes are known to be complete, and which are being filled.
final class IndexStates: Sendable {
  private struct State {
    var complete: [String: Set<ShelfField>] = [:]
    var filling: Set<String> = []
    /// Counts the events that make earlier answers obsolete.
    var age = 0
  }

  private let state = Lock(State())

  /// The fields of a type whose indexes are known to be complete; nil if the store must be asked.
  func complete(_ type: String) -> Set<ShelfField>? { state.withLock { $0.complete[type] } }

  /// How often everything was forgotten: for ``note(_:_:age:)``.
  var age: Int { state.withLock { $0.age } }

  /// Notes what the store says, if nothing was forgotten since it was asked.
  func note(_ type: String, _ fields: Set<ShelfField>, age: Int) {
    state.withLock { state in
      if state.age == age { state.complete[type] = fields }
    }
  }

  /// Notes that an object was written. If it has fewer keys than the type has indexes, some become incomplete.
  func noteWriting(_ contents: ShelfWrite.Contents) {
    state.withLock { state in
      guard let type = contents.type, let complete = state.complete[type] else { return }
      if complete.count > contents.keys?.count ?? 0 { Self.forget(&state) }
    }
  }

  /// Forgets everything, because others wrote: perhaps objects without keys.
  func forget() {
    state.withLock { Self.forget(&$0) }
  }

  private static func forget(_ state: inout State) {
    state.complete = [:]
    state.age += 1
  }

  /// True if the caller must fill a type's indexes.
  func beginFilling(_ type: String) -> Bool { state.withLock { $0.filling.insert(type).inserted } }

  func endFilling(_ type: String) { state.withLock { state in _ = state.filling.remove(type) } }
}
