/// A piece of work on a connection, with a limit or without: what may be stopped without the rest of the lease.
struct LimitedWork: ~Copyable {
  private let limit: TimeLimit?
  /// Its number at the gate while it is under way; 0 where the gate need not know of it.
  private var number = 0

  /// - Parameter deadline: How long it may take; nil for as long as it takes.
  init(on gate: CancelGate, within deadline: Deadline?) {
    if let deadline { limit = TimeLimit(deadline, gate: gate) } else { limit = nil }
  }

  /// Begins it, or goes on with it.
  ///
  /// - Throws: Why nothing more runs, where the lease was stopped; the work is not under way then.
  mutating func resume(on gate: CancelGate) throws(DatabaseError) {
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
    number = gate.beginWork(limit: limit?.limit)
    limit?.resume(number)
  }

  /// Interrupts it, until it is resumed.
  ///
  /// - Returns: Its limit, where it was stopped for that.
  mutating func pause(on gate: CancelGate) -> Duration? {
    guard number != 0 else { return nil }
    limit?.pause()
    let isTimedOut = gate.endWork(number)
    number = 0
    return isTimedOut ? limit?.limit : nil
  }

  /// Ends it; what it gives is that of ``pause(on:)``.
  mutating func end(on gate: CancelGate) -> Duration? {
    let timedOut = pause(on: gate)
    limit?.end()
    return timedOut
  }
}
