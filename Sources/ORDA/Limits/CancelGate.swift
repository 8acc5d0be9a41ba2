internal import ORDAThreads
internal import Synchronization

/// Ensures that stopping a piece of work can't stop the connection's next one, and delays nobody.
///
/// Each lease has a number, and so has each statement with a time limit. A request to stop names one of them: that is
/// noted, and a separate thread calls the driver, since a driver may have to ask a server that does not answer. The
/// driver is called only while the target lasts, again and again until it ends, since a call that comes just before a
/// statement begins does nothing. A statement whose limit passes while another runs inside it is stopped when that one
/// has ended.
///
/// Work that ends waits for a running call, for ``stoppingTime`` at most. After that the connection is given up: it is
/// cut, and not lent again. Work that goes on for that long after it was to stop is cut off too.
///
/// Leases end far more often than they are stopped, so ending one is a single atomic exchange without a lock.
final class CancelGate: @unchecked Sendable {
  // Proof: `state` is touched only under the condition's lock; `lease` and `reason` are atomic, the canceller is Sendable.
  private let condition = Condition()
  @exclusivity(unchecked) private var state = State()
  /// Twice the lease's number, plus 1 once somebody wanted part of it stopped. Numbers are odd while a lease lasts, and
  /// even between two.
  private let lease = Atomic<Int>(0)
  private let reason = Atomic<UInt8>(0)
  private let canceller: any DriverCanceller
  /// The governor's clock. The pause between two calls to the driver uses the machine's clock, so that the gate repeats
  /// the call even while a test's clock stands still.
  private let time: TimeSource

  private struct State {
    var lastWork = 0
    /// The work in progress, each inside the one before: work with a limit, and everything that runs inside such work.
    var works: [Work] = []
    /// The work to be stopped for its limit.
    var stoppedWork: Work?
    /// Why the whole lease is to be stopped.
    var leaseReason: Reason?
    /// The last lease's holder; it may be over.
    var holder: Holder?
    /// Counts how often something was to be stopped.
    var episode = 0
    /// True while a thread attends to stopping.
    var isPursued = false
    /// The number and start time of the running call to the driver.
    var call: (number: Int, began: MonotonicTime)?
    /// The number of the last call to the driver.
    var lastCall = 0
    var isShut = false
    /// True while the lease's end waits for the running call: nothing of it is to be stopped any more.
    var isEnding = false
    /// How many pieces of work are in progress that must not be stopped.
    var shields = 0
    /// Closes the connection; it waits for the running call.
    var closing: (@Sendable () -> Void)?
    /// True if a call to the driver took too long, so that it could hit what comes after.
    var isGivenUp = false

    /// True while there is something to stop.
    var isWanted: Bool { leaseReason != nil || stoppedWork != nil }
  }

  private struct Work {
    let number: Int
    let limit: Duration?
    /// True if its limit passed while another ran inside it.
    var isDue = false
  }

  /// How many pieces of work are in progress; touched only by the thread that holds the lease.
  @exclusivity(unchecked) private var workCount = 0

  /// Why work is stopped.
  enum Reason: UInt8 {
    case cancelled = 1
    case timeout = 2
    case closing = 3

    /// The error thrown by work that was stopped, or did not begin.
    var error: DatabaseError {
      switch self {
      case .cancelled: .taskCancelled
      case .timeout: DatabaseError(.timeout, "the time limit passed")
      case .closing: DatabaseError(.cancelled, "the governor was closed")
      }
    }
  }

  /// How long a statement may go on after it was to be stopped, and a call to the driver may take, before the connection
  /// is cut.
  static let stoppingTime = Duration.milliseconds(100)
  /// The time between two calls to the driver.
  private static let pause = Duration.milliseconds(20)

  init(canceller: any DriverCanceller, time: TimeSource = .system) {
    self.canceller = canceller
    self.time = time
  }

  // MARK: What may be stopped

  /// Begins a lease and returns its number.
  func begin(_ holder: consuming Holder) -> Int {
    if reason.load(ordering: .relaxed) != 0 {
      reason.store(0, ordering: .relaxed)
      canceller.clear()
    }
    // Handed over, and not copied; the one before is let go of outside of the lock.
    var held: Holder? = consume holder
    condition.withLock { swap(&state.holder, &held) }
    // Nobody else writes while no lease lasts.
    let number = (lease.load(ordering: .relaxed) >> 1) | 1
    lease.store(number << 1, ordering: .releasing)
    return number
  }

  /// Ends the current lease: from now on nothing can stop it.
  ///
  /// - Returns: False if that can't be ensured, so that the connection must not be used again.
  @discardableResult
  @inline(__always)
  func end() -> Bool {
    let current = lease.load(ordering: .relaxed) & ~1
    guard current & 2 != 0 else { return true }
    if lease.compareExchange(expected: current, desired: current &+ 2, ordering: .acquiringAndReleasing).exchanged {
      return true
    }
    return endWanted(current)
  }

  /// Ends a lease that somebody wanted stopped.
  private func endWanted(_ current: Int) -> Bool {
    condition.withLock {
      state.leaseReason = nil
      state.stoppedWork = nil
      state.isEnding = true
      waitForCall()
      state.isEnding = false
      lease.store(current &+ 2, ordering: .releasing)
      condition.broadcast()
      return !state.isGivenUp
    }
  }

  /// Whether work with a limit is in progress: then what runs inside it is separate work, with a limit or without.
  var hasWork: Bool { workCount > 0 }

  /// Begins a piece of work inside those in progress, and returns its number.
  ///
  /// - Parameter limit: The requested limit; nil for none.
  func beginWork(limit: Duration?) -> Int {
    workCount &+= 1
    return condition.withLock {
      state.lastWork &+= 1
      state.works.append(Work(number: state.lastWork, limit: limit))
      return state.lastWork
    }
  }

  /// Ends a piece of work. True if it was stopped for its limit; the lease can continue with another.
  func endWork(_ number: Int) -> Bool {
    workCount &-= 1
    return condition.withLock {
      state.works.removeAll { $0.number == number }
      let wasStopped = state.stoppedWork?.number == number
      let isTimedOut = wasStopped && stopped == .timeout
      if wasStopped { endStopping() }
      if !state.isWanted, !state.isGivenUp, let outer = state.works.last, outer.isDue, markCurrent() != nil {
        want(.timeout) { $0.stoppedWork = outer }
      }
      return isTimedOut
    }
  }

  /// Notes that the work to be stopped has ended.
  private func endStopping() {
    state.stoppedWork = nil
    if state.leaseReason == nil {
      waitForCall()
      condition.broadcast()
    }
    // The lease, or work further out, is to be stopped, perhaps only since this has waited: a call to the driver may
    // well hit what comes next.
    if let other = state.leaseReason ?? (state.stoppedWork == nil ? nil : .timeout) {
      reason.store(other.rawValue, ordering: .releasing)
      return
    }
    // Nothing more can run on a connection that was given up.
    if state.isGivenUp { return }
    reason.store(0, ordering: .releasing)
    canceller.clear()
  }

  /// Runs what must not be stopped half-way: undoing a transaction. A request to stop the lease takes effect
  /// afterwards; if it takes long, the connection is cut, which undoes as well.
  func shielded<R, Failure: Error>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
    condition.withLock {
      state.shields &+= 1
      waitForCall()
    }
    defer { condition.withLock { state.shields &-= 1 } }
    return try body()
  }

  // MARK: Stopping

  /// Stops a lease, if it is still the current one; nil means whichever is. Returns at once.
  func cancel(lease wanted: Int?, reason: Reason) {
    condition.withLock {
      guard let current = markCurrent(), current == wanted ?? current else { return }
      want(reason) { if $0.leaseReason == nil { $0.leaseReason = reason } }
    }
  }

  /// Stops a piece of work whose limit has passed: now, or if another runs inside it, when that one has ended. Returns
  /// at once.
  func cancel(work number: Int) {
    condition.withLock {
      guard let place = state.works.lastIndex(where: { $0.number == number }), markCurrent() != nil else { return }
      if place == state.works.count - 1, state.stoppedWork == nil {
        want(.timeout) { $0.stoppedWork = $0.works[place] }
      } else {
        state.works[place].isDue = true
      }
    }
  }

  /// The number of the current lease, which can then no longer end without the lock; nil between two.
  private func markCurrent() -> Int? {
    let current = lease.load(ordering: .relaxed)
    guard !state.isShut, !state.isEnding, current & 2 != 0 else { return nil }
    if current & 1 == 0,
      !lease.compareExchange(expected: current, desired: current | 1, ordering: .acquiringAndReleasing).exchanged
    {
      return nil
    }
    return current >> 1
  }

  private func want(_ reason: Reason, _ note: (inout State) -> Void) {
    let wasWanted = state.isWanted
    note(&state)
    // The first reason stays: if a task is cancelled while its statement times out, it has still timed out.
    _ = self.reason.compareExchange(expected: 0, desired: reason.rawValue, ordering: .acquiringAndReleasing)
    if !wasWanted {
      state.episode &+= 1
      setCut(for: state.episode, mayWait: true)
      condition.broadcast()
    }
    if !state.isPursued { pursueElsewhere() }
  }

  private func pursueElsewhere() {
    state.isPursued = SpareThreads.shared.begin { self.pursue() }
    if state.isPursued { return }
    // Without threads there is only the cut, which may still come in time.
    _ = Alarms.shared.set(at: .now + Self.pause) { [weak self] in
      guard let self else { return }
      self.condition.withLock { if self.state.isWanted, !self.state.isPursued { self.pursueElsewhere() } }
    }
  }

  /// Calls the driver until there is nothing to stop any more.
  private func pursue() {
    condition.lock()
    while state.isWanted, !state.isShut {
      if state.shields == 0 {
        state.lastCall &+= 1
        state.call = (state.lastCall, time.now)
        condition.unlock()
        canceller.cancel()
        condition.lock()
        state.call = nil
        condition.broadcast()
      }
      if state.isWanted, !state.isShut { condition.wait(until: .now + Self.pause) }
    }
    state.isPursued = false
    let closing = state.closing
    state.closing = nil
    condition.unlock()
    closing?()
  }

  /// Schedules a cut for what is to be stopped now, in case it goes on.
  ///
  /// - Parameter mayWait: True to give some more time to what must not be stopped half-way.
  private func setCut(for episode: Int, mayWait: Bool) {
    let patience = mayWait ? Self.stoppingTime : Self.stoppingTime / 2
    _ = time.schedule(at: time.now + patience) { [weak self] in
      guard let self else { return }
      self.condition.withLock {
        guard self.state.episode == episode, self.state.isWanted, !self.state.isShut else { return }
        if self.state.shields > 0, mayWait {
          self.setCut(for: episode, mayWait: false)
        } else {
          self.canceller.cut()
        }
      }
    }
  }

  /// Waits for the running call to the driver, and gives the connection up if it takes too long. Call it with the lock,
  /// which it only releases to wait.
  private func waitForCall() {
    guard let call = state.call else { return }
    let limit = call.began + Self.stoppingTime
    while state.call?.number == call.number, time.now < limit { time.wait(on: condition, until: limit) }
    guard state.call?.number == call.number else { return }
    state.isGivenUp = true
    canceller.cut()
  }

  // MARK: Looking

  /// Whether a thread attends to stopping something.
  var isPursued: Bool { condition.withLock { state.isPursued } }

  /// Whether the current lease was stopped.
  @inline(__always)
  var isStopped: Bool { reason.load(ordering: .acquiring) != 0 }

  /// Why the current lease was stopped, or nil.
  var stopped: Reason? { Reason(rawValue: reason.load(ordering: .acquiring)) }

  /// The error to throw if the current lease was stopped; nil if it was not.
  var stopError: DatabaseError? {
    guard let reason = stopped else { return nil }
    return condition.withLock {
      if let limit = state.stoppedWork?.limit, reason == .timeout { return .timeout(of: limit) }
      return state.isGivenUp && !state.isWanted ? Self.givenUp : reason.error
    }
  }

  /// Why nothing runs after the work that the connection was given up for. Its reason is no other's: what comes next has not
  /// timed out, and was not cancelled.
  private static var givenUp: DatabaseError {
    var error = DatabaseError(
      .connectionLost,
      "the connection was cut, since the database took too long to stop an earlier statement; nothing of this one was done, and an "
        + "open transaction is rolled back")
    error.isRetryable = true
    return error
  }

  /// The number of the current lease, for its holder.
  var currentLease: Int { lease.load(ordering: .relaxed) >> 1 }

  /// Who holds the connection, for messages; nil if nobody does.
  var holder: Holder? {
    condition.withLock { lease.load(ordering: .relaxed) & 2 != 0 ? state.holder : nil }
  }

  /// Notes that the task which holds the connection has released it, though it is not returned yet.
  func forgetTask() { condition.withLock { state.holder?.task = nil } }

  /// Closes the connection, the first time: after this nothing reaches the driver. A running call to it is awaited on
  /// another thread.
  func shut(_ close: @escaping @Sendable () -> Void) {
    let isFree = condition.withLock {
      if state.isShut { return false }
      state.isShut = true
      if state.call != nil { state.closing = close }
      return state.closing == nil
    }
    if isFree { close() }
  }
}
