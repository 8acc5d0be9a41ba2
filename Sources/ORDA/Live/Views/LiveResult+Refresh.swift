internal import ORDAThreads

extension LiveResult {
  /// Reads the rows again, with all their values, and waits for it: afterwards the list has everything committed before
  /// the call. Without this, the result follows the changes it hears of by itself.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if this thread holds a connection of the governor, for example in a
  ///   transaction, or the result was closed.
  public func refresh() throws {
    if ThreadScopes.current(of: home.owner) != nil {
      throw DatabaseError(
        .misuse, "a live result is not read again by a thread that holds a connection; call refresh() after its closure"
      )
    }
    // Called by an observer on the governor's thread.
    if home.owner.liveTables.worker.isCurrent { return try refreshNow() }
    let outcome = Promise<Result<Void, any Error>>()
    guard submit({ outcome.keep($0) }) else { throw Self.closed }
    try outcome.wait().get()
  }

  /// Reads the rows again, with all their values: afterwards the list has everything committed before the call.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if the result was closed.
  public func refresh() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      if !submit({ continuation.resume(with: $0) }) { continuation.resume(throwing: Self.closed) }
    }
  }

  private static var closed: DatabaseError {
    DatabaseError(.misuse, "the live result is closed; make another one by follow(where:orderBy:limit:)")
  }

  private func submit(_ done: @escaping @Sendable (Result<Void, any Error>) -> Void) -> Bool {
    home.owner.liveTables.worker.submit { [self] in done(Result { try refreshNow() }) }
  }

  private func refreshNow() throws {
    let isClosed = state.withLock { state in
      state.mustBeRead = false
      return state.isClosed
    }
    if isClosed { throw Self.closed }
    try readAgain()
  }
}
