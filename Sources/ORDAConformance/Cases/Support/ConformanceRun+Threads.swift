import ORDA
internal import ORDAThreads

/// Puts this thread to sleep for some milliseconds.
func pause(_ milliseconds: Int = 1) { MonotonicTime.sleep(.milliseconds(milliseconds)) }

extension ConformanceRun {
  /// Runs a body on several threads at once, and waits for all of them.
  ///
  /// - Throws: The error of the first that failed.
  func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<count { group.addTask { try await onThread { try body(number) } } }
      try await group.waitForAll()
    }
  }

  /// Runs a body on another thread, and blocks this one until it has returned.
  func elsewhere(_ body: @escaping @Sendable () -> Void) {
    let finished = Promise<Void>()
    let thread = WorkerThread()
    thread.submit {
      body()
      finished.keep(())
    }
    thread.stop()
    finished.wait()
  }

  /// Another governor of the subject's URL, opened without blocking the task's thread.
  func alone(_ options: String = "") async throws -> any Governor {
    try await onThread { try self.alone(options) }
  }

  /// Waits until no connection of a governor is in use.
  func untilIdle(_ governor: any Governor) async throws { try await until { governor.statistics.active == 0 } }
}
