import ORDAThreads

/// Work that blocks, on a thread of its own: the tasks' threads are as few as the machine has cores.
enum BlockingWork {
  /// Waits for the work, however long it takes: what is to end it early has to be told to the work itself.
  ///
  /// - Throws: What the work throws.
  static func run<R: Sendable>(_ work: @escaping @Sendable () throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
      let thread = WorkerThread()
      thread.submit { continuation.resume(with: Result { try work() }) }
      thread.stop()
    }
  }
}
