/// A task that is suspended until something calls back, or until the task is cancelled.
package enum Suspension {
  private enum State {
    case begun
    case suspended(UnsafeContinuation<Void, any Error>, cancel: (@Sendable () -> Void)?)
    case over
  }

  /// Suspends this task.
  ///
  /// - Parameter begin: Has its closure called once, at some time, and returns what calls that off.
  /// - Throws: `CancellationError` at once when the task is cancelled.
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
    // Taken by the task too, when it continues: whoever continued it has held the lock before.
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
