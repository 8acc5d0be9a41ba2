internal import ORDA
internal import ORDAThreads

/// Hands rows from the task that makes them to the thread of the connection that loads them.
///
/// At most one portion waits while another is loaded: a task that makes rows faster than the server takes them is
/// suspended.
final class LoadFeed: @unchecked Sendable {
  // Proof: everything that changes is touched only under `condition`.
  private let condition = Condition()
  /// What the rows are made for.
  private var described: [ResultColumn]?
  private var waiting: CopyPortion?
  private var ending: Result<Void, any Error>?
  private var isOver = false
  private var count = 0
  private var maker: UnsafeContinuation<Void, Never>?

  // MARK: The task

  /// The columns that rows are made for, as soon as the connection knows them; nil if the load has ended before.
  func columns() async -> [ResultColumn]? {
    await wait { $0.described != nil }
    return condition.withLock { isOver ? nil : described }
  }

  /// Passes rows to the connection, as soon as it takes them; false if the load has ended.
  func put(_ rows: CopyPortion) async -> Bool {
    // A task that makes rows slower than the server takes them never waits. Others get their turn all the same: among
    // them may be the one that cancels this.
    await Task.yield()
    await wait { $0.waiting == nil }
    return condition.withLock {
      if isOver { return false }
      waiting = rows
      condition.broadcast()
      return true
    }
  }

  /// Waits until something is so, or the load has ended.
  private func wait(until isSo: (LoadFeed) -> Bool) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      let goesOn = condition.withLock {
        if isOver || isSo(self) { return true }
        maker = continuation
        return false
      }
      if goesOn { continuation.resume() }
    }
  }

  /// True if nothing more is accepted.
  var isEnded: Bool { condition.withLock { isOver } }

  /// No more rows will come.
  func finish(_ ending: Result<Void, any Error>) {
    condition.withLock {
      self.ending = ending
      condition.broadcast()
    }
  }

  /// How many rows were loaded.
  var loaded: Int { condition.withLock { count } }

  // MARK: The connection's thread

  /// Rows may be made.
  func begin(_ columns: [ResultColumn]) { change { $0.described = columns } }

  /// The next rows, for which this thread waits; nil at the end.
  ///
  /// - Parameter check: Asked again and again while it waits.
  /// - Throws: What the task failed with, and what `check` throws.
  func next(checking check: () throws(DatabaseError) -> Void) throws -> CopyPortion? {
    try check()
    let (rows, end) = try condition.withLock {
      while waiting == nil, ending == nil {
        condition.wait(until: .now + .milliseconds(50))
        try check()
      }
      return (waiting, ending)
    }
    guard let rows else {
      try end?.get()
      return nil
    }
    change { $0.waiting = nil }
    return rows
  }

  func note(loaded: Int) { condition.withLock { count = loaded } }

  /// Nothing more is accepted.
  func end() { change { $0.isOver = true } }

  /// Changes something that the task may wait for.
  private func change(_ body: (LoadFeed) -> Void) {
    let maker = condition.withLock {
      body(self)
      defer { self.maker = nil }
      return self.maker
    }
    maker?.resume()
  }
}
