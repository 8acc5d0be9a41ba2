import Dispatch
import ORDA
import ORDATesting

extension TestClock {
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
