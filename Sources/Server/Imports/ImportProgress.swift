import ORDAThreads

/// How far an import is, told by the thread that reads the records to the task that tells of it.
final class ImportProgress: Sendable {
  /// What is done with the records that are read.
  enum Pass: Sendable {
    /// They are looked at, for the types of a table's columns.
    case looking
    case inserting
  }

  private struct State {
    var pass = Pass.inserting
    var rows = 0
    var isCancelled = false
  }

  private let state = Lock(State())

  /// How many records were read, and what for.
  var position: (pass: Pass, rows: Int) { state.withLock { ($0.pass, $0.rows) } }

  /// Has the import end, and nothing of it be kept.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Tells that the file is read from its beginning.
  ///
  /// - Throws: As ``count(_:)``.
  func begin(_ pass: Pass) throws {
    state.withLock { ($0.pass, $0.rows) = (pass, 0) }
    try count(0)
  }

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
