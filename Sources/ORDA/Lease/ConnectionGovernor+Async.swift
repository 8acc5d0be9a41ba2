internal import ORDAThreads

/// How work gets onto a connection's own thread, and back.
///
/// The task asks the pool, suspended and not blocked. Once a connection is available, the work is put on its thread,
/// runs as a whole, returns the connection, and the task continues. A cancelled task leaves the queue, or has its work
/// stopped.
extension ConnectionGovernor {
  /// Runs work on a connection of a pool, on the connection's own thread.
  func onConnection(
    of pool: ConnectionPool, _ purpose: Holder.Purpose, within deadline: Deadline?,
    _ work: @escaping @Sendable (PooledConnection) throws -> Void
  ) async throws {
    if let shared = leaseOfThisTask {
      let isDone = try await beside(shared) { [self] shared in
        defer { undoWhatIsOpen(on: shared) }
        try work(shared.connection)
      }
      if isDone { return }
    }
    try await onLeased(of: pool, purpose, within: deadline, task: nil) { connection, _ in try work(connection) }
  }

  /// Runs work that keeps its connection if it succeeds, on the connection's own thread.
  ///
  /// - Parameter work: Receives the lease, and must ensure its release unless it throws.
  func holdingConnection(
    of pool: ConnectionPool, _ purpose: Holder.Purpose, within deadline: Deadline?, forRows: Bool,
    _ work: @escaping @Sendable (HeldLease) throws -> Void
  ) async throws {
    if let shared = leaseOfThisTask {
      let isDone = try await beside(shared) { shared in
        shared.retain()
        do {
          try work(shared)
        } catch {
          shared.release()
          throw error
        }
      }
      if isDone { return }
    }
    let task = currentTask
    try await onLeased(of: pool, purpose, within: deadline, task: task, keeping: true) { [self] connection, number in
      let lease = HeldLease(governor: self, pool: pool, connection: connection, number: number, task: task)
      try work(lease)
      if forRows, hasSingleConnection { sharedLease.withLock { $0 = lease } }
    }
  }

  /// The lease of the rows that this task reads on the only connection.
  private var leaseOfThisTask: HeldLease? {
    guard hasSingleConnection, let task = currentTask else { return nil }
    return sharedLease.withLock { $0?.task == task ? $0 : nil }
  }

  /// Takes a connection from a pool and runs work on it, on the connection's own thread.
  ///
  /// - Parameter keeping: True if the work, if it succeeds, ensures that the connection is returned.
  private func onLeased(
    of pool: ConnectionPool, _ purpose: Holder.Purpose, within deadline: Deadline?, task: Int?, keeping: Bool = false,
    _ work: @escaping @Sendable (PooledConnection, _ lease: Int) throws -> Void
  ) async throws {
    let cancellation = WorkCancellation()
    defer { cancellation.order() }
    try await suspend { (continuation: UnsafeContinuation<Void, any Error>) in
      let job = AwaitedWork(
        purpose, within: deadline, task: task, asking: currentTask, keeping: keeping, cancellation, continuation, work)
      request(job, from: pool)
    } onCancel: {
      cancellation.cancel(DatabaseError.taskCancelled)
    }
  }

  /// Has a pool lend a connection to awaited work, sooner or later.
  private func request(_ job: AwaitedWork, from pool: ConnectionPool) {
    let cancellation = job.cancellation
    // What a closure does is not known beforehand.
    let worksAtOnce = !job.keeping && job.purpose.sql != nil
    let request = PoolRequest(worksAtOnce: worksAtOnce, time: timeSource) { [self] outcome in
      switch outcome {
      case .failure(let error):
        // It refers to the request, which refers to the job.
        job.cancellation.end()
        try? job.trace.run {
          traced.tellUnserved(job.purpose.sql, in: dialect, since: job.trace.moment, error)
        }
        job.end(error.naming(job.purpose.sql))
      case .success(let connection): connection.thread.submit { [self] in run(job, on: connection, of: pool) }
      }
    }
    if cancellation.wait(for: request, in: pool) {
      pool.lease(request, timeout: job.deadline?.left, task: job.asking)
      // Cancelling may have looked for the request before it was in the queue.
      if cancellation.isCancelled, pool.cancel(request) {
        request.complete(.failure(DatabaseError.taskCancelled))
      }
    } else {
      request.complete(.failure(DatabaseError.taskCancelled))
    }
  }

  /// Runs awaited work on its connection's thread, or has it run elsewhere if this connection's copy lags behind.
  private func run(_ job: AwaitedWork, on connection: PooledConnection, of pool: ConnectionPool) {
    let lease = connection.gate.begin(Holder(job.purpose, since: timeSource.coarse, thread: .current, task: job.task))
    connection.endingLimit = job.deadline?.limit ?? settings.statementTimeout
    if lags(connection, within: job.deadline) {
      giveBack(connection, to: pool)
      return request(job, from: writers)
    }
    connection.noteAsked(at: job.trace.moment)
    let failure = perform(job.cancellation, connection, lease) { connection, lease in
      try checkSession(of: connection)
      try makeReady(connection, within: job.deadline)
      try job.trace.run { try job.work(connection, lease) }
    }
    if failure == nil, job.keeping { return job.end(nil) }
    giveBack(connection, to: pool) { job.end(failure) }
  }

  /// Runs work beside the rows that this task reads on the only connection, between two of their chunks.
  ///
  /// - Returns: False if the rows have meanwhile ended and the connection was returned; then the work did not run.
  private func beside(
    _ shared: HeldLease, _ work: @escaping @Sendable (HeldLease) throws -> Void
  ) async throws -> Bool {
    let cancellation = WorkCancellation()
    let trace = TraceParent.current
    defer { cancellation.order() }
    return try await suspend { (continuation: UnsafeContinuation<Bool, any Error>) in
      let isSubmitted = shared.connection.thread.submit { [self] in
        guard shared.isHeld else { return continuation.resume(returning: false) }
        let failure = perform(cancellation, shared.connection, shared.number) { _, _ in
          if shared.hasTransaction { throw shared.pool.selfWaitError("this task") }
          try trace.run { try work(shared) }
        }
        cancellation.order()
        if let failure { continuation.resume(throwing: failure) } else { continuation.resume(returning: true) }
      }
      // If a thread takes no more work, its connection was closed, and is not held any more.
      if !isSubmitted { continuation.resume(returning: false) }
    } onCancel: {
      cancellation.cancel(DatabaseError.taskCancelled)
    }
  }

  /// Leaves no transaction open on a connection whose lease continues.
  private func undoWhatIsOpen(on shared: HeldLease) {
    guard !shared.hasTransaction, shared.connection.isInTransaction else { return }
    try? shared.connection.undo(within: settings.fixedLimits.undoing) { (driver) throws(DatabaseError) in
      try driver.rollback()
    }
  }

  /// Runs work on a connection that the caller holds across suspensions, on the connection's own thread.
  func onHeld(_ lease: HeldLease, _ work: @escaping @Sendable () throws -> Void) async throws {
    let cancellation = WorkCancellation()
    // Released before the task continues, so that the thread is never the last to hold what the work refers to.
    let job = Handover<(@Sendable () throws -> Void)?>(work)
    let trace = TraceParent.current
    defer { cancellation.order() }
    try await suspend { (continuation: UnsafeContinuation<Void, any Error>) in
      lease.connection.thread.submit { [self] in
        let failure = perform(cancellation, lease.connection, lease.number) { _, _ in
          try trace.run { try job.value?() }
        }
        job.value = nil
        cancellation.order()
        if let failure { continuation.resume(throwing: failure) } else { continuation.resume() }
      }
    } onCancel: {
      cancellation.cancel(DatabaseError.taskCancelled)
    }
  }

  private func perform(
    _ cancellation: WorkCancellation, _ connection: PooledConnection, _ lease: Int,
    _ work: (PooledConnection, Int) throws -> Void
  ) -> (any Error)? {
    guard cancellation.begin(on: connection, lease: lease) else { return DatabaseError.taskCancelled }
    defer { cancellation.end() }
    do {
      try work(connection, lease)
      return nil
    } catch {
      return error
    }
  }

  /// Distinguishes tasks; nil outside of tasks.
  var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  // MARK: What the governor lends, awaited

  /// Lends a connection on its own thread, without blocking the caller's.
  public func lease(_ request: LeaseRequest, _ body: @escaping @Sendable (Connection) throws -> Void) async throws {
    try await lease(request, within: nil, body)
  }

  /// Lends a connection on its own thread, without blocking the caller's.
  ///
  /// - Parameter deadline: The limit of the call, if that includes the closure.
  func lease(
    _ request: LeaseRequest, within deadline: Deadline?, _ body: @escaping @Sendable (Connection) throws -> Void
  ) async throws {
    if let transaction = try transactionOfThisTask() {
      return try await transaction.lease(request, within: deadline, body)
    }
    let (beginning, whole) = deadlines(of: request, within: deadline)
    if request.isOutermost, taskTransactions.contains(currentTask) { throw Self.insideTransaction }
    let purpose = Holder.Purpose.closure(request.file, request.line)
    try await onConnection(of: pool(for: request.role), purpose, within: beginning) { [self] connection in
      let scope = LeaseScope(governor: self, connection: connection, kind: .closure)
      scope.deadline = whole
      ThreadScopes.enter(scope)
      defer {
        ThreadScopes.leave(scope)
        scope.end()
      }
      try perform(request, in: scope, beginning: beginning, within: deadline, body)
    }
  }
}

/// Work that a task awaits, and how the task goes on.
private final class AwaitedWork: Sendable {
  let purpose: Holder.Purpose
  let deadline: Deadline?
  /// The task that holds the connection from now on, if it does so for longer than the work.
  let task: Int?
  /// The task that waits.
  let asking: Int?
  /// True if the work, if it succeeds, ensures that the connection is returned.
  let keeping: Bool
  let cancellation: WorkCancellation
  let trace = TraceParent.current
  let work: @Sendable (PooledConnection, _ lease: Int) throws -> Void
  private let continuation: UnsafeContinuation<Void, any Error>

  init(
    _ purpose: Holder.Purpose, within deadline: Deadline?, task: Int?, asking: Int?, keeping: Bool,
    _ cancellation: WorkCancellation, _ continuation: UnsafeContinuation<Void, any Error>,
    _ work: @escaping @Sendable (PooledConnection, _ lease: Int) throws -> Void
  ) {
    self.purpose = purpose
    self.deadline = deadline
    self.task = task
    self.asking = asking
    self.keeping = keeping
    self.cancellation = cancellation
    self.continuation = continuation
    self.work = work
  }

  /// Lets the task go on.
  func end(_ failure: (any Error)?) {
    cancellation.order()
    if let failure { continuation.resume(throwing: failure) } else { continuation.resume() }
  }
}
