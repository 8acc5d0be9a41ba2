import ORDA
internal import ORDAThreads
import Observation

/// What changed in a live result a moment ago, and a pipe that wakes the drawing thread.
///
/// The task that follows the result notes changes, and the drawing thread reads them.
final class LiveMarks: Sendable {
  /// How long a change is highlighted.
  static let duration = Duration.milliseconds(1500)

  private struct Mark {
    /// The columns that changed; nil for a new row.
    var columns: Set<String>?
    var until: ContinuousClock.Instant
  }

  private struct State {
    var marks: [TableEntry: Mark] = [:]
    var isEnded = false
    var isWatchingErrors = false
  }

  private let state = Lock(State())
  private let pipe: (read: Int32, write: Int32)

  init() throws { pipe = try Pipe.make() }

  /// Becomes readable after a change.
  var notices: Int32 { pipe.read }

  /// True if nothing will change any more.
  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Notes what changes, until the differences end.
  func follow(_ differences: LiveDifferences<TableEntry>) async {
    for await difference in differences {
      note(difference)
      wake()
    }
    state.withLock { $0.isEnded = true }
    wake()
  }

  private func note(_ difference: LiveDifference<TableEntry>) {
    let end = ContinuousClock.now + Self.duration
    state.withLock { state in
      for place in difference.inserts { state.marks[difference.after[place]] = Mark(columns: nil, until: end) }
      for update in difference.updates {
        let entry = difference.after[update.place]
        let before = state.marks[entry].map(\.columns) ?? []
        state.marks[entry] = Mark(columns: before.map { $0.union(update.columns) }, until: end)
      }
    }
  }

  /// The result's current error; a new one triggers a notice.
  func error(of result: LiveResult) -> DatabaseError? {
    let isWatching = state.withLock { state in
      defer { state.isWatchingErrors = true }
      return state.isWatchingErrors
    }
    if isWatching { return result.lastError }
    return withObservationTracking {
      result.lastError
    } onChange: { [self] in
      state.withLock { $0.isWatchingErrors = false }
      wake()
    }
  }

  /// Which of these columns of an entry are highlighted now.
  func columns(of entry: TableEntry, among names: [String]) -> Set<Int> {
    guard let mark = state.withLock({ $0.marks[entry] }) else { return [] }
    guard let columns = mark.columns else { return Set(names.indices) }
    return Set(names.indices.filter { columns.contains(names[$0]) })
  }

  /// Forgets old changes.
  ///
  /// - Returns: When the next change becomes old.
  func forgetOld() -> ContinuousClock.Instant? {
    let now = ContinuousClock.now
    return state.withLock { state in
      state.marks = state.marks.filter { $0.value.until > now }
      return state.marks.values.map(\.until).min()
    }
  }

  /// Sends a notice.
  func wake() {
    // If the pipe is full it already contains a notice.
    var byte: UInt8 = 1
    _ = systemWrite(pipe.write, &byte, 1)
  }

  /// Takes the waiting notices.
  func takeNotices() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while systemRead(pipe.read, &bytes, bytes.count) == bytes.count {}
  }
}
