internal import Dispatch
internal import Synchronization

extension ServerLine {
  private static let guarding = DispatchQueue(label: "ORDA: waiting for servers")

  /// Cuts the line at a moment, unless the guardian is ended first.
  func cutting(at moment: ContinuousClock.Instant) -> Guardian {
    let guardian = Guardian(DispatchSource.makeTimerSource(queue: Self.guarding))
    let left = max(.zero, moment - .now)
    guardian.timer.schedule(deadline: .now() + left / .seconds(1))
    // The timer holds both until it is cancelled.
    guardian.timer.setEventHandler { guardian.cut(self) }
    guardian.timer.activate()
    return guardian
  }

  /// Makes sure that a line is not cut after what it waited for has come, when somebody else may be using it.
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

    /// What it waited for has come.
    func end() {
      timer.cancel()
      if take() { return }
      // The line is being cut, which takes a moment.
      while !isFinished.load(ordering: .acquiring) {}
    }
  }
}
