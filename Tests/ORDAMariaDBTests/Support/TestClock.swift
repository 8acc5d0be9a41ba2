import Dispatch
import ORDA
import ORDAThreads

/// A clock for governors that stands still until a test advances it.
final class TestClock: Sendable {
  private let time = ManualTime(from: .now)

  /// A configuration whose governor goes by this clock.
  var configuration: GovernorConfiguration {
    var configuration = GovernorConfiguration()
    configuration.timeSource = TimeSource(manual: time)
    return configuration
  }

  /// Lets the time pass. What is due meanwhile runs on this thread.
  func advance(by duration: Duration) { time.advance(by: duration) }

  /// Lets time pass, faster than the machine's, until the flow is stopped: for who must wait again and again.
  func flow() -> Flow { Flow(self) }

  /// Time that passes.
  final class Flow: Sendable {
    private let isOver = Shared(false)
    private let passing: DispatchGroup

    fileprivate init(_ clock: TestClock) {
      let isOver = isOver
      passing = Threads.start(1) { _ in
        func pass() -> Bool {
          clock.advance(by: .milliseconds(20))
          return isOver.current
        }
        while !eventually(pass) {}
      }
    }

    /// Time stands still from now on.
    func stop() {
      isOver.current = true
      passing.wait()
    }
  }
}
