internal import ORDAThreads

/// Somebody who waits for a connection, to be called back once.
final class PoolRequest: PoolWaiter, Sendable {
  typealias Outcome = Result<PooledConnection, DatabaseError>

  let askedAt = MonotonicTime.now

  private let state: Lock<State>

  private struct State {
    /// Nil once it was called.
    var completion: (@Sendable (Outcome) -> Void)?
    /// What ends the wait after its limit.
    var alarm: Int?
  }

  init(_ completion: @escaping @Sendable (Outcome) -> Void) { state = Lock(State(completion: completion)) }

  /// Notes the alarm that ends the wait, which is dropped when it ends otherwise, or has ended already.
  func note(alarm: Int) {
    let isWaiting = state.withLock { state in
      if state.completion != nil { state.alarm = alarm }
      return state.completion != nil
    }
    if !isWaiting { Alarms.shared.drop(alarm) }
  }

  /// Calls back, the first time only.
  func complete(_ outcome: Outcome) {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    if let alarm = ended.alarm { Alarms.shared.drop(alarm) }
    ended.completion?(outcome)
  }
}

/// A thread that sleeps until its request is served.
struct BlockingRequest {
  let request: PoolRequest
  private let promise = Promise<PoolRequest.Outcome>()

  init() {
    request = PoolRequest { [promise] outcome in promise.keep(outcome) }
  }

  /// The outcome, or nil after the deadline.
  func wait(until deadline: MonotonicTime) -> PoolRequest.Outcome? { promise.wait(until: deadline) }

  /// The outcome, which is certain to arrive.
  func wait() -> PoolRequest.Outcome { promise.wait() }
}
