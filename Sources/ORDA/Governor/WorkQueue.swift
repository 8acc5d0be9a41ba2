/// Work on a database that is done in the order in which it was given: first in, first out, one piece after the other.
///
/// ```swift
/// let queue = db.queue()
/// queue.enqueue { connection in try connection.execute("INSERT INTO log (line) VALUES (?)", line) }
/// ```
///
/// `enqueue` waits for nothing and can be called from any code, so that what a program saves is saved in the order of the
/// calls; tasks that each await a write of their own may overtake each other. Between two pieces the connection is given
/// back, so that others get their turn and observers are called.
///
/// What fails does not hold up the rest: it is told by ``errors`` and in the log. What waits lies in memory without a limit;
/// ``pending`` tells how much that is. Letting the queue go loses nothing: what was given is done, since it holds the governor.
/// What waits when the process ends, or when the governor closes, is not done: `close()` comes before that.
public final class WorkQueue: Sendable {
  /// A piece of work that failed.
  public struct Failure: Sendable {
    /// Its place among all that the queue was given, from 1.
    public let number: Int
    /// What it threw.
    public let error: any Error
  }

  private let line: WorkLine

  init(_ governor: ConnectionGovernor) { line = WorkLine(governor) }

  /// Adds a piece of work, which is done when all that was given before is over.
  ///
  /// It is lent a connection that may write. A single statement is a transaction by itself; several that belong together
  /// are one by ``Connection/transaction(isolation:readOnly:mark:file:line:_:)``. On a queue that was closed the work fails.
  ///
  /// - Parameters:
  ///   - file: The caller's file, by which messages name the work.
  ///   - line: The caller's line.
  ///   - again: Asked where the work, or getting its connection, has failed, with the error and how often it has been tried:
  ///     the pause after which it is tried again, before all that was given later, or nil to tell the error and go on. Work
  ///     that is never to overtake what it follows waits so for a database that is gone.
  ///   - work: Is lent the connection.
  public func enqueue(
    file: StaticString = #fileID, line: UInt = #line,
    tryingAgain again: (@Sendable (any Error, _ attempts: Int) -> Duration?)? = nil,
    _ work: @escaping @Sendable (Connection) throws -> Void
  ) {
    let request = LeaseRequest(role: .writer, file: file, line: line)
    self.line.add(WorkLine.Piece(request: request, work: work, again: again))
  }

  /// How many pieces wait or are being done.
  public var pending: Int { line.pending }

  /// What fails from now on, as an asynchronous sequence.
  public var errors: FailureStream<Failure> { FailureStream(line.failures) }

  /// Returns when all that was given before is over, whether it failed or not.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` in a piece of the queue's own work, and in a closure that holds a
  ///   connection of the governor: what waits may need that one.
  @available(*, noasync, message: "await it; this one blocks")
  public func flush() throws { try line.flush() }

  /// Returns when all that was given before is over, whether it failed or not, without blocking the task's thread.
  ///
  /// - Throws: As the function of this name that blocks; of kind `cancelled` in a cancelled task.
  public func flush() async throws { try await line.flush() }

  /// Takes no more, and returns when all that was given before is over.
  ///
  /// - Throws: As `flush()` does; the queue is closed even so.
  @available(*, noasync, message: "await it; this one blocks")
  public func close() throws {
    line.shut()
    try line.flush()
  }

  /// Takes no more, and returns when all that was given before is over, without blocking the task's thread.
  ///
  /// - Throws: As `flush()` does; the queue is closed even so.
  public func close() async throws {
    line.shut()
    try await line.flush()
  }
}

extension ConnectionGovernor {
  /// A queue of work that is done in the order in which it is given.
  public func queue() -> WorkQueue { WorkQueue(self) }
}
