internal import ORDAThreads

/// The locks of all performs of this process.
final class PerformLocks: Sendable {
  static let shared = PerformLocks()

  private struct State {
    var table = LockTable()
    var sleepers: [ThreadIdentity: Promise<Void>] = [:]
  }

  private let state = Lock(State())

  /// Waits for a lock; false if the wait would never end.
  func acquire(_ resource: LockTable.Resource) -> Bool {
    let thread = ThreadIdentity.current
    let (answer, turn) = state.withLock { state -> (LockTable.Answer, Promise<Void>?) in
      let answer = state.table.acquire(resource, for: thread)
      guard answer == .wait else { return (answer, nil) }
      let turn = Promise<Void>()
      state.sleepers[thread] = turn
      return (answer, turn)
    }
    turn?.wait()
    return answer != .deadlock
  }

  func release(_ resource: LockTable.Resource) {
    let thread = ThreadIdentity.current
    let turn = state.withLock { state -> Promise<Void>? in
      guard let next = state.table.release(resource, by: thread) else { return nil }
      return state.sleepers.removeValue(forKey: next)
    }
    turn?.keep(())
  }
}
