/// Hands portions from the task that makes them to the thread that takes them: rows to be loaded, on their way to a
/// connection.
///
/// The thread begins the feed with what the task has to know of the target, such as its columns. Afterwards at most one
/// portion waits while another is worked on: a task that makes them faster than they are taken is suspended.
public final class PortionFeed<Target: Sendable, Portion: Sendable>: @unchecked Sendable {
  // Proof: everything that changes is touched only under `condition`.
  private let condition = Condition()
  private var known: Target?
  private var waiting: Portion?
  private var ending: Result<Void, any Error>?
  private var isOver = false
  private var maker: UnsafeContinuation<Void, Never>?

  /// A feed that has not begun.
  public init() {}

  // MARK: The task

  /// What the portions are made for, as soon as the thread knows it; nil if the feed ended before.
  public func target() async -> Target? {
    await wait { $0.known != nil }
    return condition.withLock { isOver ? nil : known }
  }

  /// Passes a portion to the thread, as soon as it can take one; false if the feed has ended.
  public func put(_ portion: Portion) async -> Bool {
    // A task that makes portions slower than they are taken never waits. Others get their turn all the same: among them may
    // be the one that cancels this.
    await Task.yield()
    await wait { $0.waiting == nil }
    return condition.withLock {
      if isOver { return false }
      waiting = portion
      condition.broadcast()
      return true
    }
  }

  /// True if nothing more is accepted.
  public var isEnded: Bool { condition.withLock { isOver } }

  /// Tells the thread that nothing more will come, or what the task failed with.
  public func finish(_ ending: Result<Void, any Error>) {
    condition.withLock {
      self.ending = ending
      condition.broadcast()
    }
  }

  /// Waits until something is so, or the feed has ended.
  private func wait(until isSo: (PortionFeed) -> Bool) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      let goesOn = condition.withLock {
        if isOver || isSo(self) { return true }
        maker = continuation
        return false
      }
      if goesOn { continuation.resume() }
    }
  }

  // MARK: The thread

  /// Lets the task make portions.
  public func begin(_ target: Target) { change { $0.known = target } }

  /// The next portion, for which this thread waits; nil at the end.
  ///
  /// - Parameter check: Called at the beginning, and every 50 ms while it waits: it throws where the thread should wait no
  ///   longer.
  /// - Throws: What the task failed with, and what `check` throws.
  public func next(checking check: () throws -> Void) throws -> Portion? {
    try check()
    let (portion, end) = try condition.withLock {
      while waiting == nil, ending == nil {
        condition.wait(until: .now + .milliseconds(50))
        try check()
      }
      return (waiting, ending)
    }
    guard let portion else {
      try end?.get()
      return nil
    }
    change { $0.waiting = nil }
    return portion
  }

  /// Accepts nothing more. A thread that leaves without it would let the task wait for ever.
  public func end() { change { $0.isOver = true } }

  /// Changes something that the task may wait for.
  private func change(_ body: (PortionFeed) -> Void) {
    let maker = condition.withLock {
      body(self)
      defer { self.maker = nil }
      return self.maker
    }
    maker?.resume()
  }
}
