/// Suspends the task as `withUnsafeThrowingContinuation` does, and calls a handler if it is cancelled meanwhile.
///
/// The body runs on the caller's actor. `withTaskCancellationHandler` alone would send the task to another thread first, which
/// takes longer than most of what is awaited here, and of two tasks of one actor the later might ask first.
///
/// - Parameters:
///   - begin: Receives the continuation, which must be resumed once. The handler may have been called before.
///   - cancel: Called at most once, on any thread.
func suspend<R>(
  isolation: isolated (any Actor)? = #isolation, _ begin: (UnsafeContinuation<R, any Error>) -> Void,
  onCancel cancel: @Sendable () -> Void
) async throws -> R {
  try await withTaskCancellationHandler {
    // Naming it is what keeps the closure on the actor.
    _ = isolation
    return try await withUnsafeThrowingContinuation { begin($0) }
  } onCancel: {
    cancel()
  }
}
