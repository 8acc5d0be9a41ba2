internal import ORDAThreads

/// Decides who gets which connection, and how many there are; does nothing itself.
///
/// Every event is a method that changes the state and returns the action to take: it touches no lock, clock, thread or
/// connection, so every order of events can be tested with plain values. ``ConnectionPool`` holds one under a lock and
/// carries out what it says.
///
/// The rules: first come, first served; never more than `maximum` connections, those being opened included; what is given
/// back or was opened goes straight to the first in the queue, since an opening belongs to nobody; at most as many openings
/// begin as callers wait, or as are missing to the minimum; a broken connection is closed; after ``close()`` nobody gets one,
/// and those out are closed as they come back.
///
/// How many work at once where this process does the work, which is when one that comes back may rest though somebody waits, is
/// in `PoolStateMachine+Crowd.swift`; when to open for those who wait is in `PoolStateMachine+Opening.swift`, how connections age
/// in `PoolStateMachine+Aging.swift`.
///
/// What it asks of connections and of those who wait is a matter of its events alone: a type bound to conformances would have the
/// runtime search the whole program for them when the first pool is made.
struct PoolStateMachine<Member: AnyObject, Request: AnyObject> {
  /// What asking for a connection leads to.
  enum LeaseAction {
    /// Here it is.
    case use(Member)
    /// The request is in the queue; open these connections.
    case wait(Openings)
    /// The request is in the queue, since many work already, each for a short time. Where a time is given, call
    /// ``PoolStateMachine/relieve(at:)`` after it.
    case queue(Duration?)
    /// The pool is closed.
    case refuse
  }

  /// The result of returning a connection.
  enum ReturnAction {
    /// It is idle now. Where a time is given somebody waits all the same, for those who work: call
    /// ``PoolStateMachine/relieve(at:)`` after it.
    case keep(Duration?)
    /// Hand it to this request.
    case hand(Member, to: Request)
    /// Close it, and open others.
    case close(Member, Openings)
  }

  var limits: PoolLimits
  /// Connections that nobody uses, the one that rests longest first.
  var idle: [Member] = []
  var queue = RequestQueue<Request>()
  /// Connections that are out.
  var busyCount = 0
  /// Those of them that are lent to somebody who works at once.
  var working: [Member] = []
  /// Connections that are being opened.
  var openingCount = 0
  /// Connections that are being asked for a sign of life.
  var checkingCount = 0
  /// Nobody gets a connection any more.
  var isRefusing = false
  var isClosed = false
  var pace = OpeningPace()
  /// True while ``reconsider(at:)`` will be called.
  var isContinuing = false
  /// True while ``relieve(at:)`` will be called.
  var isRelieving = false
  /// Until when nothing is opened for those who wait, since the server is full.
  var heldUntil: MonotonicTime?
  /// How often all connections were to be replaced.
  var generation = 0
  var tally = PoolTally()

  /// A pool that has these connections.
  init(_ limits: PoolLimits, idle: [Member] = []) {
    self.limits = limits
    self.idle = idle
    tally.opened = idle.count
  }

  /// How many connections there are, those being opened included.
  var count: Int { idle.count + busyCount + openingCount + checkingCount }
}

extension PoolStateMachine where Member: PoolMember, Request: PoolWaiter {
  // MARK: Asking

  /// True if whoever asks now waits for nobody: there is an idle connection, room to open one, or a refusal.
  var servesAtOnce: Bool { isRefusing || (queue.isEmpty && (!idle.isEmpty || count < limits.maximum)) }

  /// True if whoever asks now waits for what is out, since no more may be opened.
  var isFull: Bool { !isRefusing && idle.isEmpty && openingCount == 0 && count >= limits.maximum }

  /// Somebody asks for a connection and would have to wait: then nil, and nothing is changed.
  ///
  /// - Parameter request: Who asks, if it is to be called back.
  mutating func leaseIdle(for request: Request? = nil, at now: MonotonicTime) -> Member? {
    guard !isRefusing, queue.isEmpty, let connection = idle.popLast() else { return nil }
    lend(connection, to: request, at: now)
    tally.noteAcquired(after: 0)
    return connection
  }

  /// Notes that a connection goes out.
  mutating func lend(_ connection: Member, to request: Request?, at now: MonotonicTime) {
    connection.age.lentAt = now
    busyCount += 1
    if limits.crowd != nil, request?.worksAtOnce == true { working.append(connection) }
  }

  /// Somebody asks for a connection.
  mutating func lease(_ request: Request, at now: MonotonicTime) -> LeaseAction {
    if isRefusing { return .refuse }
    if isTooMany(request, at: now) { return .queue(wait(request)) }
    if let connection = leaseIdle(for: request, at: now) { return .use(connection) }
    queue.append(request)
    return .wait(begin())
  }

  /// A request gives up. True if it was still in the queue; otherwise it has been, or is being, served.
  mutating func cancel(_ request: Request) -> Bool {
    let wasWaiting = queue.remove(request)
    slowDownIfServed()
    return wasWaiting
  }

  // MARK: Giving back

  /// A connection comes back.
  ///
  /// - Parameter fault: Why it is of no further use; nil if it is whole.
  mutating func giveBack(_ connection: Member, fault: ConnectionEnd? = nil, at now: MonotonicTime) -> ReturnAction {
    tally.noteUse(of: now.nanoseconds(since: connection.age.lentAt))
    busyCount -= 1
    if !working.isEmpty { working.removeAll { $0 === connection } }
    pace.returned += 1
    if let end = fault ?? end(of: connection, at: now) { return close(connection, end) }
    return keep(connection, at: now)
  }

  /// Passes on one that is counted nowhere at the moment.
  mutating func keep(_ connection: Member, at now: MonotonicTime) -> ReturnAction {
    if let first = queue.first, !isTooMany(first, at: now), let request = next(at: now) {
      lend(connection, to: request, at: now)
      return .hand(connection, to: request)
    }
    connection.age.restsSince = now
    idle.append(connection)
    return .keep(queue.isEmpty ? nil : beginRelief())
  }

  mutating func close(_ connection: Member, _ end: ConnectionEnd) -> ReturnAction {
    tally.noteEnd(end)
    return .close(connection, begin())
  }

  /// The first in the queue, who is served now.
  mutating func next(at now: MonotonicTime) -> Request? {
    defer { slowDownIfServed() }
    guard let request = queue.popFirst() else { return nil }
    tally.noteAcquired(after: now.nanoseconds(since: request.askedAt))
    return request
  }

  mutating func slowDownIfServed() {
    if queue.isEmpty { pace = OpeningPace() }
  }

  // MARK: Closing

  /// No more leases: the waiters must be refused. Returned connections are idle.
  mutating func refuse() -> [Request] {
    isRefusing = true
    defer { queue = RequestQueue() }
    return queue.all
  }

  /// Idle connections must be closed, and the waiters refused.
  mutating func close() -> (close: [Member], refuse: [Request]) {
    let refused = refuse()
    isClosed = true
    for _ in idle { tally.noteEnd(.closed) }
    defer { idle = [] }
    return (idle, refused)
  }
}
