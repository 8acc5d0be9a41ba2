import Foundation
import ORDA
internal import ORDAThreads

/// How late calls came back, by the clock that only moves forward, and how late the machine itself was then.
///
/// A thread and a task that do nothing but wake every few milliseconds tell how long the machine keeps what is due from
/// running: a call is not blamed for that.
final class Punctuality: Sendable {
  private let state = Lock(State())
  private let isOver = Lock(false)
  /// What a call may take beyond its limit.
  static let grant = Duration.milliseconds(250)

  private struct State {
    /// When the machine was late, and by how much.
    var delays: [(end: ContinuousClock.Instant, by: Duration)] = []
    var calls = 0
    var worst = Duration.zero
    var worstDelay = Duration.zero
    /// Those that came later than the grant.
    var late: [Late] = []
  }

  private struct Late {
    let what: String
    let due: ContinuousClock.Instant
    let returned: ContinuousClock.Instant
  }

  func begin() {
    Thread.detachNewThread { [self] in
      while !isOver.withLock({ $0 }) {
        let begin = ContinuousClock.now
        usleep(5_000)
        note(delay: ContinuousClock.now - begin - .milliseconds(5))
      }
    }
    Task.detached { [self] in
      while !isOver.withLock({ $0 }) {
        let begin = ContinuousClock.now
        try? await Task.sleep(for: .milliseconds(5))
        note(delay: ContinuousClock.now - begin - .milliseconds(5))
      }
    }
  }

  func end() { isOver.withLock { $0 = true } }

  private func note(delay: Duration) {
    state.withLock { state in
      state.worstDelay = max(state.worstDelay, delay)
      if delay > .milliseconds(10) { state.delays.append((.now, delay)) }
    }
  }

  /// Notes that something came back that was to come back by a moment.
  func note(_ what: String, due: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    state.withLock { state in
      state.calls += 1
      state.worst = max(state.worst, now - due)
      if now - due > Self.grant { state.late.append(Late(what: what, due: due, returned: now)) }
    }
  }

  /// Those that came late through no fault of the machine's.
  var faults: [String] {
    state.withLock { state in
      state.late.compactMap { late in
        let delay = state.delays.filter { $0.end - $0.by < late.returned && $0.end > late.due }.map(\.by)
          .reduce(.zero, +)
        let overrun = late.returned - late.due
        if overrun - delay <= Self.grant { return nil }
        return "\(late.what) came back \(overrun.inMilliseconds) ms after its moment; the machine was late by "
          + "\(delay.inMilliseconds) ms"
      }
    }
  }

  /// `1203 calls with a limit or cancelled: the latest by 113 ms, 0 by more than 250 ms; the machine's worst delay 31 ms`
  var description: String {
    state.withLock { state in
      """
      \(state.calls) calls with a limit or cancelled: the latest by \(state.worst.inMilliseconds) ms, \(state.late.count) by \
      more than \(Self.grant.inMilliseconds) ms; the machine's worst delay \(state.worstDelay.inMilliseconds) ms
      """
    }
  }
}

extension Duration {
  var inMilliseconds: Int { Int(self / .milliseconds(1)) }
}
