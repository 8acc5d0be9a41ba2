import DequeModule
internal import Logging
internal import ORDAThreads

/// The waiting work of a ``WorkQueue``, and the thread that does it: borrowed for as long as something waits.
final class WorkLine: Sendable {
  /// A piece of work, with the request for its connection.
  struct Piece: Sendable {
    let request: LeaseRequest
    let work: @Sendable (Connection) throws -> Void
    /// The pause after a failure until it is tried again; nil to go on.
    let again: (@Sendable (any Error, _ attempts: Int) -> Duration?)?
  }

  private struct State {
    var waiting: Deque<Piece> = []
    /// How many pieces were submitted, and how many of them are over.
    var given = 0
    var done = 0
    var isClosed = false
    /// The thread that is doing it.
    var thread: ThreadIdentity?
    var isRunning = false
    /// Those who wait until so many pieces are over; the numbers never decrease.
    var waiters: Deque<(number: Int, goOn: @Sendable () -> Void)> = []
  }

  private let governor: ConnectionGovernor
  private let state = Lock(State())
  let failures = FailureStream<WorkQueue.Failure>.Source()

  init(_ governor: ConnectionGovernor) { self.governor = governor }

  var pending: Int { state.withLock { $0.given - $0.done } }

  func add(_ piece: Piece) {
    let (refused, begins): (Int?, Bool) = state.withLock { state in
      if state.isClosed { return (state.given + 1, false) }
      state.given += 1
      state.waiting.append(piece)
      defer { state.isRunning = true }
      return (nil, !state.isRunning)
    }
    if let refused { tell(DatabaseError(.misuse, "the queue is closed"), of: refused) }
    if begins { SpareThreads.shared.run { self.run() } }
  }

  func shut() { state.withLock { $0.isClosed = true } }

  // MARK: On a borrowed thread

  private func run() {
    state.withLock { $0.thread = .current }
    while let (piece, number) = next() {
      do { try perform(piece) } catch { tell(error, of: number) }
      for waiter in end(number) { waiter() }
    }
  }

  private func perform(_ piece: Piece) throws {
    var attempts = 0
    while true {
      do { return try governor.lease(piece.request, piece.work) } catch {
        attempts += 1
        guard let pause = piece.again?(error, attempts) else { throw error }
        governor.timeSource.sleep(pause)
      }
    }
  }

  private func next() -> (Piece, number: Int)? {
    state.withLock { state in
      guard let piece = state.waiting.popFirst() else {
        state.thread = nil
        state.isRunning = false
        return nil
      }
      return (piece, state.done + 1)
    }
  }

  private func end(_ number: Int) -> [@Sendable () -> Void] {
    state.withLock { state in
      state.done = number
      var over: [@Sendable () -> Void] = []
      while let first = state.waiters.first, first.number <= number {
        over.append(first.goOn)
        state.waiters.removeFirst()
      }
      return over
    }
  }

  private func tell(_ error: any Error, of number: Int) {
    governor.settings.logger.warning(
      "work of a queue has failed", metadata: ["number": "\(number)", "error": "\(error)"])
    failures.send(WorkQueue.Failure(number: number, error: error))
  }

  // MARK: Waiting

  func flush() throws(DatabaseError) {
    try check(ThreadScopes.current(of: governor) != nil)
    let over = Promise<Void>()
    whenOver { over.keep(()) }
    over.wait()
  }

  func flush() async throws {
    try check(governor.taskTransactions.contains(governor.currentTask))
    try await apart { [self] in
      let over = Promise<Void>()
      whenOver { over.keep(()) }
      over.wait()
    }
  }

  private func check(_ holdsConnection: Bool) throws(DatabaseError) {
    if state.withLock({ $0.thread == .current }) {
      throw DatabaseError(.misuse, "work of a queue can't wait for the queue: it would wait for itself")
    }
    if holdsConnection {
      throw DatabaseError(
        .misuse, "a queue can't be waited for in a closure that holds a connection: its work may need that one")
    }
  }

  private func whenOver(_ goOn: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if state.done >= state.given { return true }
      state.waiters.append((state.given, goOn))
      return false
    }
    if isOver { goOn() }
  }
}
