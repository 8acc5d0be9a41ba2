internal import ORDAThreads
internal import Synchronization

/// Somebody who waits for a connection, to be called back once.
final class PoolRequest: PoolWaiter, Sendable {
  typealias Outcome = Result<PooledConnection, DatabaseError>

  let askedAt: MonotonicTime
  private let time: TimeSource
  let worksAtOnce: Bool

  private let completion: @Sendable (Outcome) -> Void
  /// The number of the alarm that ends the wait after its limit; ``none``, or ``ended`` once it was called.
  private let alarm = Atomic(PoolRequest.none)

  private static let none = -1
  private static let ended = -2

  init(worksAtOnce: Bool, time: TimeSource, _ completion: @escaping @Sendable (Outcome) -> Void) {
    askedAt = time.now
    self.time = time
    self.worksAtOnce = worksAtOnce
    self.completion = completion
  }

  /// Notes the alarm that ends the wait, which is dropped when it ends otherwise, or has ended already.
  func note(alarm number: Int) {
    let isWaiting = alarm.compareExchange(expected: Self.none, desired: number, ordering: .acquiringAndReleasing)
      .exchanged
    if !isWaiting { time.cancel(number) }
  }

  /// Calls back, the first time only.
  func complete(_ outcome: Outcome) {
    let number = alarm.exchange(Self.ended, ordering: .acquiringAndReleasing)
    if number == Self.ended { return }
    if number != Self.none { time.cancel(number) }
    completion(outcome)
  }
}

/// A thread that sleeps until its request is served.
struct BlockingRequest {
  let request: PoolRequest
  private let promise = Promise<PoolRequest.Outcome>()
  private let time: TimeSource

  init(_ time: TimeSource) {
    self.time = time
    request = PoolRequest(worksAtOnce: false, time: time) { [promise] outcome in promise.keep(outcome) }
  }

  /// The outcome, or nil after the deadline.
  func wait(until deadline: MonotonicTime) -> PoolRequest.Outcome? { promise.wait(until: deadline, by: time) }

  /// The outcome, which is certain to arrive.
  func wait() -> PoolRequest.Outcome { promise.wait() }
}
