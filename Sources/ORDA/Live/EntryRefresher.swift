internal import Logging
internal import ORDAThreads

/// Has entries read again that may be old: a queue of them, which is worked off on a thread of the governor's own.
///
/// What can't be read is tried again in a while where that may help, and else with the next change.
final class EntryRefresher: Sendable {
  private struct State {
    var queue: [TableEntry] = []
    /// True while the work waits for its thread.
    var isWaiting = false
    var isClosed = false
  }

  private let state = Lock(State())
  /// The time until what failed is tried again.
  private static let pause = Duration.seconds(1)
  /// How many rows are read again at once, and fail together.
  private static let mostAtOnce = 4096

  /// Puts entries into the queue, of which ``EntryState/queue()`` has told that they are not in it.
  func put(_ entries: [TableEntry]) { state.withLock { if !$0.isClosed { $0.queue += entries } } }

  var hasWork: Bool { state.withLock { !$0.queue.isEmpty } }

  /// Has the queue worked off soon.
  func begin() {
    let table = state.withLock { state -> GovernedTable? in
      guard !state.isWaiting, let first = state.queue.first else { return nil }
      state.isWaiting = true
      return first.home
    }
    guard let table else { return }
    table.owner.liveTables.worker.submit { [self] in
      state.withLock { $0.isWaiting = false }
      work(for: table)
    }
  }

  /// Works the queue off, on the governor's own thread, which this is.
  func work(for table: GovernedTable) {
    let entries = take()
    if entries.isEmpty { return }
    for chunk in entries.filter({ $0.state.withLock { $0.status == .stale } }).chunks(of: Self.mostAtOnce) {
      do {
        try table.readAgain(Array(chunk))
      } catch {
        keep(Array(chunk), of: table, after: error)
      }
    }
    table.announceSoon()
  }

  /// The entries of the queue, each of which may be put down anew from now on.
  private func take() -> [TableEntry] {
    let entries = state.withLock { state in
      defer { state.queue = [] }
      return state.queue
    }
    for entry in entries { entry.state.withLock { $0.isQueued = false } }
    return entries
  }

  private func keep(_ entries: [TableEntry], of table: GovernedTable, after error: any Error) {
    if state.withLock({ $0.isClosed }) { return }
    table.owner.settings.logger.warning(
      "reading entries again failed", metadata: ["table": "\(table.plan.definition.name)", "error": "\(error)"])
    if (error as? DatabaseError)?.isTransient ?? false { putLater(entries) }
  }

  /// Puts entries into the queue again in a while.
  func putLater(_ entries: [TableEntry]) {
    _ = Alarms.shared.set(at: .now + Self.pause) { [self] in
      put(entries.filter { $0.state.withLock { $0.status == .stale && $0.queue() } })
      begin()
    }
  }

  /// Lets go of all, and takes no more.
  func close() {
    let dropped = state.withLock { state in
      defer {
        state.queue = []
        state.isClosed = true
      }
      return state.queue
    }
    withExtendedLifetime(dropped) {}
  }
}

extension GovernedTable {
  /// Reads the rows of some stale entries again.
  fileprivate func readAgain(_ entries: [TableEntry]) throws {
    let start = map.tick()
    let keys = entries.map { entry in entry.state.withLock { $0.key } }
    var rows: [RowKey: FetchedRow] = [:]
    for chunk in plan.chunks(of: keys) {
      for row in try read(try plan.condition(for: chunk)) { rows[try plan.key(of: row.values)] = row }
    }
    var missing: [(TableEntry, RowKey)] = []
    for (entry, key) in zip(entries, keys) {
      if let row = rows.removeValue(forKey: key) {
        try set(row, readAt: start, in: entry, knownBy: key)
      } else {
        missing.append((entry, key))
      }
    }
    // Other keys may be told of as soon as the source goes on.
    if !missing.isEmpty, !owner.changeHub.catchUp() { return map.refresher.putLater(missing.map(\.0)) }
    for (entry, key) in missing {
      if rows.isEmpty {
        // Where a batch came meanwhile it has seen to it that the entry is read again.
        try set(nil, readAt: start, in: entry, knownBy: key)
      } else {
        // A key may be stored in another spelling now, which the database takes for the same.
        try refresh(entry)
      }
    }
  }
}
