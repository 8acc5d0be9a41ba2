internal import ORDA
internal import ORDAThreads

/// The thread of one who follows changes, what it hands over, and how it ends: by whoever finds that nobody listens any more.
final class FollowingThread: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.
  private let feed: ChangeFeed
  private let thread = WorkerThread()
  /// Held while something is handed over.
  private let delivery = Condition()
  private let condition = Condition()
  private var isStopped = false
  private let ended = Promise<Void>()

  /// How long who ends it waits for the thread, which a server may keep.
  private static let endingTime = Duration.seconds(1)

  init(_ feed: ChangeFeed) { self.feed = feed }

  /// Begins with its one job, which is to return soon after it is to end.
  func begin(_ job: @escaping @Sendable () -> Void) {
    thread.submit {
      job()
      self.ended.keep(())
    }
    thread.stop()
  }

  /// True if nobody listens any more.
  var isEnding: Bool { condition.withLock { isStopped } }

  /// Waits on this thread; false if nobody listens any more.
  func pause(_ duration: Duration) -> Bool {
    let end = MonotonicTime.now + duration
    return condition.withLock {
      while !isStopped, MonotonicTime.now < end { condition.wait(until: end) }
      return !isStopped
    }
  }

  /// Runs a body that hands something over, where somebody listens still; one body at a time.
  func handOver(_ body: (ChangeFeed) -> Void) {
    delivery.withLock { if !isEnding { body(feed) } }
  }

  /// Ends it: nothing is handed over after this returned.
  ///
  /// - Parameter letGo: Called the first time: ends all that the thread may wait for.
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
    // What is being handed over is waited for.
    delivery.withLock {}
    _ = ended.wait(until: .now + Self.endingTime)
  }
}
