internal import ORDAThreads

/// Suspends the task.
///
/// - Throws: `cancelled` if the task is cancelled, as every awaited call does, and not Swift's own error.
func suspendTask(for duration: Duration, by time: TimeSource) async throws(DatabaseError) {
  do { try await time.suspend(for: duration) } catch { throw DatabaseError.taskCancelled }
}
