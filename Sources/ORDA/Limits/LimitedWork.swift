/// A piece of work on a connection, with a limit or without: what may be stopped without the rest of the lease.
struct LimitedWork: ~Copyable {
  /// Released by the end, so that a piece of work is plain numbers, which need no destroying.
  private var limit: Unmanaged<TimeLimit>?
  /// What was given for a limit.
  var deadline: Deadline? { limit?.takeUnretainedValue().deadline }
  /// Its number at the gate while it is under way; 0 if the gate need not know of it.
  private var number = 0

  /// - Parameter deadline: How long it may take; nil for as long as it takes.
  @inline(__always)
  init(on gate: CancelGate, within deadline: Deadline?) {
    if let deadline { limit = .passRetained(TimeLimit(deadline, gate: gate)) } else { limit = nil }
  }

  /// Begins it, or goes on with it.
  ///
  /// - Throws: Why nothing more runs, where the lease was stopped; the work is over then.
  @inline(__always)
  mutating func resume(on gate: CancelGate) throws(DatabaseError) {
    if limit == nil, !gate.hasWork, !gate.isStopped { return }
    try resumeKnown(on: gate)
  }

  private mutating func resumeKnown(on gate: CancelGate) throws(DatabaseError) {
    // Known to the gate before it is asked: a limit of what is further out stops that one alone from here on.
    begin(on: gate)
    if let error = gate.stopError {
      _ = end(on: gate)
      throw error
    }
  }

  /// Begins it whether the lease was stopped or not.
  mutating func begin(on gate: CancelGate) {
    guard limit != nil || gate.hasWork else { return }
    let limit = limit?.takeUnretainedValue()
    number = gate.beginWork(limit: limit?.limit)
    limit?.resume(number)
  }

  /// Interrupts it, until it is resumed.
  ///
  /// - Returns: Its limit, if it was stopped for that.
  @inline(__always)
  mutating func pause(on gate: CancelGate) -> Duration? {
    number == 0 ? nil : pauseKnown(on: gate)
  }

  private mutating func pauseKnown(on gate: CancelGate) -> Duration? {
    let limit = limit?.takeUnretainedValue()
    limit?.pause()
    let isTimedOut = gate.endWork(number)
    number = 0
    return isTimedOut ? limit?.limit : nil
  }

  /// Ends it, which has to be done, and does nothing the second time; what it gives is that of ``pause(on:)``.
  @inline(__always)
  mutating func end(on gate: CancelGate) -> Duration? {
    let timedOut = pause(on: gate)
    if let limit { limit.takeRetainedValue().end() }
    limit = nil
    return timedOut
  }
}
