internal import ORDAThreads

extension LiveResult {
  /// Reads the rows again, with all their values, and waits for it: what was committed before is in the list afterwards.
  /// Otherwise the result follows by itself what is heard of.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if this thread holds a connection of the governor, in a transaction
  ///   for example, or the result was closed.
  public func refresh() throws {
    if ThreadScopes.current(of: home.owner) != nil {
      throw DatabaseError(
        .misuse, "a live result is not read again by a thread that holds a connection; call refresh() after its closure"
      )
    }
    // An observer that the governor's thread called.
    if home.owner.liveTables.worker.isCurrent { return try refreshNow() }
    let outcome = Promise<Result<Void, any Error>>()
    guard submit({ outcome.keep($0) }) else { throw Self.closed }
    try outcome.wait().get()
  }

  /// Reads the rows again, with all their values: what was committed before is in the list afterwards.
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
