internal import ORDA
internal import ORDAThreads

/// Hands rows from the task that makes them to the thread of the connection that loads them.
///
/// At most one portion waits while another is loaded: a task that makes rows faster than the server takes them is
/// suspended.
final class BulkFeed: @unchecked Sendable {
  // Proof: everything that changes is touched only under `condition`.
  private let condition = Condition()
  private var forms: [BulkEncoder.Form]?
  private var waiting: BulkRows?
  private var ending: Result<Void, any Error>?
  private var isOver = false
  private var outcome = MariaDB.BulkLoadResult()
  private var maker: UnsafeContinuation<Void, Never>?

  // MARK: The task

  /// How to write the rows, as soon as the table is known; nil if the load has ended.
  func columns() async -> [BulkEncoder.Form]? {
    await wait { $0.forms != nil }
    return condition.withLock { isOver ? nil : forms }
  }

  /// Passes rows to the connection, as soon as it takes them; false if the load has ended.
  func put(_ rows: BulkRows) async -> Bool {
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

  /// True if nothing more is accepted.
  var isEnded: Bool { condition.withLock { isOver } }

  /// No more rows will come.
  func finish(_ ending: Result<Void, any Error>) {
    condition.withLock {
      self.ending = ending
      condition.broadcast()
    }
  }

  var result: MariaDB.BulkLoadResult { condition.withLock { outcome } }

  private func wait(until isReady: (BulkFeed) -> Bool) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      let goesOn = condition.withLock {
        if isOver || isReady(self) { return true }
        maker = continuation
        return false
      }
      if goesOn { continuation.resume() }
    }
  }

  // MARK: The connection's thread

  /// Lets the task begin.
  func begin(_ forms: [BulkEncoder.Form]) { change { $0.forms = forms } }

  /// The next rows, for which this thread waits; nil at the end.
  ///
  /// - Throws: What the task failed with; `cancelled` if the connection's work was stopped.
  func next(isStopped: () -> Bool) throws -> BulkRows? {
    let (rows, end) = condition.withLock {
      while waiting == nil, ending == nil, !isStopped() { condition.wait(until: .now + .milliseconds(50)) }
      return (waiting, ending)
    }
    if isStopped() { throw DatabaseError(.cancelled, "the load was stopped") }
    guard let rows else {
      try end?.get()
      return nil
    }
    change { $0.waiting = nil }
    return rows
  }

  /// Nothing more is accepted.
  func end() { change { $0.isOver = true } }

  func note(_ result: MariaDB.BulkLoadResult) { condition.withLock { outcome = result } }

  /// Changes something that the task may wait for.
  private func change(_ body: (BulkFeed) -> Void) {
    let maker = condition.withLock {
      body(self)
      defer { self.maker = nil }
      return self.maker
    }
    maker?.resume()
  }
}
