internal import Logging
internal import ORDAPlatform
internal import ORDAThreads
internal import Synchronization

/// Lends connections: the state machine under a lock, and the shell that carries out its decisions.
///
/// A caller that blocks sleeps on a condition; one that awaits is called back. Connections are opened on separate
/// threads, since connecting blocks and can't be stopped, and go to the first who waits: a caller can leave at any
/// moment.
final class ConnectionPool: Sendable {
  typealias Machine = PoolStateMachine<PooledConnection, PoolRequest>

  let state: Lock<Machine>
  /// All connections, those that are out included.
  let members: Lock<[PooledConnection]>
  /// The last opening that failed.
  let lastFailure = Lock<OpeningFailure?>(nil)
  let open: @Sendable () throws(DatabaseError) -> PooledConnection
  /// Told of every connection that the pool closes by itself, and of those that are held for too long.
  let logger: Logger
  /// True while the pool will be looked through by itself.
  let isWatched = Atomic(false)
  /// True while somebody finds out whether a new connection would be better than those that there are.
  let isTrying = Atomic(false)
  /// Woken whenever a connection comes back after the pool began to refuse, or was opened; made where somebody has to wait
  /// for that.
  private let changed = AtomicLazyReference<Condition>()
  private let isAwaited = Atomic(false)
  /// True if a connection with a program's session has ended, and nobody was informed yet.
  let hasLostSession = Atomic(false)
  let name: String
  /// The most connections that there may be now.
  private let currentMaximum: Atomic<Int>
  let acquireTimeout: Duration
  let time: TimeSource
  #if Metrics
    /// Where the pool reports; set once, if the program collects metrics.
    let metrics = AtomicLazyReference<PoolMetrics>()
  #endif

  /// Why the last opening failed, and when.
  struct OpeningFailure: Sendable {
    var error: DatabaseError
    var time: MonotonicTime
  }

  /// A pool that has one connection, if it is given one.
  init(
    name: String, limits: PoolLimits, acquireTimeout: Duration, logger: Logger = Logger(label: "orda"),
    time: TimeSource = .system, first: PooledConnection? = nil,
    open: @escaping @Sendable () throws(DatabaseError) -> PooledConnection
  ) {
    self.name = name
    self.acquireTimeout = acquireTimeout
    self.open = open
    self.logger = logger
    self.time = time
    currentMaximum = Atomic(limits.maximum)
    if let first { Self.begin(first, limits, at: time.now) }
    // Each has its own list: one that both had would be copied for the first lease.
    state = Lock(PoolStateMachine(limits, idle: first.map { [$0] } ?? []))
    members = Lock(first.map { [$0] } ?? [])
  }

  deinit { abandon() }

  /// The most connections that there may be.
  var maximum: Int { currentMaximum.load(ordering: .relaxed) }

  /// Closes every connection, when the governor is gone and nobody can have one any more.
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
    let now = time.now
    return members.withLock { $0 }.compactMap(\.gate.holder).filter { now - $0.since >= age }
      .map { $0.description(at: now) }
  }

  // MARK: Leasing

  /// Waits for a connection on this thread.
  ///
  /// - Throws: `.misuse` after ``refuse()`` and if this thread itself holds all connections, `.timeout` after the
  ///   limit, which includes opening, and what opening throws.
  func lease(timeout: Duration?) throws(DatabaseError) -> PooledConnection {
    // Usually one is free, and what follows for the other cases is not begun.
    while let connection = state.withLock({ $0.leaseIdle(at: time.coarse) }) {
      if isAlive(connection) {
        noteAcquired()
        return connection
      }
    }
    return try leaseOrWait(timeout ?? acquireTimeout)
  }

  /// True from ``refuse()`` on.
  var isRefusing: Bool { state.withLock { $0.isRefusing } }
  /// True if a caller would not have to wait now.
  var servesAtOnce: Bool { state.withLock { $0.servesAtOnce } }

  /// How often one that has to wait lets other threads run before it sleeps: about as long as falling asleep and being woken
  /// take. Where each has a connection for a few microseconds one is back by then, and threads that slept would have the others
  /// queue behind them for as long as it takes to wake them, each time. Until it sleeps it may be overtaken, and then no more.
  private static let turnsBeforeSleeping = 16
  /// How long it does that at most: on a busy machine each turn may take milliseconds.
  private static let turning = Duration.milliseconds(1)

  private func leaseOrWait(_ limit: Duration) throws(DatabaseError) -> PooledConnection {
    let start = time.now
    let deadline = start + limit
    let turnsEnd = min(deadline, start + Self.turning)
    for _ in 0..<Self.turnsBeforeSleeping {
      guard state.withLock({ $0.isFull }) else { break }
      sched_yield()
      // Who waits in the queue is served before this: as long as there is one, nothing is idle.
      if let connection = state.withLock({ $0.leaseIdle(at: time.coarse) }), isAlive(connection) {
        noteAcquired()
        return connection
      }
      if time.now >= turnsEnd { break }
    }
    let waiter = BlockingRequest(time)
    asking: while true {
      switch state.withLock({ $0.lease(waiter.request, at: time.coarse) }) {
      case .use(let connection):
        if isAlive(connection) {
          noteAcquired()
          return connection
        }
      case .refuse: throw closedError()
      case .queue: break asking
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
    if cancel(waiter.request) { throw timedOut(limit) }
    return try waiter.wait().get()
  }

  /// Asks for a connection and calls the request back, now or later, on any thread.
  func lease(_ request: PoolRequest, timeout: Duration?, task: Int?) {
    switch state.withLock({ $0.lease(request, at: time.coarse) }) {
    case .use(let connection):
      if isAlive(connection) {
        noteAcquired()
        request.complete(.success(connection))
      } else {
        lease(request, timeout: timeout, task: task)
      }
    case .refuse: request.complete(.failure(closedError()))
    case .queue(let moment):
      relieve(after: moment)
      limitWait(of: request, to: timeout, task: task)
    case .wait(let openings):
      begin(openings)
      limitWait(of: request, to: timeout, task: task)
    }
  }

  /// A request that waits is refused after its limit, and at once if it would wait for itself.
  private func limitWait(of request: PoolRequest, to timeout: Duration?, task: Int?) {
    if let task, isHeld(where: { $0.task == task }), cancel(request) {
      request.complete(.failure(selfWaitError("this task")))
      return
    }
    let limit = timeout ?? acquireTimeout
    let alarm = time.schedule(at: time.now + limit) { [weak self] in
      guard let self, self.cancel(request) else { return }
      request.complete(.failure(self.timedOut(limit)))
    }
    request.note(alarm: alarm)
  }

  /// Looks after a moment, if one is given, whether somebody has waited for long enough because many others work.
  func relieve(after moment: Duration?) {
    guard let moment else { return }
    _ = time.schedule(at: time.now + moment) { [weak self] in
      guard let self else { return }
      let relief = self.state.withLock { $0.relieve(at: self.time.now) }
      self.begin(relief.openings)
      for (connection, request) in relief.handed {
        if self.isAlive(connection) {
          self.noteAcquired(request)
          request.complete(.success(connection))
        } else {
          self.lease(request, timeout: nil, task: nil)
        }
      }
      self.relieve(after: relief.continuesAfter)
    }
  }

  /// Whether an idle connection still works. If not, it is given up, so that its place is free.
  private func isAlive(_ connection: PooledConnection) -> Bool {
    if connection.driver.isAlive { return true }
    connection.isBroken = true
    giveBack(connection, fault: .ended)
    return false
  }

  /// Removes a request from the queue; false if it was served before.
  func cancel(_ request: PoolRequest) -> Bool { state.withLock { $0.cancel(request) } }

  /// Takes a connection back and passes it on.
  ///
  /// - Parameter fault: What is wrong with one that is broken.
  func giveBack(_ connection: PooledConnection, fault: ConnectionEnd = .failed) {
    if !connection.gate.end() { connection.isBroken = true }
    if connection.keepsSession || connection.mayKeepSession { connection.age.isPermanent = true }
    // One that had ended while it was idle was used by nobody.
    if fault != .ended { noteUse(of: connection) }
    let fault = connection.isBroken ? fault : nil
    carryOut(state.withLock { $0.giveBack(connection, fault: fault, at: time.coarse) })
  }

  /// Does what was decided of a connection that came back.
  func carryOut(_ action: Machine.ReturnAction) {
    switch action {
    case .keep(let moment): relieve(after: moment)
    case .hand(let connection, let request):
      noteAcquired(request)
      request.complete(.success(connection))
    case .close(let connection, let openings):
      begin(openings)
      letGo([connection])
    }
    wakeWaiting()
  }

  /// Closes connections that the state machine has dropped.
  func letGo(_ dropped: [PooledConnection]) {
    if dropped.isEmpty { return }
    if dropped.contains(where: { $0.keepsSession || $0.mayKeepSession }) {
      hasLostSession.store(true, ordering: .releasing)
    }
    members.withLock { $0.removeAll { member in dropped.contains { $0 === member } } }
    for connection in dropped { connection.close() }
  }

  // MARK: Waiting for the pool as a whole

  /// Sleeps until the pool is in some state; false if the limit passes before.
  @discardableResult
  func wait(until limit: MonotonicTime, _ isDone: (Machine) -> Bool) -> Bool {
    if state.withLock({ isDone($0) }) { return true }
    let changed = changed.storeIfNil(Condition())
    isAwaited.store(true, ordering: .releasing)
    return changed.withLock {
      while !state.withLock({ isDone($0) }) {
        if time.now >= limit { return false }
        time.wait(on: changed, until: limit)
      }
      return true
    }
  }

  func wakeWaiting() {
    // One that comes to wait after this finds the count as it is now.
    guard isAwaited.load(ordering: .acquiring), let changed = changed.load() else { return }
    changed.withLock { changed.broadcast() }
  }

  /// Has so many connections from now on.
  func resize(maximum: Int, minimum: Int) {
    currentMaximum.store(maximum, ordering: .relaxed)
    let (dropped, openings) = state.withLock { $0.resize(maximum: maximum, minimum: minimum) }
    begin(openings)
    letGo(dropped)
    watch()
  }
}
