/// Hands portions from the task that makes them to the thread that takes them: rows to be loaded, on their way to a
/// connection.
///
/// The thread begins the feed with what the task has to know of the target, such as its columns. At most one portion waits
/// while another is worked on: a task that makes them faster than they are taken is suspended. Each side must say when it
/// leaves, for whatever reason, or the other waits for ever: the task by ``finish(_:)``, the thread by ``end()``.
///
/// A task that is cancelled while it waits goes on waiting. Stop the thread's work instead: its check then throws, and it
/// ends the feed.
public final class PortionFeed<Target: Sendable, Portion: Sendable>: @unchecked Sendable {
  // Proof: everything that changes is touched only under `condition`.
  private let condition = Condition()
  private var known: Target?
  private var waiting: Portion?
  private var ending: Result<Void, any Error>?
  private var isOver = false
  private var suspended: [UnsafeContinuation<Void, Never>] = []

  /// A feed that has not begun.
  public init() {}

  // MARK: The task

  /// What the portions are made for, as soon as the thread knows it; nil if the feed ended before.
  public func target() async -> Target? {
    await whenPossible { () -> Target?? in
      if isOver { return .some(nil) }
      guard let known else { return nil }
      return known
    }
  }

  /// Passes a portion to the thread, as soon as it can take one; false if the feed has ended.
  public func put(_ portion: Portion) async -> Bool {
    // A task that makes portions slower than they are taken never waits. Others get their turn all the same: among them may
    // be the one that cancels this.
    await Task.yield()
    return await whenPossible {
      if isOver { return false }
      if waiting != nil { return nil }
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

  /// What the body returns, under the lock; as long as that is nil, the task waits until something has changed.
  private func whenPossible<R>(_ body: () -> R?) async -> R {
    while true {
      var result: R?
      await withUnsafeContinuation { continuation in
        let goesOn = condition.withLock {
          result = body()
          if result == nil { suspended.append(continuation) }
          return result != nil
        }
        if goesOn { continuation.resume() }
      }
      if let result { return result }
    }
  }

  // MARK: The thread

  /// Lets the task make portions.
  public func begin(_ target: Target) { change { known = target } }

  /// The next portion, for which this thread waits; nil at the end.
  ///
  /// - Parameter check: Called before anything is returned, and every 50 ms while the thread waits: it throws if the thread
  ///   should wait no longer.
  /// - Throws: What the task failed with, and what `check` throws; a portion that was there still is.
  public func next(checking check: () throws -> Void) throws -> Portion? {
    while true {
      let (portion, end) = condition.withLock {
        if waiting == nil, ending == nil { condition.wait(until: .now + .milliseconds(50)) }
        return (waiting, ending)
      }
      try check()
      if let portion {
        change { waiting = nil }
        return portion
      }
      if let end {
        try end.get()
        return nil
      }
    }
  }

  /// Accepts nothing more, and lets the task go on.
  public func end() { change { isOver = true } }

  /// Changes something that the task may wait for.
  private func change(_ body: () -> Void) {
    let suspended = condition.withLock {
      body()
      defer { self.suspended = [] }
      return self.suspended
    }
    for continuation in suspended { continuation.resume() }
  }
}
