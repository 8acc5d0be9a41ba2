internal import ORDAThreads

/// Runs blocking work on a separate thread, while the task waits for it without blocking one.
///
/// A cancelled task does not wait any longer: the work's later result is passed to `leftBehind`.
func apart<R: Sendable>(
  leftBehind: @escaping @Sendable (R) -> Void = { _ in }, _ work: @escaping @Sendable () throws -> R
) async throws -> R {
  let waiting = Apart<R>()
  // As in `WorkCancellation.order()`.
  defer { waiting.order() }
  return try await suspend { continuation in
    guard waiting.begin(continuation) else { return }
    let thread = WorkerThread()
    thread.submit {
      let outcome = Result { try work() }
      if !waiting.end(outcome), case .success(let result) = outcome { leftBehind(result) }
    }
    thread.stop()
  } onCancel: {
    waiting.cancel()
  }
}

/// A task that waits for a thread, until the work ends or the task is cancelled: whichever comes first.
private final class Apart<R: Sendable>: Sendable {
  private enum State {
    case new
    case waiting(UnsafeContinuation<R, any Error>)
    case over
  }

  private let state = Lock(State.new)

  /// False if the task was cancelled before.
  func begin(_ continuation: UnsafeContinuation<R, any Error>) -> Bool {
    let begins = state.withLock { state in
      guard case .new = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !begins { continuation.resume(throwing: DatabaseError.taskCancelled) }
    return begins
  }

  /// False if nobody waits any more.
  func end(_ outcome: Result<R, any Error>) -> Bool {
    guard let continuation = taken() else { return false }
    continuation.resume(with: outcome)
    return true
  }

  func cancel() { taken()?.resume(throwing: DatabaseError.taskCancelled) }

  func order() { state.withLock { _ in } }

  private func taken() -> UnsafeContinuation<R, any Error>? {
    state.withLock { state in
      defer { state = .over }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
  }
}
