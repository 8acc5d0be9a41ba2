internal import ORDAThreads

/// What a watch's thread waits for: a possible change of the file, or a request.
final class WatchSignal: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.
  private let condition = Condition()
  private var isChanged = false
  private var isAsked = false

  /// The file may have changed.
  func change() {
    condition.withLock {
      isChanged = true
      condition.signal()
    }
  }

  /// Ends the wait, whatever the file does.
  func ask() {
    condition.withLock {
      isAsked = true
      condition.signal()
    }
  }

  /// Waits until one of them happens, or has happened since the last wait; true if the file may have changed.
  func wait(until limit: MonotonicTime) -> Bool {
    condition.withLock {
      while !isChanged, !isAsked, MonotonicTime.now < limit { condition.wait(until: limit) }
      defer { (isChanged, isAsked) = (false, false) }
      return isChanged
    }
  }
}
