internal import ORDA
internal import ORDAThreads

/// The thread of a follower: what it hands over, and how it ends, whoever finds that nobody listens any more.
final class FollowingThread: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.
  private let feed: ChangeFeed
  private let thread = WorkerThread()
  /// Held while something is handed over.
  private let delivery = Condition()
  private let condition = Condition()
  private var isStopped = false
  private let ended = Promise<Void>()

  /// How long ending waits for the thread, which may be waiting for a server.
  private static let endingTime = Duration.seconds(1)

  init(_ feed: ChangeFeed) { self.feed = feed }

  /// Begins its one job, which must return soon after the thread is to end.
  func begin(_ job: @escaping @Sendable () -> Void) {
    thread.submit {
      job()
      self.ended.keep(())
    }
    thread.stop()
  }

  /// True if nobody listens any more.
  var isEnding: Bool { condition.withLock { isStopped } }

  /// Pauses this thread; false if nobody listens any more.
  func pause(_ duration: Duration) -> Bool {
    let end = MonotonicTime.now + duration
    return condition.withLock {
      while !isStopped, MonotonicTime.now < end { condition.wait(until: end) }
      return !isStopped
    }
  }

  /// Runs a body that hands something over, if somebody still listens; one body at a time.
  func handOver(_ body: (ChangeFeed) -> Void) {
    delivery.withLock { if !isEnding { body(feed) } }
  }

  /// Ends it: once this has returned, nothing is handed over.
  ///
  /// - Parameter letGo: Called the first time: ends whatever the thread may wait for.
  func stop(_ letGo: () -> Void) {
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
