internal import ORDAThreads

/// The locks of all performs of this process.
final class PerformLocks: Sendable {
  static let shared = PerformLocks()

  private struct State {
    var table = LockTable()
    var sleepers: [ThreadIdentity: Promise<Void>] = [:]
  }

  private let state = Lock(State())

  /// Waits for a lock; false where waiting would never end.
  func acquire(_ resource: LockTable.Resource) -> Bool {
    let thread = ThreadIdentity.current
    let turn: Promise<Void>?
    do {
      turn = try state.withLock { state -> Promise<Void>? in
        switch state.table.acquire(resource, for: thread) {
        case .granted: return nil
        case .deadlock: throw ODBError.deadlock
        case .wait:
          let turn = Promise<Void>()
          state.sleepers[thread] = turn
          return turn
        }
      }
    } catch {
      return false
    }
    turn?.wait()
    return true
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
