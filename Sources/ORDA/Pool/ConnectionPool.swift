internal import Synchronization

/// Lends connections: the state machine under a lock, and the shell that carries out what it decides.
///
/// Whoever blocks for a connection sleeps on a condition; whoever awaits one is called back. Connections for callers who
/// await are opened on a thread of the pool's own, for connecting blocks.
final class ConnectionPool: Sendable {
  private let state: Lock<PoolStateMachine<PooledConnection, PoolRequest>>
  private let members = Lock<[PooledConnection]>([])
  private let open: @Sendable () throws(DatabaseError) -> PooledConnection
  private let opener = WorkerThread()
  /// Woken whenever a connection is closed after the pool was; made where ``close(within:)`` has to wait.
  private let drained = AtomicLazyReference<Condition>()
  private let isAwaited = Atomic(false)
  let name: String
  let maximum: Int
  let acquireTimeout: Duration

  init(
    name: String, maximum: Int, acquireTimeout: Duration,
    open: @escaping @Sendable () throws(DatabaseError) -> PooledConnection
  ) {
    self.name = name
    self.maximum = maximum
    self.acquireTimeout = acquireTimeout
    self.open = open
    state = Lock(PoolStateMachine(maximum: maximum))
  }

  deinit {
    abandon()
    opener.stop()
  }

  /// Closes every connection, when the governor is gone and nobody can have one any more.
  func abandon() {
    let all = members.withLock { members in
      defer { members = [] }
      return members
    }
    for connection in all { connection.close() }
  }

  /// The readings and closures that have held a connection for longer than a time, as messages name them.
  func holders(longerThan age: Duration) -> [String] {
    let now = MonotonicTime.now
    return members.withLock { $0 }.compactMap(\.gate.holder).filter { now - $0.since >= age }.map(\.description)
  }

  // MARK: Leasing

  /// Waits for a connection on this thread.
  ///
  /// - Throws: `.misuse` after ``close(within:)`` and where this thread itself holds all connections, `.timeout` after the
  ///   limit, and what opening throws.
  func lease(timeout: Duration?) throws(DatabaseError) -> PooledConnection {
    // Mostly one is free, and what follows for the other cases is not begun.
    while let connection = state.withLock({ $0.leaseIdle() }) {
      if isAlive(connection) { return connection }
    }
    return try leaseOrWait(timeout: timeout)
  }

  private func leaseOrWait(timeout: Duration?) throws(DatabaseError) -> PooledConnection {
    var waiter: BlockingRequest?
    func ask() -> PoolStateMachine<PooledConnection, PoolRequest>.LeaseAction {
      state.withLock { state in
        state.lease {
          let made = BlockingRequest()
          waiter = made
          return made.request
        }
      }
    }
    var action = ask()
    while case .use(let connection) = action {
      if isAlive(connection) { return connection }
      action = ask()
    }
    switch action {
    case .use(let connection): return connection
    case .open: return try openHere()
    case .refuse: throw closedError()
    case .wait: break
    }
    guard let waiter else { throw closedError() }
    let thread = ThreadIdentity.current
    if isHeld(where: { $0.thread == thread }), state.withLock({ $0.cancel(waiter.request) }) {
      throw selfWaitError("this thread")
    }
    if let task = withUnsafeCurrentTask(body: { $0?.hashValue }), isHeld(where: { $0.task == task }),
      state.withLock({ $0.cancel(waiter.request) })
    {
      throw selfWaitError("this task")
    }
    if let result = waiter.wait(until: .now + (timeout ?? acquireTimeout)) { return try result.get() }
    // The limit passed; but a connection may have been handed over since.
    if state.withLock({ $0.cancel(waiter.request) }) { throw timeoutError(timeout ?? acquireTimeout) }
    return try waiter.wait().get()
  }

  /// Asks for a connection and calls the request back, now or later, on any thread.
  func lease(_ request: PoolRequest, timeout: Duration?, task: Int?) {
    switch state.withLock({ state in state.lease { request } }) {
    case .use(let connection):
      if isAlive(connection) {
        request.complete(.success(connection))
      } else {
        lease(request, timeout: timeout, task: task)
      }
    case .open: openElsewhere(for: request)
    case .refuse: request.complete(.failure(closedError()))
    case .wait:
      if let task, isHeld(where: { $0.task == task }), cancel(request) {
        request.complete(.failure(selfWaitError("this task")))
        return
      }
      let limit = timeout ?? acquireTimeout
      request.alarm = Alarms.shared.set(at: .now + limit) { [weak self, weak request] in
        guard let self, let request, self.cancel(request) else { return }
        request.complete(.failure(self.timeoutError(limit)))
      }
    }
  }

  /// Whether an idle connection is still there. One that is not is given up, so that its place is free.
  private func isAlive(_ connection: PooledConnection) -> Bool {
    if connection.driver.isAlive { return true }
    connection.isBroken = true
    giveBack(connection)
    return false
  }

  /// Takes a request out of the queue; false where it was served before.
  func cancel(_ request: PoolRequest) -> Bool { state.withLock { $0.cancel(request) } }

  /// Takes a connection back and passes it on.
  func giveBack(_ connection: PooledConnection) {
    connection.gate.end()
    switch state.withLock({ $0.giveBack(connection, isBroken: connection.isBroken) }) {
    case .keep: break
    case .hand(let connection, let request): request.complete(.success(connection))
    case .close(let connection): dispose(of: connection)
    case .closeAndOpen(let connection, let request):
      dispose(of: connection)
      openElsewhere(for: request)
    }
  }

  // MARK: Opening and closing

  private func openHere() throws(DatabaseError) -> PooledConnection {
    let connection: PooledConnection
    do throws(DatabaseError) {
      connection = try open()
    } catch {
      if let next = state.withLock({ $0.openingFailed() }) { openElsewhere(for: next) }
      wakeCloser()
      throw error
    }
    if state.withLock({ $0.opened() }) {
      connection.close()
      wakeCloser()
      throw closedError()
    }
    members.withLock { $0.append(connection) }
    return connection
  }

  private func openElsewhere(for request: PoolRequest) {
    opener.submit { [self] in
      do throws(DatabaseError) {
        request.complete(.success(try openHere()))
      } catch {
        request.complete(.failure(error))
      }
    }
  }

  private func dispose(of connection: PooledConnection) {
    members.withLock { $0.removeAll { $0 === connection } }
    connection.close()
    wakeCloser()
  }

  private func wakeCloser() {
    // One that comes to wait after this finds the count as it is now.
    guard isAwaited.load(ordering: .acquiring), let drained = drained.load() else { return }
    drained.withLock { drained.broadcast() }
  }

  /// Refuses what comes, waits for what runs, and stops what is still running after the grace.
  func close(within grace: Duration) {
    let action = state.withLock { $0.close() }
    for request in action.refuse { request.complete(.failure(closedError())) }
    for connection in action.close { dispose(of: connection) }
    // Mostly nothing runs any more.
    if action.remaining == 0 { return }
    waitUntilDrained(for: grace)
    for connection in members.withLock({ $0 }) { connection.gate.cancel(lease: nil, reason: .closing) }
    // What was stopped gives back in a moment; what holds a connection without using it is closed when it comes back.
    waitUntilDrained(for: .seconds(1))
  }

  private func waitUntilDrained(for time: Duration) {
    if state.withLock({ $0.busyCount }) == 0 { return }
    let drained = drained.storeIfNil(Condition())
    isAwaited.store(true, ordering: .releasing)
    let limit = MonotonicTime.now + time
    drained.withLock {
      while state.withLock({ $0.busyCount }) > 0, MonotonicTime.now < limit { drained.wait(until: limit) }
    }
  }

  /// True where this thread or the task holds one of the connections.
  func isHeld(byTask task: Int?) -> Bool {
    let thread = ThreadIdentity.current
    return members.withLock { $0 }.contains { connection in
      guard let holder = connection.gate.holder else { return false }
      return holder.thread == thread || (task != nil && holder.task == task)
    }
  }

  var counts: (connections: Int, active: Int, waiting: Int) {
    state.withLock { ($0.count, $0.busyCount, $0.queue.count) }
  }

  // MARK: Saying why

  /// True where every connection is held by somebody of whom the test holds.
  private func isHeld(where test: (Holder) -> Bool) -> Bool {
    let holders = members.withLock { $0 }.map { $0.gate.holder }
    return holders.count == maximum && holders.allSatisfy { $0.map(test) ?? false }
  }

  private func holders() -> String {
    let all = members.withLock { $0 }.compactMap { $0.gate.holder?.description }
    return all.isEmpty ? "nobody" : all.joined(separator: "; ")
  }

  private func closedError() -> DatabaseError {
    var error = DatabaseError(.misuse, "the governor is closed")
    error.code = .nilConnection
    return error
  }

  func selfWaitError(_ who: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "\(who) waits for a connection that it holds itself: the \(name) pool has \(maximum), held by \(holders()); "
        + "finish reading first, or use what the closure was lent")
  }

  private func timeoutError(_ limit: Duration) -> DatabaseError {
    let waiting = state.withLock { $0.queue.count }
    return DatabaseError(
      .timeout,
      "no connection came free within \(limit): the \(name) pool has \(maximum), \(waiting) others wait; held by \(holders())"
    )
  }
}
