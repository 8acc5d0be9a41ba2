internal import ORDAThreads

/// The callers that wait until a watch has looked at its file once more.
final class WatchRequests: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.
  private let condition = Condition()
  private var made = 0
  private var answered = 0
  private var isEnded = false

  /// Makes a request; the caller wakes the watch.
  func make() -> Int {
    condition.withLock {
      made += 1
      return made
    }
  }

  /// The last unanswered request; answering it answers all before.
  var last: Int? { condition.withLock { made > answered ? made : nil } }

  /// The watch has looked since the request was made.
  func answer(_ request: Int) {
    condition.withLock {
      answered = request
      condition.broadcast()
    }
  }

  /// Nobody will answer any more.
  func end() {
    condition.withLock {
      isEnded = true
      condition.broadcast()
    }
  }

  /// Waits for an answer; false if none came.
  func wait(for request: Int, until limit: MonotonicTime) -> Bool {
    condition.withLock {
      while answered < request, !isEnded, MonotonicTime.now < limit { condition.wait(until: limit) }
      return answered >= request || isEnded
    }
  }
}
