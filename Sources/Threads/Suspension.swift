/// Suspends a task until a callback runs or the task is cancelled.
package enum Suspension {
  private enum State {
    case begun
    case suspended(UnsafeContinuation<Void, any Error>, cancel: (@Sendable () -> Void)?)
    case over
  }

  /// Suspends this task until a callback runs.
  ///
  /// - Parameter begin: Starts an operation that calls `done` once, and returns a closure that cancels the operation.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package static func wait(
    _ begin: @escaping @Sendable (_ done: @escaping @Sendable () -> Void) -> @Sendable () -> Void
  ) async throws {
    let state = Lock(State.begun)
    let end: @Sendable (Result<Void, any Error>) -> (@Sendable () -> Void)? = { result in
      let suspended: (UnsafeContinuation<Void, any Error>, cancel: (@Sendable () -> Void)?)? = state.withLock { state in
        defer { state = .over }
        if case .suspended(let continuation, let cancel) = state { return (continuation, cancel) }
        return nil
      }
      suspended?.0.resume(with: result)
      return suspended?.cancel
    }
    // The resuming thread held the lock. Taking the lock here orders that thread's writes before the task's next step.
    defer { state.withLock { _ in } }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
        let isOver = state.withLock {
          if case .over = $0 { return true }
          $0 = .suspended(continuation, cancel: nil)
          return false
        }
        if isOver { return continuation.resume(throwing: CancellationError()) }
        let cancel = begin { _ = end(.success(())) }
        let isStillWaiting = state.withLock {
          guard case .suspended(let continuation, _) = $0 else { return false }
          $0 = .suspended(continuation, cancel: cancel)
          return true
        }
        if !isStillWaiting { cancel() }
      }
    } onCancel: {
      end(.failure(CancellationError()))?()
    }
  }
}
