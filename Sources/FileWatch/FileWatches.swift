internal import ORDAThreads

/// The watches of a process. The first one starts the thread that serves them all, and the last one ends it.
package final class FileWatches: @unchecked Sendable {
  // Proof: `thread` is touched only under the lock.
  private let lock = Condition()
  private let interval: Duration
  private let makeNotifier: @Sendable () -> (any FolderNotifier)?
  private var thread: WatchThread?

  package static let shared = ofSystem()

  /// Watches with the means of this system.
  package static func ofSystem() -> FileWatches {
    FileWatches(lookingEvery: .seconds(1)) {
      #if os(Linux)
        Inotify()
      #elseif canImport(Darwin)
        Kqueue()
      #else
        nil
      #endif
    }
  }

  /// - Parameters:
  ///   - interval: How often to check folders that the system does not watch, and whether paths still lead to the same
  ///     folders.
  ///   - makeNotifier: The system's means; nil if it has none now.
  package init(lookingEvery interval: Duration, _ makeNotifier: @escaping @Sendable () -> (any FolderNotifier)?) {
    self.interval = interval
    self.makeNotifier = makeNotifier
  }

  func add(_ places: [FileWatch.Place], for listener: WatchListener) {
    if places.isEmpty { return }
    lock.withLock {
      if thread?.add(places, for: listener) == true { return }
      let started = WatchThread(lookingEvery: interval, makeNotifier)
      _ = started.add(places, for: listener)
      started.start()
      thread = started
    }
  }

  func remove(_ places: Set<FileWatch.Place>, of listener: WatchListener) {
    lock.withLock { thread?.remove(places, of: listener) }
  }

  func limitation(of places: Set<FileWatch.Place>) -> String? { lock.withLock { thread?.limitation(of: places) } }
}
