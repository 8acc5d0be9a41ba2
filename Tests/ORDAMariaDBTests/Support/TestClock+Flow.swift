import Dispatch
import ORDA
import ORDATesting

extension TestClock {
  /// Lets time pass, faster than the machine's, until the flow is stopped: for callers that wait again and again.
  ///
  /// - Parameter db: A governor that opens its connections without time passing; nil lets time pass always.
  func flow(exceptOpening db: (any Governor)? = nil) -> Flow { Flow(self, db) }

  /// Time that passes.
  final class Flow: Sendable {
    private let isOver = Shared(false)
    private let passing: DispatchGroup

    fileprivate init(_ clock: TestClock, _ db: (any Governor)?) {
      let isOver = isOver
      passing = Threads.start(1) { _ in
        func pass() -> Bool {
          if db?.statistics.opening ?? 0 == 0 { clock.advance(by: .milliseconds(20)) }
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
