/// Work on a database that is done in the order of submission: first in, first out, one piece after another.
///
/// ```swift
/// let queue = db.queue()
/// queue.enqueue { connection in try connection.execute("INSERT INTO log (line) VALUES (?)", line) }
/// ```
///
/// `enqueue` does not wait and can be called from any code, so a program's data is saved in the order of the calls;
/// tasks that each await a write of their own may overtake each other. Between two pieces the connection is returned,
/// so that others get their turn and observers are called.
///
/// A failure does not hold up the rest: ``errors`` and the log report it. Waiting work is in memory without a limit;
/// ``pending`` says how much that is. Releasing the queue loses nothing: what was submitted is done, since it holds the
/// governor. What still waits when the process ends, or when the governor closes, is not done: call `close()` before
/// that.
public final class WorkQueue: Sendable {
  /// A piece of work that failed.
  public struct Failure: Sendable {
    /// Its place among everything submitted to the queue, from 1.
    public let number: Int
    /// What it threw.
    public let error: any Error
  }

  private let line: WorkLine

  init(_ governor: ConnectionGovernor) { line = WorkLine(governor) }

  /// Adds a piece of work, which is done once everything submitted before is over.
  ///
  /// It is lent a connection that may write. A single statement is a transaction by itself; combine several with
  /// ``Connection/transaction(isolation:readOnly:mark:file:line:_:)``. On a closed queue the work fails.
  ///
  /// - Parameters:
  ///   - file: The caller's file, for messages that name the work.
  ///   - line: The caller's line.
  ///   - again: Called if the work, or getting its connection, has failed, with the error and the number of tries:
  ///     returns the pause after which to try again, before everything submitted later, or nil to report the error and
  ///     go on. This lets work that must never be overtaken wait for a database that is gone.
  ///   - work: Receives the connection.
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

  /// Failures from now on, as an asynchronous sequence.
  public var errors: FailureStream<Failure> { FailureStream(line.failures) }

  /// Returns once everything submitted before is over, whether it failed or not.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` in a piece of the queue's own work, and in a closure that holds a
  ///   connection of the governor: the waiting work may need that one.
  @available(*, noasync, message: "await it; this one blocks")
  public func flush() throws { try line.flush() }

  /// Returns once everything submitted before is over, whether it failed or not, without blocking the task's thread.
  ///
  /// - Throws: Like the blocking function of this name; of kind `cancelled` in a cancelled task.
  public func flush() async throws { try await line.flush() }

  /// Accepts no more work, and returns once everything submitted before is over.
  ///
  /// - Throws: Like `flush()`; the queue is closed even so.
  @available(*, noasync, message: "await it; this one blocks")
  public func close() throws {
    line.shut()
    try line.flush()
  }

  /// Accepts no more work, and returns once everything submitted before is over, without blocking the task's thread.
  ///
  /// - Throws: Like `flush()`; the queue is closed even so.
  public func close() async throws {
    line.shut()
    try await line.flush()
  }
}

extension ConnectionGovernor {
  /// A queue of work that is done in the order of submission.
  public func queue() -> WorkQueue { WorkQueue(self) }
}
