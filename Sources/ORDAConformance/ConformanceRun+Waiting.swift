import ORDA
internal import ORDAThreads

/// Runs a body on a new thread, so that it may block.
func onThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
  try await withCheckedThrowingContinuation { continuation in
    let thread = WorkerThread()
    thread.submit { continuation.resume(with: Result { try body() }) }
    thread.stop()
  }
}

/// Runs some work and waits for it, up to a time limit. Work that hangs is cancelled and left behind, after a call of
/// `otherwise`.
func waits(
  for limit: Duration, _ work: @escaping @Sendable () async -> Void, otherwise: @escaping @Sendable () -> Void
) async {
  await withCheckedContinuation { continuation in
    let waiting = Lock<CheckedContinuation<Void, Never>?>(continuation)
    // Whoever takes the continuation, the work or the timer, was first.
    let first = { @Sendable () -> CheckedContinuation<Void, Never>? in
      waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
    }
    let work = Task {
      await work()
      first()?.resume()
    }
    let timer = Task {
      guard (try? await Task.sleep(for: limit)) != nil, let continuation = first() else { return }
      otherwise()
      work.cancel()
      continuation.resume()
    }
    Task {
      await work.value
      timer.cancel()
    }
  }
}

extension ConformanceRun {
  /// Waits until something holds, sleeping, not spinning; the case's time limit ends it.
  public func until(_ condition: @Sendable () throws -> Bool) async throws {
    while try !condition() { try await Task.sleep(for: .milliseconds(1)) }
  }
}
