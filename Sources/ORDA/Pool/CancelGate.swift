internal import Synchronization

/// Makes sure that stopping a piece of work can't stop the connection's next one.
///
/// Each lease has a number, and so has each statement with a time limit. Whoever wants to stop one names it, and the gate
/// calls the driver only while that one is current: the end of a lease waits for a stop that is under way. A driver's
/// cancel that came just before the statement began does nothing, so it is repeated until the work ends.
///
/// Leases end far more often than they are stopped, so that ending one is a single atomic exchange and takes no lock.
final class CancelGate: @unchecked Sendable {
  // Proof: `state` is a lock's, `lease` and `reason` are atomic, and the canceller is Sendable.
  private let state = Lock(State())
  /// Twice the lease's number, and 1 more while somebody is stopping it. Numbers are odd while a lease lasts, and even
  /// between two.
  private let lease = Atomic<Int>(0)
  private let reason = Atomic<UInt8>(0)
  private let canceller: any DriverCanceller

  private struct State {
    var lastLimited = 0
    var limited: Set<Int> = []
    /// The last lease's; it may be over.
    var holder: Holder?
    var isShut = false
    /// How many pieces of work are under way that must not be stopped.
    var shields = 0
  }

  /// Why work is stopped.
  enum Reason: UInt8 {
    case cancelled = 1
    case timeout = 2
    case closing = 3
  }

  init(canceller: any DriverCanceller) { self.canceller = canceller }

  /// Begins a lease and gives its number.
  func begin(_ holder: Holder) -> Int {
    if reason.load(ordering: .relaxed) != 0 {
      reason.store(0, ordering: .relaxed)
      canceller.clear()
    }
    state.withLock { $0.holder = holder }
    // Nobody else writes while no lease lasts.
    let number = (lease.load(ordering: .relaxed) >> 1) | 1
    lease.store(number << 1, ordering: .releasing)
    return number
  }

  /// Ends the current lease: from now on nothing can stop it.
  func end() {
    let current = lease.load(ordering: .relaxed) & ~1
    guard current & 2 != 0 else { return }
    while !lease.compareExchange(expected: current, desired: current &+ 2, ordering: .acquiringAndReleasing).exchanged {
      // Somebody is stopping it, and holds the lock until that is done.
      state.withLock { _ in }
    }
  }

  /// Begins a statement with a time limit and gives its number.
  func beginLimited() -> Int {
    state.withLock { state in
      state.lastLimited &+= 1
      state.limited.insert(state.lastLimited)
      return state.lastLimited
    }
  }

  /// Ends a statement with a time limit. True where a limit passed; the lease can go on with another statement.
  func endLimited(_ number: Int) -> Bool {
    _ = state.withLock { $0.limited.remove(number) }
    guard stopped == .timeout else { return false }
    reason.store(0, ordering: .releasing)
    canceller.clear()
    return true
  }

  /// Runs something with a time limit. What was stopped for it ends in the kind `timeout`.
  func limited<R>(to limit: Duration, _ body: () throws -> R) throws -> R {
    let number = beginLimited()
    let alarm = Alarms.shared.set(at: .now + limit) { self.cancel(limited: number) }
    let outcome = Result { try body() }
    Alarms.shared.drop(alarm)
    let isTimedOut = endLimited(number)
    return try outcome.mapError { error in
      guard isTimedOut, var error = error as? DatabaseError, DatabaseError.Kind.cancelled.matches(error.kind) else {
        return error
      }
      error.becomeTimeout(of: limit)
      return error
    }.get()
  }

  /// Stops a lease, if it is still the current one; nil means whichever is.
  func cancel(lease: Int?, reason: Reason) {
    stop(reason, lease: lease) { _ in true }
  }

  /// Stops a statement with a time limit, if it is still running.
  func cancel(limited: Int) {
    stop(.timeout, lease: nil) { $0.limited.contains(limited) }
  }

  private func stop(
    _ reason: Reason, lease wanted: Int?, where isCurrent: @escaping @Sendable (borrowing State) -> Bool
  ) {
    let stopped: Int? = state.withLock { state in
      guard !state.isShut, isCurrent(state) else { return nil }
      let number = wanted ?? lease.load(ordering: .relaxed) >> 1
      // From here to the store below the lease can't end. Only one at a time gets here, by the lock.
      guard number & 1 == 1,
        lease.compareExchange(
          expected: number << 1, desired: number << 1 | 1, ordering: .acquiringAndReleasing
        ).exchanged
      else { return nil }
      // The first reason stays: a task cancelled while its statement times out has still timed out.
      _ = self.reason.compareExchange(expected: 0, desired: reason.rawValue, ordering: .acquiringAndReleasing)
      if state.shields == 0 { canceller.cancel() }
      lease.store(number << 1, ordering: .releasing)
      return number
    }
    guard let stopped else { return }
    _ = Alarms.shared.set(at: .now + .milliseconds(20)) { [weak self] in
      self?.stop(reason, lease: stopped, where: isCurrent)
    }
  }

  /// Runs what must not be stopped half-way: undoing a transaction. Who wants to stop the lease meanwhile is heard
  /// afterwards.
  func shielded<R, Failure: Error>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
    state.withLock { $0.shields &+= 1 }
    defer { state.withLock { $0.shields &-= 1 } }
    return try body()
  }

  /// Why the current lease was stopped, or nil.
  var stopped: Reason? { Reason(rawValue: reason.load(ordering: .acquiring)) }

  /// Who holds the connection, for messages; nil where nobody does.
  var holder: Holder? {
    state.withLock { lease.load(ordering: .relaxed) & 2 != 0 ? $0.holder : nil }
  }

  /// Notes that the task which holds the connection has let it go, though it is not given back yet.
  func forgetTask() { state.withLock { $0.holder?.task = nil } }

  /// After this nothing reaches the driver.
  func shut() { state.withLock { $0.isShut = true } }
}
