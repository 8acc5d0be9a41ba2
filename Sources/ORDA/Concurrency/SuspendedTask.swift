/// Suspends the task.
///
/// - Throws: `cancelled` if the task is cancelled, as every awaited call does, and not Swift's own error.
func suspendTask(for duration: Duration) async throws(DatabaseError) {
  do { try await Task.sleep(for: duration) } catch { throw DatabaseError.taskCancelled }
}
