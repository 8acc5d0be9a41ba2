/// A value that one thread waits for and another one supplies, once.
public final class Promise<Content: Sendable>: @unchecked Sendable {
  // Proof: the value is touched only under the condition's lock.
  private let condition = Condition()
  private var value: Content?

  /// A promise of a value that nobody has supplied yet.
  public init() {}

  /// Supplies the value, and wakes whoever waits for it.
  public func keep(_ value: Content) {
    condition.withLock {
      self.value = value
      condition.broadcast()
    }
  }

  /// Waits until the value is there.
  public func wait() -> Content {
    condition.withLock {
      while true {
        if let value { return value }
        condition.wait()
      }
    }
  }

  /// Waits for the value until a deadline of a clock. Returns nil if the deadline passes first.
  public func wait(until deadline: MonotonicTime, by time: TimeSource = .system) -> Content? {
    condition.withLock {
      while value == nil, time.now < deadline { time.wait(on: condition, until: deadline) }
      return value
    }
  }
}
