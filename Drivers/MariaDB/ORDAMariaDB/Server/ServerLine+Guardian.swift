internal import ORDAThreads
internal import Synchronization

extension ServerLine {
  /// Cuts the line at a moment, unless the guardian is ended first.
  func cutting(at moment: ContinuousClock.Instant) -> Guardian {
    let cut = Cut()
    let alarm = Alarms.shared.set(at: .now + max(.zero, moment - .now)) { cut.make(self) }
    return Guardian(alarm: alarm, cut: cut)
  }

  /// Makes sure that a line is not cut after what it waited for has come, when somebody else may be using it.
  struct Guardian {
    fileprivate let alarm: Int
    fileprivate let cut: Cut

    /// What it waited for has come.
    func end() {
      Alarms.shared.drop(alarm)
      cut.prevent()
    }
  }

  /// A cut that one thread makes, and another prevents.
  fileprivate final class Cut: Sendable {
    private let isTaken = Atomic<Bool>(false)
    private let isFinished = Atomic<Bool>(false)

    func make(_ line: ServerLine) {
      guard take() else { return }
      line.cut()
      isFinished.store(true, ordering: .releasing)
    }

    func prevent() {
      if take() { return }
      // The line is being cut, which takes a moment.
      while !isFinished.load(ordering: .acquiring) {}
    }

    private func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
  }
}
