internal import Dispatch
internal import Synchronization

extension ServerLine {
  private static let guarding = DispatchQueue(label: "ORDA: waiting for servers")

  /// Cuts the line at a moment, unless the guardian is ended before.
  func cutting(at moment: ContinuousClock.Instant) -> Guardian {
    let guardian = Guardian(DispatchSource.makeTimerSource(queue: Self.guarding))
    let left = max(.zero, moment - .now)
    guardian.timer.schedule(deadline: .now() + left / .seconds(1))
    // The timer holds both for as long as it is not cancelled.
    guardian.timer.setEventHandler { guardian.cut(self) }
    guardian.timer.activate()
    return guardian
  }

  /// Makes sure that a line is not cut after what was waited for has come, when it may be another's.
  final class Guardian: @unchecked Sendable {
    // Proof: the timer protects itself.
    fileprivate let timer: any DispatchSourceTimer
    private let isTaken = Atomic<Bool>(false)
    private let isFinished = Atomic<Bool>(false)

    fileprivate init(_ timer: any DispatchSourceTimer) { self.timer = timer }

    fileprivate func cut(_ line: ServerLine) {
      timer.cancel()
      guard take() else { return }
      line.cut()
      isFinished.store(true, ordering: .releasing)
    }

    private func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }

    /// What was waited for has come.
    func end() {
      timer.cancel()
      if take() { return }
      // The cutting is under way, which takes a moment.
      while !isFinished.load(ordering: .acquiring) {}
    }
  }
}
