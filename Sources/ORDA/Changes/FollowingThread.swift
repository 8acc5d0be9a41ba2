internal import ORDAThreads

/// The thread of a driver that follows a database's changes: what it hands over, and how it ends, whoever finds that
/// nobody listens any more.
///
/// A ``ChangeSource`` that has to wait for a server begins one when somebody listens, and stops it when nobody does:
/// ```swift
/// thread.begin { while thread.pause(.seconds(1)) { look() } }
/// …
/// thread.handOver { feed in feed.publish(batch) }
/// …
/// thread.stop { connection.cut() }
/// ```
public final class FollowingThread: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.
  private let feed: ChangeFeed
  private let thread = WorkerThread()
  /// Held while something is handed over.
  private let delivery = Condition()
  private let condition = Condition()
  private var isStopped = false
  private var isWoken = false
  private let ended = Promise<Void>()

  /// How long ending waits for the thread, which may be waiting for a server.
  private static let endingTime = Duration.seconds(1)

  /// A thread that has nothing to do yet.
  ///
  /// - Parameter feed: Where to it hands over what it learns.
  public init(_ feed: ChangeFeed) { self.feed = feed }

  /// Begins its one job, which must return soon after ``isEnding`` has become true.
  public func begin(_ job: @escaping @Sendable () -> Void) {
    thread.submit {
      job()
      self.ended.keep(())
    }
    thread.stop()
  }

  /// True if nobody listens any more.
  public var isEnding: Bool { condition.withLock { isStopped } }

  /// Pauses this thread, until ``wake()`` at the longest; returns false if nobody listens any more.
  public func pause(_ duration: Duration) -> Bool {
    let end = MonotonicTime.now + duration
    return condition.withLock {
      while !isStopped, !isWoken, MonotonicTime.now < end { condition.wait(until: end) }
      isWoken = false
      return !isStopped
    }
  }

  /// Ends the pause, or the next one if there is none.
  public func wake() {
    condition.withLock {
      isWoken = true
      condition.broadcast()
    }
  }

  /// Runs a body that hands something over, if somebody still listens; one body at a time.
  public func handOver(_ body: (ChangeFeed) -> Void) {
    delivery.withLock { if !isEnding { body(feed) } }
  }

  /// Ends it: once this has returned, nothing is handed over. It waits a second for the job at the longest.
  ///
  /// - Parameter letGo: Called the first time: ends whatever the thread may wait for.
  public func stop(_ letGo: () -> Void) {
    let isFirst = condition.withLock {
      defer {
        isStopped = true
        condition.broadcast()
      }
      return !isStopped
    }
    guard isFirst else { return }
    letGo()
    if thread.isCurrent { return }
    // Wait for what is being handed over.
    delivery.withLock {}
    _ = ended.wait(until: .now + Self.endingTime)
  }
}
