internal import ORDA
internal import ORDAThreads

/// A write in the queue: done until it is done, or can't be.
///
/// A database that is busy, gone or overloaded is waited for, with pauses that grow to five seconds. Where a COMMIT was
/// not answered, the rows are read before anything else is done: what was done is not done again, for somebody else
/// may have written since.
final class WriteWork: Sendable {
  private let write: Write
  private let mayBeDone = Lock(false)
  private let isClosing: @Sendable () -> Bool

  init(_ write: Write, isClosing: @escaping @Sendable () -> Bool) {
    self.write = write
    self.isClosing = isClosing
  }

  func run(on connection: Connection) throws -> WriteOutcome {
    if mayBeDone.withLock({ $0 }), try write.isDone(on: connection) { return WriteOutcome() }
    do { return try write.run(on: connection) } catch let error as DatabaseError where .commitUnknown ~= error {
      mayBeDone.withLock { $0 = true }
      throw error
    }
  }

  /// The pause until it is tried again; nil for a failure that stands.
  func pause(after error: any Error, attempts: Int) -> Duration? {
    guard let error = error as? DatabaseError, error.isTransient || .commitUnknown ~= error, !isClosing() else {
      return nil
    }
    return min(.milliseconds(20) * (1 << min(attempts, 8)), .seconds(5))
  }
}
