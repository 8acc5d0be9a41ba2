internal import ORDAThreads

/// Reads rows for an ``EntryRefresher``.
protocol StaleEntryReader: AnyObject, Sendable {
  /// Reads the rows of some stale entries again.
  ///
  /// - Returns: Those whose fate is not known yet.
  func readAgain(_ entries: [TableEntry]) throws -> [TableEntry]
  /// Some could not be read.
  func noteUnread(_ error: any Error)
  /// Has observers called about what was found, as soon as this thread holds no connection.
  func announceSoon()
}

/// Reads entries again that may be old: a queue of them, processed on a thread of the governor's own.
///
/// What can't be read is tried again in a while if that may help, otherwise at the next change.
final class EntryRefresher: Sendable {
  private struct State {
    var queue: [TableEntry] = []
    /// True while the work waits for its thread.
    var isWaiting = false
    var isClosed = false
  }

  private let state = Lock(State())
  private let worker: WorkerThread
  private let time: TimeSource
  /// The time before failed reads are tried again.
  private static let pause = Duration.seconds(1)
  /// How many rows are read at once, and fail together.
  private static let mostAtOnce = 4096

  /// - Parameters:
  ///   - worker: The thread that reads rows.
  ///   - time: The clock for pauses before a retry.
  init(on worker: WorkerThread, by time: TimeSource = .system) {
    self.worker = worker
    self.time = time
  }

  /// Queues entries; ``EntryState/queue()`` has confirmed that they are not queued yet.
  func put(_ entries: [TableEntry]) { state.withLock { if !$0.isClosed { $0.queue += entries } } }

  var hasWork: Bool { state.withLock { !$0.queue.isEmpty } }

  /// Has the queue processed soon.
  func begin() {
    // Whoever holds an entry holds its table.
    let reader = state.withLock { state -> (any StaleEntryReader)? in
      guard !state.isWaiting, let first = state.queue.first else { return nil }
      state.isWaiting = true
      return first.home
    }
    guard let reader else { return }
    worker.submit { [self] in
      state.withLock { $0.isWaiting = false }
      work(for: reader)
    }
  }

  /// Processes the queue, on the governor's own thread, which this is.
  func work(for reader: any StaleEntryReader) {
    let entries = take()
    if entries.isEmpty { return }
    for chunk in entries.filter({ $0.state.withLock { $0.status == .stale } }).chunks(of: Self.mostAtOnce) {
      do {
        let missing = try reader.readAgain(Array(chunk))
        if !missing.isEmpty { putLater(missing) }
      } catch {
        keep(Array(chunk), of: reader, after: error)
      }
    }
    reader.announceSoon()
  }

  /// The queued entries, which may be queued again from now on.
  private func take() -> [TableEntry] {
    let entries = state.withLock { state in
      defer { state.queue = [] }
      return state.queue
    }
    for entry in entries { entry.state.withLock { $0.isQueued = false } }
    return entries
  }

  private func keep(_ entries: [TableEntry], of reader: any StaleEntryReader, after error: any Error) {
    if state.withLock({ $0.isClosed }) { return }
    reader.noteUnread(error)
    if (error as? DatabaseError)?.isTransient ?? false { putLater(entries) }
  }

  /// Queues entries again in a while.
  private func putLater(_ entries: [TableEntry]) {
    _ = time.schedule(at: time.now + Self.pause) { [self] in
      put(entries.filter { $0.state.withLock { $0.status == .stale && $0.queue() } })
      begin()
    }
  }

  /// Releases all entries, and accepts no more.
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
