/// A piece of work on a connection, with or without a limit: it may be stopped without the rest of the lease.
struct LimitedWork: ~Copyable {
  /// Released by the end, so that a piece of work is plain numbers, without anything to destroy.
  private var limit: Unmanaged<TimeLimit>?
  /// The deadline it was given.
  var deadline: Deadline? { limit?.takeUnretainedValue().deadline }
  /// Its number at the gate while it is active; 0 if the gate need not know of it.
  private var number = 0

  /// - Parameter deadline: How long it may take; nil for no limit.
  @inline(__always)
  init(on gate: CancelGate, within deadline: Deadline?) {
    if let deadline { limit = .passRetained(TimeLimit(deadline, gate: gate)) } else { limit = nil }
  }

  /// Begins or continues it.
  ///
  /// - Throws: Why nothing more runs, if the lease was stopped; then the work is over.
  @inline(__always)
  mutating func resume(on gate: CancelGate) throws(DatabaseError) {
    if limit == nil, !gate.hasWork, !gate.isStopped { return }
    try resumeKnown(on: gate)
  }

  private mutating func resumeKnown(on gate: CancelGate) throws(DatabaseError) {
    // Known to the gate before it is asked: from here on, limits of outer work only stop that.
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

  /// Ends it, which is mandatory, and does nothing the second time; returns the same as ``pause(on:)``.
  @inline(__always)
  mutating func end(on gate: CancelGate) -> Duration? {
    let timedOut = pause(on: gate)
    if let limit { limit.takeRetainedValue().end() }
    limit = nil
    return timedOut
  }
}
