internal import ORDAThreads

/// The state of a piece of work, so that cancelling its task does the right thing at every moment.
struct WorkCancellation: Sendable {
  private enum State {
    case new
    case waiting(PoolRequest, ConnectionPool)
    case running(PooledConnection, lease: Int)
    case over
    case cancelled
  }

  private let state = Lock(State.new)

  /// Notes that the work waits for a connection; false if it was already cancelled.
  func wait(for request: PoolRequest, in pool: ConnectionPool) -> Bool {
    state.withLock { state in
      if case .cancelled = state { return false }
      state = .waiting(request, pool)
      return true
    }
  }

  /// Notes that the work begins; false if it was already cancelled.
  func begin(on connection: PooledConnection, lease: Int) -> Bool {
    state.withLock { state in
      if case .cancelled = state { return false }
      state = .running(connection, lease: lease)
      return true
    }
  }

  func end() { state.withLock { $0 = .over } }

  var isCancelled: Bool {
    state.withLock { state in
      if case .cancelled = state { true } else { false }
    }
  }

  /// Called before the continuation is resumed, and by the task afterwards: that orders the two anyway, but only a lock
  /// shows it to ThreadSanitizer, which does not see into Swift's runtime on Linux.
  func order() { state.withLock { _ in } }

  /// Call it when the task was cancelled.
  func cancel(_ error: DatabaseError) {
    let before = state.withLock { state in
      defer { if case .over = state {} else { state = .cancelled } }
      return state
    }
    switch before {
    case .waiting(let request, let pool):
      if pool.cancel(request) { request.complete(.failure(error)) }
    case .running(let connection, let lease): connection.gate.cancel(lease: lease, reason: .cancelled)
    case .new, .over, .cancelled: break
    }
  }
}
