internal import Logging
internal import ORDAThreads

/// How a live query is run again: all of a governor's on one thread, so that each run sees a later state than the one
/// before.
extension LiveQuery {
  var worker: WorkerThread { owner.liveTables.followers.worker }

  /// The work for the thread, which does not hold the query.
  var laterWork: @Sendable () -> Void { { [weak self] in self?.work() } }

  /// Has the query run; its turn has decided that it must.
  func schedule() { worker.submit(laterWork) }

  private func work() {
    guard let mayReadOthers = turn.take() else { return }
    try? runAgain(asking: mayReadOthers)
  }

  /// Runs the query, and announces the result.
  ///
  /// - Throws: What the run throws; ``lastError`` has it too.
  private func runAgain(asking mayReadOthers: Bool) throws {
    defer { tell() }
    do {
      if mayReadOthers, question.tables == nil { try listen() }
      try run()
      turn.succeed()
    } catch {
      fail(error)
      throw error
    }
  }

  /// Runs the query, and makes its rows the current ones.
  func run() throws {
    let fetched = try owner.rows(of: question)
    let isSame = fetched.isSame(as: state.withLock { $0.rows.fetched })
    let rows = isSame ? nil : try LiveRows(fetched, key: question.key, question.read)
    let replaced = state.withLock { $0.set(rows) }
    withExtendedLifetime(replaced) {}
  }

  private func fail(_ error: any Error) {
    if turn.isOver { return }
    let failure = error as? DatabaseError ?? DatabaseError(.other, "\(error)")
    owner.settings.logger.warning(
      "running a live query again failed", metadata: ["sql": "\(question.sql.text)", "error": "\(failure)"])
    state.withLock { $0.fail(failure) }
    failureSource.send(failure)
    guard let pause = turn.fail(isTransient: failure.isTransient) else { return }
    let (turn, worker, work) = (turn, worker, laterWork)
    let time = owner.timeSource
    _ = time.schedule(at: time.now + pause) { if turn.tryAgain() { worker.submit(work) } }
  }

  // MARK: On demand

  /// Runs the query again and waits for it: afterwards the rows have everything committed before the call, and the
  /// observers were called. Without this, the query follows the changes it hears of by itself.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if this thread holds a connection of the governor, for example in a
  ///   transaction, or the query was closed.
  public func refresh() throws {
    if ThreadScopes.current(of: owner) != nil {
      throw DatabaseError(
        .misuse, "a live query is not run again by a thread that holds a connection; call refresh() after its closure")
    }
    // Called by an observer on the thread itself.
    if worker.isCurrent { return try refreshNow() }
    let outcome = Promise<Result<Void, any Error>>()
    guard worker.submit({ outcome.keep(Result { try self.refreshNow() }) }) else { throw Self.closed }
    try outcome.wait().get()
  }

  /// Runs the query again: afterwards the rows have everything committed before the call, and the observers were
  /// called.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if the query was closed, and `cancelled` in a cancelled task.
  public func refresh() async throws { try await apart { try self.refresh() } }

  private func refreshNow() throws {
    if turn.isOver { throw Self.closed }
    try runAgain(asking: turn.take() ?? false)
  }

  private static var closed: DatabaseError {
    DatabaseError(.misuse, "the live query is closed; make another one by follow")
  }
}
