internal import ORDAThreads

/// The total time that a piece of work may take; after that its gate stops it.
///
/// Only the time counts in which the work is active: not that in which a program looks at a row before it asks for the
/// next. The alarm stays set meanwhile, since setting one takes longer than many a row.
final class TimeLimit: Sendable {
  let deadline: Deadline
  /// The requested limit.
  var limit: Duration { deadline.limit }
  private var time: TimeSource { deadline.time }
  private let gate: CancelGate
  private let state: Lock<State>

  private struct State {
    /// The rest of the limit; nil until the work begins, since the time before counts as a whole.
    var left: Duration?
    var alarm: Int?
    /// The active work, and since when.
    var current: (work: Int, since: MonotonicTime)?
  }

  /// What is left of a call's limit.
  init(_ deadline: Deadline, gate: CancelGate) {
    self.deadline = deadline
    self.gate = gate
    state = Lock(State())
  }

  /// Continues the work, under this number at the gate.
  func resume(_ work: Int) {
    state.withLock { state in
      state.current = (work, time.coarse)
      if state.alarm != nil { return }
      // One reading of the clock: time that passes between two readings would be added to the limit.
      let now = time.now
      let left = state.left ?? deadline.left(at: now)
      state.left = left
      state.alarm = alarm(at: now + left)
    }
  }

  /// Pauses the work.
  func pause() {
    state.withLock { state in
      guard let current = state.current else { return }
      state.left = state.left.map { $0 - (time.coarse - current.since) }
      state.current = nil
    }
  }

  /// Ends the work.
  func end() {
    let alarm = state.withLock { state in
      state.current = nil
      defer { state.alarm = nil }
      return state.alarm
    }
    if let alarm { time.cancel(alarm) }
  }

  private func alarm(at due: MonotonicTime) -> Int { time.schedule(at: due) { self.ring() } }

  private func ring() {
    let passed: Int? = state.withLock { state in
      state.alarm = nil
      guard let current = state.current, let left = state.left else { return nil }
      let now = time.now
      let due = now + (left - (now - current.since))
      if due <= now { return current.work }
      state.alarm = alarm(at: due)
      return nil
    }
    if let passed { gate.cancel(work: passed) }
  }
}
