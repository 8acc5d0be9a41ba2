import ORDAThreads

/// How far an import is, told by the thread that reads the records to the task that tells of it.
final class ImportProgress: Sendable {
  private struct State {
    var rows = 0
    var isCancelled = false
  }

  private let state = Lock(State())

  /// How many records were read.
  var rows: Int { state.withLock { $0.rows } }

  /// Has the import end, and nothing of it be kept.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Counts records that were read.
  ///
  /// - Throws: `CancellationError` once nobody waits for the import any more.
  func count(_ rows: Int) throws {
    let isCancelled = state.withLock { state in
      state.rows += rows
      return state.isCancelled
    }
    if isCancelled { throw CancellationError() }
  }
}
