internal import ORDAThreads
internal import Synchronization

/// Lends connections: the state machine under a lock, and the shell that carries out its decisions.
///
/// A caller that blocks sleeps on a condition; one that awaits is called back. Connections are opened on separate
/// threads, since connecting blocks and can't be stopped, and go to the first who waits: a caller can leave at any
/// moment.
final class ConnectionPool: Sendable {
  private typealias Machine = PoolStateMachine<PooledConnection, PoolRequest>

  private let state: Lock<Machine>
  private let members: Lock<[PooledConnection]>
  private let open: @Sendable () throws(DatabaseError) -> PooledConnection
  /// Woken whenever a connection is returned after the pool began to refuse; made when closing has to wait.
  private let drained = AtomicLazyReference<Condition>()
  private let isAwaited = Atomic(false)
  /// True if a connection with a program's session has ended, and nobody was informed yet.
  let hasLostSession = Atomic(false)
  let name: String
  let maximum: Int
  let acquireTimeout: Duration

  /// How long callers wait before as many connections are opened as there are callers.
  private static let hesitation = Duration.milliseconds(20)
  /// How long closing waits for what it has stopped.
  private static let lastWait = Duration.milliseconds(200)

  /// A pool that has one connection, if it is given one.
  init(
    name: String, maximum: Int, acquireTimeout: Duration, first: PooledConnection? = nil,
    open: @escaping @Sendable () throws(DatabaseError) -> PooledConnection
  ) {
    self.name = name
    self.maximum = maximum
    self.acquireTimeout = acquireTimeout
    self.open = open
    let idle = first.map { [$0] } ?? []
    state = Lock(PoolStateMachine(maximum: maximum, idle: idle))
    members = Lock(idle)
  }

  deinit { abandon() }

  /// Closes every connection, once the governor is gone and nobody can get one any more.
  func abandon() {
    let all = state.withLock { state in
      _ = state.close()
      return members.withLock { members in
        defer { members = [] }
        return members
      }
    }
    for connection in all { connection.close() }
  }

  /// The readings and closures that have held a connection for longer than a time, as named in messages.
  func holders(longerThan age: Duration) -> [String] {
    let now = MonotonicTime.now
    return members.withLock { $0 }.compactMap(\.gate.holder).filter { now - $0.since >= age }.map(\.description)
  }

  // MARK: Leasing

  /// Waits for a connection on this thread.
  ///
  /// - Throws: `.misuse` after ``refuse()`` and if this thread itself holds all connections, `.timeout` after the
  ///   limit, which includes opening, and what opening throws.
  func lease(timeout: Duration?) throws(DatabaseError) -> PooledConnection {
    // Usually one is free, and the steps for the other cases are not begun.
    while let connection = state.withLock({ $0.leaseIdle() }) {
      if isAlive(connection) { return connection }
    }
    return try leaseOrWait(timeout ?? acquireTimeout)
  }

  /// True if a caller would not have to wait now.
  var servesAtOnce: Bool { state.withLock { $0.servesAtOnce } }

  private func leaseOrWait(_ limit: Duration) throws(DatabaseError) -> PooledConnection {
    let deadline = MonotonicTime.now + limit
    let waiter = BlockingRequest()
    asking: while true {
      switch state.withLock({ $0.lease(waiter.request) }) {
      case .use(let connection): if isAlive(connection) { return connection }
      case .refuse: throw closedError()
      case .wait(let openings):
        begin(openings)
        break asking
      }
    }
    let thread = ThreadIdentity.current
    if isHeld(where: { $0.thread == thread }), cancel(waiter.request) { throw selfWaitError("this thread") }
    if let task = withUnsafeCurrentTask(body: { $0?.hashValue }), isHeld(where: { $0.task == task }),
      cancel(waiter.request)
    {
      throw selfWaitError("this task")
    }
    if let result = waiter.wait(until: deadline) { return try result.get() }
    // The limit passed; but a connection may have been handed over since.
    if cancel(waiter.request) { throw timeoutError(limit) }
    return try waiter.wait().get()
  }

  /// Asks for a connection and calls the request back, now or later, on any thread.
  func lease(_ request: PoolRequest, timeout: Duration?, task: Int?) {
    switch state.withLock({ $0.lease(request) }) {
    case .use(let connection):
      if isAlive(connection) {
        request.complete(.success(connection))
      } else {
        lease(request, timeout: timeout, task: task)
      }
    case .refuse: request.complete(.failure(closedError()))
    case .wait(let openings):
      begin(openings)
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

  /// Whether an idle connection still works. If not, it is given up, so that its place is free.
  private func isAlive(_ connection: PooledConnection) -> Bool {
    if connection.driver.isAlive { return true }
    connection.isBroken = true
    giveBack(connection)
    return false
  }

  /// Removes a request from the queue; false if it was served before.
  func cancel(_ request: PoolRequest) -> Bool { state.withLock { $0.cancel(request) } }

  /// Takes a connection back and passes it on.
  func giveBack(_ connection: PooledConnection) {
    if !connection.gate.end() { connection.isBroken = true }
    if connection.isBroken, connection.keepsSession || connection.mayKeepSession {
      hasLostSession.store(true, ordering: .releasing)
    }
    switch state.withLock({ $0.giveBack(connection, isBroken: connection.isBroken) }) {
    case .keep: break
    case .hand(let connection, let request): request.complete(.success(connection))
    case .close(let connection, let openings):
      begin(openings)
      members.withLock { $0.removeAll { $0 === connection } }
      connection.close()
    }
    wakeCloser()
  }

  // MARK: Opening

  private func begin(_ openings: Machine.Openings) {
    for _ in 0..<openings.count {
      // Connecting may outlast the pool.
      SpareThreads.shared.run { [weak self, open] in
        let outcome: PoolRequest.Outcome
        do throws(DatabaseError) { outcome = .success(try open()) } catch { outcome = .failure(error) }
        if let self {
          self.finishOpening(outcome)
        } else if case .success(let connection) = outcome {
          connection.close()
        }
      }
    }
    guard openings.isToBeContinued else { return }
    _ = Alarms.shared.set(at: .now + Self.hesitation) { [weak self] in
      guard let self else { return }
      self.begin(self.state.withLock { $0.beginAll() })
    }
  }

  private func finishOpening(_ outcome: PoolRequest.Outcome) {
    switch outcome {
    case .success(let connection):
      let action = state.withLock { state in
        let action = state.opened(connection)
        // Within the lock, so that whoever closes all finds it.
        if case .close = action {} else { members.withLock { $0.append(connection) } }
        return action
      }
      switch action {
      case .keep: break
      case .hand(let request, let openings):
        begin(openings)
        request.complete(.success(connection))
      case .close: connection.close()
      }
    case .failure(let error):
      let (failed, openings) = state.withLock { $0.openingFailed() }
      begin(openings)
      failed?.complete(.failure(error))
    }
    wakeCloser()
  }

  // MARK: Closing

  /// Refuses new requests, waits for running work, and stops what is still running after the grace.
  func close(within grace: Duration) { Self.close([self], within: grace) }

  /// Closes several at once, and their connections in this order.
  static func close(_ pools: [ConnectionPool], within grace: Duration) {
    let limit = MonotonicTime.now + grace
    for pool in pools { pool.refuse() }
    for pool in pools { pool.wait(until: limit) { $0.busyCount == 0 } }
    for pool in pools { pool.stopAll() }
    // What was stopped returns its connection in a moment, or is cut and returns it then. What holds a connection
    // without using it, or opens one, is not waited for: the connection is closed when it is returned.
    let last = MonotonicTime.now + lastWait
    for pool in pools { pool.wait(until: last) { $0.busyCount + $0.openingCount == 0 } }
    for pool in pools { pool.shut() }
  }

  private func refuse() {
    for request in state.withLock({ $0.refuse() }) { request.complete(.failure(closedError())) }
  }

  private func stopAll() {
    if state.withLock({ $0.busyCount }) == 0 { return }
    for connection in members.withLock({ $0 }) { connection.gate.cancel(lease: nil, reason: .closing) }
  }

  /// Closes idle connections, and from now on those that are returned.
  private func shut() {
    let idle = state.withLock { $0.close().close }
    members.withLock { $0.removeAll { member in idle.contains { $0 === member } } }
    for connection in idle { connection.close() }
  }

  private func wait(until limit: MonotonicTime, _ isDone: (Machine) -> Bool) {
    if state.withLock({ isDone($0) }) { return }
    let drained = drained.storeIfNil(Condition())
    isAwaited.store(true, ordering: .releasing)
    drained.withLock {
      while !state.withLock({ isDone($0) }), MonotonicTime.now < limit { drained.wait(until: limit) }
    }
  }

  private func wakeCloser() {
    // Whoever begins to wait after this finds the count as it is now.
    guard isAwaited.load(ordering: .acquiring), let drained = drained.load() else { return }
    drained.withLock { drained.broadcast() }
  }

  /// True if this thread or the task holds one of the connections.
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

  /// True if every connection is held by somebody for whom the test is true.
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
    let (waiting, opening) = state.withLock { ($0.queue.count, $0.openingCount) }
    let connecting = opening == 0 ? "" : ", \(opening) of them still connecting"
    return DatabaseError(
      .timeout,
      "no connection came free within \(limit): the \(name) pool has \(maximum)\(connecting), \(waiting) others wait; "
        + "held by \(holders())")
  }
}
