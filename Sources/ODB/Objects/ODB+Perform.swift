internal import ORDA
internal import ORDAThreads

extension ODB {
  /// Runs a body that uses any ODBs; one body at a time in this process.
  ///
  /// Each ODB used is locked until the end, and its part is one transaction. Several ODBs commit one after another,
  /// which is not one transaction. A perform inside another one is part of it. A body that throws undoes what it did.
  ///
  /// Blocks its thread. See ``perform(_:_:)`` for when a body runs twice, and ``ODB/error`` for what can go wrong.
  @discardableResult
  public static func perform<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    try StaticPerform.run(body)
  }

  /// Runs a body that uses this ODB, as one transaction: when this returns, everything it wrote is there; if it throws,
  /// or ``error`` reports a failure, nothing is.
  ///
  /// Performs of one ODB run one after another, in this process and, if they write, in all others. A perform that only
  /// reads what is cached asks the database nothing. If somebody else has written between a body's first read and its
  /// first write, the body runs again: outside of the ODB it should do nothing that can't be done twice.
  ///
  /// A perform inside another one of the same ODB is part of it. Inside the program's own transaction on the same
  /// governor it is a savepoint: it reads what the transaction sees, is committed with it, and keeps no other performs
  /// out. If a part may have to be undone, use a nested perform for it and not a transaction of the governor: the cache
  /// only learns the end of such a transaction. Nor does the cache learn of SQL that the body itself runs on the ODB's
  /// own tables.
  ///
  /// - Parameters:
  ///   - mode: When the database is locked.
  ///   - body: What to do.
  /// - Returns: What the body returns; if it ran twice, the result of the second run.
  /// - Throws: What the body throws.
  @discardableResult
  public func perform<R, E: Error>(_ mode: ODBPerformMode = .ordinary, _ body: () throws(E) -> R) throws(E) -> R {
    try database.perform(mode, body)
  }

  /// Runs a body like ``perform(_:_:)``, and throws what went wrong with the database: if it throws, nothing was
  /// written. If the database is unavailable the body does not run.
  ///
  /// - Throws: What the body throws; ``ODBError`` if the database can't be opened, read or written. After
  ///   `connectionLost.commitUnknown` nobody knows whether everything was written, or nothing.
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

  /// Reads one state of the ODB while others may write, without making anybody wait.
  ///
  /// It does not use the cache: use it for many reads that belong together while others write.
  @discardableResult
  public func read<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    try database.read(body)
  }

  /// Runs a body like ``performThrowing(_:_:)``, on the ODB's own thread: for tasks, whose threads must not block.
  ///
  /// - Throws: Like ``performThrowing(_:_:)``; `CancellationError` if the task was cancelled before it began.
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
  /// This separate function must not be generic: built with optimisation by Swift 6.3, a generic function that waits
  /// for a continuation goes on wherever it was resumed, and not on its caller's actor.
  private func waitApart(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let isTaken = database.thread.submit { continuation.resume(with: Result(catching: body)) }
      if !isTaken { continuation.resume(throwing: ODBError.closed(self.name)) }
    }
  }
}

/// Carries a result from the thread that makes it to the task that waits for it.
private final class ResultBox<R>: @unchecked Sendable {
  // Proof: it is written before the task is resumed; after that only the task reads it.
  nonisolated(unsafe) var result: R?

  func take() throws -> sending R {
    guard let result else { throw CancellationError() }
    nonisolated(unsafe) let taken = result
    return taken
  }
}
