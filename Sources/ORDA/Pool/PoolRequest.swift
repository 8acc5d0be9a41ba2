internal import ORDAThreads

/// Somebody who waits for a connection, to be called back once.
final class PoolRequest: PoolWaiter, Sendable {
  typealias Outcome = Result<PooledConnection, DatabaseError>

  let askedAt = MonotonicTime.now

  private let completion: Lock<(@Sendable (Outcome) -> Void)?>
  private let pendingAlarm = Lock<Int?>(nil)

  init(_ completion: @escaping @Sendable (Outcome) -> Void) { self.completion = Lock(completion) }

  /// The alarm that ends the wait; dropped when it ends otherwise.
  var alarm: Int? {
    get { pendingAlarm.withLock { $0 } }
    set {
      pendingAlarm.withLock { $0 = newValue }
      // It may have been served before the alarm was noted.
      if completion.withLock({ $0 == nil }) { dropAlarm() }
    }
  }

  /// Calls back, the first time only.
  func complete(_ outcome: Outcome) {
    let completion = completion.withLock { completion in
      defer { completion = nil }
      return completion
    }
    dropAlarm()
    completion?(outcome)
  }

  private func dropAlarm() {
    let alarm = pendingAlarm.withLock { alarm in
      defer { alarm = nil }
      return alarm
    }
    if let alarm { Alarms.shared.drop(alarm) }
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
