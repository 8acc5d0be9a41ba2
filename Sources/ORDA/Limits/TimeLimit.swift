internal import ORDAThreads

/// How long a piece of work may take in all; when that has passed its gate is told to stop it.
///
/// Only the time counts in which the work is under way: not that in which a program looks at a row before it asks for
/// the next. The alarm stays set meanwhile, since setting one takes longer than many a row.
final class TimeLimit: Sendable {
  let deadline: Deadline
  /// As it was asked for.
  var limit: Duration { deadline.limit }
  private let gate: CancelGate
  private let state: Lock<State>

  private struct State {
    var left: Duration
    var alarm: Int?
    /// What is under way, and since when.
    var current: (work: Int, since: MonotonicTime)?
  }

  /// What is left of a call's limit.
  init(_ deadline: Deadline, gate: CancelGate) {
    self.deadline = deadline
    self.gate = gate
    state = Lock(State(left: deadline.left))
  }

  /// The work goes on, by this number at the gate.
  func resume(_ work: Int) {
    state.withLock { state in
      state.current = (work, .coarse)
      if state.alarm == nil { state.alarm = alarm(in: state.left) }
    }
  }

  /// The work rests.
  func pause() {
    state.withLock { state in
      guard let current = state.current else { return }
      state.left -= .coarse - current.since
      state.current = nil
    }
  }

  /// The work is over.
  func end() {
    let alarm = state.withLock { state in
      state.current = nil
      defer { state.alarm = nil }
      return state.alarm
    }
    if let alarm { Alarms.shared.drop(alarm) }
  }

  private func alarm(in time: Duration) -> Int { Alarms.shared.set(at: .now + time) { self.ring() } }

  private func ring() {
    let passed: Int? = state.withLock { state in
      state.alarm = nil
      guard let current = state.current else { return nil }
      let left = state.left - (.now - current.since)
      if left <= .zero { return current.work }
      state.alarm = alarm(in: left)
      return nil
    }
    if let passed { gate.cancel(work: passed) }
  }
}
