internal import ORDAThreads

/// What follows a governor's database besides its tables, and ends with the governor.
protocol LiveFollower: AnyObject, Sendable {
  /// The governor closes.
  func close()
}

/// The live queries of a governor, and the thread that runs them again: a separate one, so that a slow query delays no
/// entries.
final class LiveFollowers: Sendable {
  private struct Held {
    weak var follower: (any LiveFollower)?
  }

  private struct State {
    var held: [ObjectIdentifier: Held] = [:]
    var isClosed = false
  }

  /// Under the lock weak references are only read to be returned: reading one may release the last strong one.
  private let state = Lock(State())
  let worker = WorkerThread()

  deinit { worker.stop() }

  /// Adds one, which must be removed before it is released; false if the governor was closed.
  func add(_ follower: any LiveFollower) -> Bool {
    // From here on there is a thread, so adding work takes only a lock.
    guard worker.submit({}) else { return false }
    return state.withLock { state in
      if state.isClosed { return false }
      state.held[ObjectIdentifier(follower)] = Held(follower: follower)
      return true
    }
  }

  /// Removes one; it does not matter whether it was removed before.
  func remove(_ id: ObjectIdentifier) { state.withLock { _ = $0.held.removeValue(forKey: id) } }

  /// Ends them all.
  func close() {
    let all = state.withLock { state in
      state.isClosed = true
      defer { state.held = [:] }
      return state.held.values.compactMap(\.follower)
    }
    for follower in all { follower.close() }
    worker.stop()
  }
}
