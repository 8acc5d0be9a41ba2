internal import ORDAThreads
internal import Synchronization
#if Tracing
  internal import Tracing
#endif

/// An open transaction that lasts across suspensions, lent to the closure of `transaction { tx in await … }`.
///
/// It holds its connection, and so its locks, while the closure waits for other things. If it is idle for as long as
/// the URL's `pool.idle-transaction` says, 60 seconds by default, it is rolled back, and every later use of it throws
/// `transactionEnded(.rolledBack)`.
public final class AsyncTransaction: AsyncSQLExecutor, @unchecked Sendable {
  // Proof: `scope` and `savepoints` are touched only on the connection's own thread; everything else never changes or
  // is atomic.
  private let lease: HeldLease
  let scope: LeaseScope
  /// How long the commit may take; nil for the governor's limit.
  private let timeout: Duration?
  /// The open savepoints, innermost last: by name, or nil for one that belongs to a closure.
  var savepoints: [String?] = []
  /// Counts the uses, so that an alarm knows whether there was one since it was set.
  private let uses = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)
  /// The alarm that ends the transaction if it is forgotten; one at most, or they would pile up by the minute.
  private let alarm = Lock<Int?>(nil)
  private let span: DatabaseSpan?
  /// The isolation in force, which may be stronger than the requested one.
  public let isolation: Isolation

  var governor: ConnectionGovernor { lease.governor }
  private var time: TimeSource { governor.timeSource }
  private var connection: PooledConnection { lease.connection }

  init(lease: HeldLease, scope: LeaseScope, timeout: Duration?, span: DatabaseSpan?) {
    self.lease = lease
    self.span = span
    self.scope = scope
    self.timeout = timeout
    isolation = scope.isolation
    lease.governor.taskTransactions.begin(lease.task)
    watch()
  }

  /// What this database supports.
  public var capabilities: Capabilities { governor.capabilities }

  /// Lends one statement for one execution, on the connection's own thread.
  public func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?,
    _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws {
    let deadline = Deadline.of(timeout, by: time)
    try await onConnection { [self] in
      let slot = try governor.slot(for: sql, in: scope)
      try governor.run(
        BoundStatement(slot, sql.bindings, parameters, deadline), on: connection, in: scope, body)
    }
  }

  /// Lends a statement of the governor for one execution, on the connection's thread.
  func withExecution(
    _ statement: BoundStatement, _ body: @escaping @Sendable (StatementExecution) throws -> Void
  ) async throws {
    try await onConnection { [self] in try governor.run(statement, on: connection, in: scope, body) }
  }

  /// A savepoint: what the closure does is kept when it returns and undone when it throws, and the outer transaction
  /// continues. Savepoints by name that the closure leaves open end with it.
  @discardableResult
  public nonisolated(nonsending) func transaction<R>(
    _ body: nonisolated(nonsending) (AsyncTransaction) async throws -> R
  ) async throws -> R {
    try await savepoint(LeaseRequest(role: .writer, transaction: TransactionOptions()), body)
  }

  /// Runs a closure in a savepoint, within the limits of a request.
  nonisolated(nonsending) func savepoint<R>(
    _ request: LeaseRequest, _ body: nonisolated(nonsending) (AsyncTransaction) async throws -> R
  ) async throws -> R {
    let (beginning, whole) = governor.deadlines(of: request, within: nil)
    let begun = Handover<(level: Int, outerDeadline: Deadline?)>((0, nil))
    try await onConnection { [self] in
      try setSavepoint(nil, request.transaction ?? TransactionOptions(), within: beginning)
      begun.value = (savepoints.count, scope.deadline)
      if let whole { scope.deadline = scope.limit(of: whole) }
    }
    let result: R
    do {
      result = try await body(self)
    } catch {
      try? await finish { [self] in
        scope.deadline = begun.value.outerDeadline
        rollBack(to: begun.value.level)
      }
      throw error
    }
    try await finish { [self] in
      defer { scope.deadline = begun.value.outerDeadline }
      try release(begun.value.level, within: Deadline.of(request.timeout, by: time))
    }
    return result
  }

  /// Lends the transaction's connection to a closure, as a whole and on the connection's own thread, for what needs
  /// more than statements: tables and their descriptions, scripts, prepared statements.
  ///
  /// What the closure runs on the governor itself is part of the transaction too.
  ///
  /// - Throws: What the closure throws; then the transaction stays open. ``DatabaseError`` of kind `cancelled` if the
  ///   task is cancelled, which stops the closure's statement.
  public func lease(_ body: @escaping @Sendable (Connection) throws -> Void) async throws {
    try await onConnection { [self] in
      ThreadScopes.enter(scope)
      defer { ThreadScopes.leave(scope) }
      try governor.perform(LeaseRequest(role: .writer), in: scope, body)
    }
  }

  /// Lends the transaction's connection for a request to the governor; a transaction is a savepoint.
  func lease(
    _ request: LeaseRequest, within deadline: Deadline?, _ body: @escaping @Sendable (Connection) throws -> Void
  ) async throws {
    try await onConnection { [self] in
      ThreadScopes.enter(scope)
      defer { ThreadScopes.leave(scope) }
      try governor.lease(request, within: deadline, body)
    }
  }

  /// Informs a closure of the transaction's end, without waiting for the connection's thread: statements and the commit
  /// come later on the same thread.
  func observeEnd(_ body: @escaping @Sendable (TransactionOutcome) throws -> Void) {
    connection.thread.submit { [self] in
      do { try scope.atEnd(body) } catch { try? body(.rolledBack) }
    }
  }

  /// Runs the transaction's closure. The closure's calls on the governor take part in the transaction and in its span.
  nonisolated(nonsending) func run<R>(
    _ body: nonisolated(nonsending) (AsyncTransaction) async throws -> R
  ) async throws -> R {
    let context = TransactionContext(self)
    defer { context.end() }
    return try await TransactionContext.$current.withValue(context) {
      #if Tracing
        if let span { return try await ServiceContext.withValue(span.context) { try await body(self) } }
      #endif
      return try await body(self)
    }
  }

  func onConnection(_ work: @escaping @Sendable () throws -> Void) async throws {
    if isOver.load(ordering: .acquiring) {
      throw DatabaseError(.misuse, "the closure that this transaction was lent to has returned")
    }
    uses.add(1, ordering: .relaxed)
    defer { watch() }
    try await governor.onHeld(lease, work)
  }

  /// Runs what must run even in a cancelled task. In that case it is only stopped if it takes long, as with a server
  /// that does not answer: a commit in progress is completed.
  ///
  /// - Parameter isEnd: True if the connection is returned after it.
  func finish(isEnd: Bool = false, _ work: @escaping @Sendable () throws -> Void) async throws {
    // Taken by the task too, when it continues: as in `WorkCancellation.order()`.
    let isDone = Lock(false)
    let trace = TraceParent.current
    defer { isDone.withLock { _ in } }
    try await suspend { (continuation: UnsafeContinuation<Void, any Error>) in
      connection.thread.submit { [self] in
        let result = Result { try trace.run(work) }
        isDone.withLock { $0 = true }
        if isEnd { release { continuation.resume(with: result) } } else { continuation.resume(with: result) }
      }
    } onCancel: { [lease, time] in
      _ = time.schedule(at: time.now + Self.mercy) {
        // Within the lock, so that what comes next on the same connection is not stopped.
        isDone.withLock { if !$0 { lease.connection.gate.cancel(lease: lease.number, reason: .cancelled) } }
      }
    }
  }

  /// How long the end of a transaction may take after its task was cancelled.
  private static let mercy = Duration.milliseconds(50)

  /// Ensures that a forgotten transaction does not keep its locks.
  private func watch() {
    guard let limit = governor.settings.idleTransaction else { return }
    uses.add(1, ordering: .relaxed)
    let seen = uses.load(ordering: .relaxed)
    setAlarm(
      time.schedule(at: time.now + limit) { [weak self] in
        guard let self, self.uses.load(ordering: .relaxed) == seen else { return }
        self.connection.thread.submit { [weak self] in self?.giveUp(ifUnusedSince: seen) }
      })
  }

  var pendingAlarm: Int? { alarm.withLock { $0 } }

  private func setAlarm(_ new: Int?) {
    let old = alarm.withLock { alarm in
      defer { alarm = new }
      return alarm
    }
    if let old { time.cancel(old) }
  }

  private func giveUp(ifUnusedSince seen: Int) {
    guard uses.load(ordering: .relaxed) == seen, !isOver.load(ordering: .acquiring), scope.ending == nil else { return }
    scope.finishRows()
    do {
      try connection.undo(within: governor.settings.fixedLimits.undoing) { (driver) throws(DatabaseError) in
        try driver.rollback()
      }
    } catch {
      connection.isBroken = true
    }
    scope.ending = .rolledBack
    scope.wasIdle = true
  }

  // MARK: The end

  /// Commits, and returns the connection; for code that can't be a closure.
  ///
  /// - Throws: The database's errors, after rolling back; `cancelled` in a cancelled task; `misuse` the second time.
  public func commit() async throws {
    // Set first, so that a late use can't slip in between.
    if isOver.exchange(true, ordering: .acquiringAndReleasing) {
      throw DatabaseError(.misuse, "this transaction is over")
    }
    let isCancelled = Task.isCancelled
    do {
      try await commit(isCancelled: isCancelled)
      span?.end()
    } catch {
      span?.end(error)
      throw error
    }
  }

  private func commit(isCancelled: Bool) async throws {
    try await finish(isEnd: true) { [self] in
      leaveSavepoints()
      // What a statement has committed is not undone any more.
      if isCancelled, scope.ending ?? .rolledBack == .rolledBack {
        governor.rollback(scope)
        throw DatabaseError.taskCancelled
      }
      // The announcements of entries wait until the connection was returned, as in any other transaction.
      ThreadScopes.enter(scope)
      defer { ThreadScopes.leave(scope) }
      try governor.commit(scope, within: Deadline.of(timeout, by: time))
    }
  }

  /// Rolls back, and returns the connection; does nothing the second time.
  public func rollback() async { await rollback(after: nil) }

  /// Rolls back because of what the closure has thrown.
  func rollback(after failure: (any Error)?) async {
    if isOver.exchange(true, ordering: .acquiringAndReleasing) { return }
    try? await finish(isEnd: true) { [self] in
      leaveSavepoints()
      governor.rollback(scope)
    }
    span?.end(failure)
  }

  /// A transaction released without an end is rolled back.
  deinit {
    if isOver.load(ordering: .acquiring) { return }
    governor.taskTransactions.end(lease.task)
    span?.end()
    let (lease, scope) = (lease, Handover(scope))
    // What the task runs next may wait for this connection, which becomes free in a moment.
    lease.connection.gate.forgetTask()
    lease.connection.thread.submit {
      lease.governor.rollback(scope.value)
      scope.value.end()
      lease.hasTransaction = false
      lease.release()
    }
  }

  private func release(then done: @escaping @Sendable () -> Void) {
    governor.taskTransactions.end(lease.task)
    uses.add(1, ordering: .relaxed)
    setAlarm(nil)
    scope.end()
    lease.hasTransaction = false
    lease.release(then: done)
  }
}

extension ConnectionGovernor {
  /// Begins a transaction that lasts across suspensions.
  public func begin(_ request: LeaseRequest) async throws -> AsyncTransaction {
    let span = traced.beginTransaction()
    do { return try await begin(request, span) } catch {
      span?.end(error)
      throw error
    }
  }

  private func begin(_ request: LeaseRequest, _ span: DatabaseSpan?) async throws -> AsyncTransaction {
    let pool = pool(for: request.role)
    let made = Lock<AsyncTransaction?>(nil)
    let purpose = Holder.Purpose.closure(request.file, request.line)
    let (deadline, whole) = deadlines(of: request, within: nil)
    if request.isOutermost, taskTransactions.contains(currentTask) { throw Self.insideTransaction }
    if try transactionOfThisTask() != nil {
      throw DatabaseError(
        .misuse, "this task has a transaction open already; call tx.transaction { } or tx.savepoint(_:) in its closure")
    }
    try await holdingConnection(of: pool, purpose, within: deadline, forRows: false) { [self] lease in
      let scope = LeaseScope(governor: self, connection: lease.connection, kind: .closure, thread: nil)
      scope.deadline = whole
      try begin(request.transaction ?? TransactionOptions(), in: scope, within: deadline)
      lease.hasTransaction = true
      let transaction = AsyncTransaction(lease: lease, scope: scope, timeout: request.timeout, span: span)
      made.withLock { $0 = transaction }
    }
    guard let transaction = made.withLock({ $0 }) else {
      throw DatabaseError(.misuse, "the transaction was not begun")
    }
    return transaction
  }
}
