/// A value that one thread waits for and another one gives, once.
package final class Promise<Content: Sendable>: @unchecked Sendable {
  // Proof: the value is touched only under the condition's lock.
  private let condition = Condition()
  private var value: Content?

  package init() {}

  /// Gives the value, and wakes who waits for it.
  package func keep(_ value: Content) {
    condition.withLock {
      self.value = value
      condition.broadcast()
    }
  }

  /// Waits until the value is there.
  package func wait() -> Content {
    condition.withLock {
      while true {
        if let value { return value }
        condition.wait()
      }
    }
  }

  /// Waits until the value is there, or until a moment; nil then.
  package func wait(until deadline: MonotonicTime) -> Content? {
    condition.withLock {
      while value == nil, MonotonicTime.now < deadline { condition.wait(until: deadline) }
      return value
    }
  }
}
