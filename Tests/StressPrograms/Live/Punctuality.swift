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

  /// How many delays are noted before old ones are forgotten.
  private static let most = 20_000

  private struct State {
    /// When the machine was late, and by how much.
    var delays: [(end: ContinuousClock.Instant, by: Duration)] = []
    var calls = 0
    var worst = Duration.zero
    var worstDelay = Duration.zero
    /// Those that came later than the grant, and are not judged yet.
    var late: [Late] = []
    var lateCount = 0
    var faults: [String] = []

    /// Judges those that came back before a moment. What the machine was late by long before is forgotten: a run of ten minutes
    /// is not to grow by what is noted.
    mutating func judge(before moment: ContinuousClock.Instant) {
      for call in late where call.returned < moment {
        let delay = delays.filter { $0.end - $0.by < call.returned && $0.end > call.due }.map(\.by).reduce(.zero, +)
        let overrun = call.returned - call.due
        if overrun - delay <= Punctuality.grant { continue }
        faults.append(
          "\(call.what) came back \(overrun.inMilliseconds) ms after its moment; the machine was late by "
            + "\(delay.inMilliseconds) ms")
      }
      late.removeAll { $0.returned < moment }
      delays.removeAll { $0.end < moment - .seconds(60) }
    }
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
      if state.delays.count > Self.most { state.judge(before: .now - .seconds(5)) }
    }
  }

  /// Notes that something came back that was to come back by a moment.
  func note(_ what: String, due: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    state.withLock { state in
      state.calls += 1
      state.worst = max(state.worst, now - due)
      if now - due > Self.grant {
        state.late.append(Late(what: what, due: due, returned: now))
        state.lateCount += 1
      }
    }
  }

  /// Those that came late through no fault of the machine's.
  var faults: [String] {
    state.withLock { state in
      state.judge(before: .now)
      return state.faults
    }
  }

  /// `1203 calls with a limit or cancelled: the latest by 113 ms, 0 by more than 250 ms; the machine's worst delay 31 ms`
  var description: String {
    state.withLock { state in
      """
      \(state.calls) calls with a limit or cancelled: the latest by \(state.worst.inMilliseconds) ms, \(state.lateCount) by \
      more than \(Self.grant.inMilliseconds) ms; the machine's worst delay \(state.worstDelay.inMilliseconds) ms
      """
    }
  }
}

extension Duration {
  var inMilliseconds: Int { Int(self / .milliseconds(1)) }
}
