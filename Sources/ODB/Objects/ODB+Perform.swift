internal import ORDA
internal import ORDAThreads

extension ODB {
  /// Runs a body that uses any ODBs; one at a time in this process.
  ///
  /// Each ODB that is used is locked until the end, and its part is one transaction. Several are committed one after the
  /// other, which is not one transaction. Inside another perform it is part of that. A body that throws undoes what it did.
  ///
  /// Its thread waits. See ``perform(_:_:)`` for when a body runs twice, and ``ODB/error`` for what can go wrong.
  @discardableResult
  public static func perform<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    try StaticPerform.run(body)
  }

  /// Runs a body that uses this ODB, as one transaction: everything it writes is there when this returns; if it throws,
  /// or ``error`` reports a failure, nothing is.
  ///
  /// Performs of one ODB run one after another, in this process and, if they write, in all others. One that only reads
  /// what is cached asks the database nothing. If somebody else has written between a body's first read and its first
  /// write, the body runs once more: it should do nothing outside of the ODB that can't be done twice.
  ///
  /// Inside another perform of the ODB it is part of that. Inside a transaction of the program's own on the same governor it
  /// is a savepoint, reads what that sees, and is committed with it; it keeps no other performs out then. A part that may have
  /// to be undone is a perform inside, and not a transaction of the governor's: the cache hears of that at the end only. Nor does
  /// it hear of SQL that the body itself runs on the ODB's own tables.
  ///
  /// - Parameters:
  ///   - mode: When the database is locked.
  ///   - body: What is done.
  /// - Returns: What the body returns; if it ran twice, what the second run returns.
  /// - Throws: What the body throws.
  @discardableResult
  public func perform<R, E: Error>(_ mode: ODBPerformMode = .ordinary, _ body: () throws(E) -> R) throws(E) -> R {
    try database.perform(mode, body)
  }

  /// Runs a body as ``perform(_:_:)`` does, and throws what went wrong with the database: if it throws, nothing was
  /// written. If the database is unavailable the body does not run.
  ///
  /// - Throws: What the body throws; ``ODBError`` where the database can't be opened, read or written. Of
  ///   `connectionLost.commitUnknown` nobody knows whether all was written, or nothing.
  @discardableResult
  public func performThrowing<R>(_ mode: ODBPerformMode = .ordinary, _ body: () throws -> R) throws -> R {
    var failure: ODBError?
    let result = try database.perform(mode, failure: &failure) { () throws -> R in
      // Without the database there is nothing for the body to do.
      if let failure = PerformThread.existing?.session(of: database)?.failure { throw failure }
      return try body()
    }
    if let failure { throw failure }
    return result
  }

  /// Reads one state of the ODB while others may write, and keeps nobody waiting.
  ///
  /// It does not use what is cached: for many reads that belong together while others write.
  @discardableResult
  public func read<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    try database.read(body)
  }

  /// Runs a body as ``performThrowing(_:_:)`` does, on a thread of the ODB's own: for tasks, whose threads must not wait.
  ///
  /// - Throws: As ``performThrowing(_:_:)``; `CancellationError` where the task was cancelled before it began.
  @discardableResult
  public func performAsync<R>(
    _ mode: ODBPerformMode = .ordinary, _ body: @escaping @Sendable () throws -> sending R
  ) async throws -> sending R {
    try Task.checkCancellation()
    let box = ResultBox<R>()
    try await waitApart { box.result = try self.performThrowing(mode, body) }
    return try box.take()
  }

  /// Runs a body on the ODB's own thread.
  ///
  /// A separate function, since it must not be generic: built with optimisation by Swift 6.3, a generic function that
  /// waits for a continuation goes on wherever it was resumed, and not on its caller's actor.
  private func waitApart(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let isTaken = database.thread.submit { continuation.resume(with: Result(catching: body)) }
      if !isTaken { continuation.resume(throwing: ODBError.closed(self.name)) }
    }
  }
}

/// Carries a result from the thread that makes it to the task that waits for it.
private final class ResultBox<R>: @unchecked Sendable {
  // Proof: it is written before the task is resumed, and read by the task alone after that.
  nonisolated(unsafe) var result: R?

  func take() throws -> sending R {
    guard let result else { throw CancellationError() }
    nonisolated(unsafe) let taken = result
    return taken
  }
}
