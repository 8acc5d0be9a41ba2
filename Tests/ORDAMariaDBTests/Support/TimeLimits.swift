import Dispatch
import ORDA
import ORDATesting
import Testing

/// Runs a body whose statement is to be stopped at its time limit: the limit passes once the server runs the statement.
///
/// The clock then stands still, so that nothing is cut off while a busy machine stops the statement.
///
/// - Parameters:
///   - mark: A text that is in this statement alone.
///   - clock: The clock of the body's governor.
func passing<R>(
  _ limit: Duration, of mark: String, by clock: TestClock, during body: () throws -> R
) rethrows -> R {
  let isOver = Shared(false)
  let passing = Threads.start(1) { _ in
    // A statement may fail before, or be stopped by the server itself.
    let isReached = try? eventually { try isOver.current || TestServer.running(mark) > 0 }
    #expect(isReached == true)
    if !isOver.current { clock.advance(by: limit) }
  }
  defer {
    isOver.current = true
    passing.wait()
  }
  return try body()
}
