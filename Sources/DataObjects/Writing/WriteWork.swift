internal import ORDA
internal import ORDAThreads

/// A write in the queue, repeated until it succeeds or can't.
///
/// It waits for a database that is busy, gone or overloaded, with pauses that grow to five seconds. If a COMMIT was not
/// answered, the rows are read first: what was written is not written again, since somebody else may have changed it.
final class WriteWork: Sendable {
  private let write: Write
  private let state = Lock(State())
  private let isClosing: @Sendable () -> Bool

  private struct State {
    /// True if a COMMIT was sent whose answer did not come.
    var mayBeDone = false
    /// The result of the write, which may succeed even if its connection could not be returned.
    var outcome: WriteOutcome?
  }

  init(_ write: Write, isClosing: @escaping @Sendable () -> Bool) {
    self.write = write
    self.isClosing = isClosing
  }

  func run(on connection: Connection) throws -> WriteOutcome {
    let (done, mayBeDone) = state.withLock { ($0.outcome, $0.mayBeDone) }
    if let done { return done }
    do {
      var outcome = try mayBeDone && write.isDone(on: connection) ? WriteOutcome() : write.run(on: connection)
      outcome.isRepeated = mayBeDone
      state.withLock { $0.outcome = outcome }
      return outcome
    } catch let error as DatabaseError where .commitUnknown ~= error {
      state.withLock { $0.mayBeDone = true }
      throw error
    }
  }

  /// The pause until it is tried again; nil for a permanent failure.
  func pause(after error: any Error, attempts: Int) -> Duration? {
    guard let error = error as? DatabaseError, error.isTransient || .commitUnknown ~= error, !isClosing() else {
      return nil
    }
    return min(.milliseconds(20) * (1 << min(attempts, 8)), .seconds(5))
  }
}
