/// Decides who gets which connection, and how many are opened; it does nothing itself.
///
/// Every event is a method that changes the state and returns the action to take: it touches no lock, clock, thread or
/// connection, so every order of events can be tested with plain values. ``ConnectionPool`` holds one under a lock and
/// carries out what it says.
///
/// The rules: first come, first served; never more than `maximum` connections, including those being opened; what is
/// returned or was opened goes straight to the first in the queue, since an opening belongs to nobody; at most as many
/// openings begin as callers wait; a broken connection is closed; after ``close()`` nobody gets one, and those in use
/// are closed as they are returned.
///
/// Openings begin with one, and with each that succeeds two more may follow: most callers who arrive at once are served
/// by connections returned meanwhile. If callers wait for long, as many are opened as wait (``beginAll()``).
struct PoolStateMachine<Member: AnyObject, Request: AnyObject> {
  /// The result of asking for a connection.
  enum LeaseAction {
    /// Here it is.
    case use(Member)
    /// The request is in the queue; open these connections.
    case wait(Openings)
    /// The pool is closed.
    case refuse
  }

  /// The result of returning a connection.
  enum ReturnAction {
    /// It is idle now.
    case keep
    /// Hand it to this request.
    case hand(Member, to: Request)
    /// Close it, and open others.
    case close(Member, Openings)
  }

  /// The result of a successful opening.
  enum OpenedAction {
    /// The connection is idle now.
    case keep
    /// Hand it to this request, and open others.
    case hand(to: Request, Openings)
    /// Close it; it no longer counts.
    case close
  }

  /// How many connections to open now. Each leads to ``opened(_:)`` or ``openingFailed()``.
  struct Openings: Equatable {
    var count = 0
    /// True if more callers wait than connections are being opened, though there is room: then call ``beginAll()`` in a
    /// moment. Only one such call is ever requested at a time.
    var isToBeContinued = false
  }

  let maximum: Int
  private(set) var idle: [Member] = []
  private(set) var queue = RequestQueue<Request>()
  /// Connections in use.
  private(set) var busyCount = 0
  /// Connections that are being opened.
  private(set) var openingCount = 0
  /// True once nobody gets a connection any more.
  private(set) var isRefusing = false
  private(set) var isClosed = false
  /// How many may be opened at once.
  private var allowance = 1
  private var isContinuing = false

  /// A pool that has these connections.
  init(maximum: Int, idle: [Member] = []) {
    self.maximum = max(1, maximum)
    self.idle = idle
  }

  /// How many connections there are, including those being opened.
  var count: Int { idle.count + busyCount + openingCount }

  // MARK: Asking

  /// True if a caller would not have to wait now: there is an idle connection, room to open one, or a refusal.
  var servesAtOnce: Bool { isRefusing || (queue.isEmpty && (!idle.isEmpty || count < maximum)) }

  /// Somebody asks for a connection; nil, and no change, if they would have to wait.
  mutating func leaseIdle() -> Member? {
    guard !isRefusing, let connection = idle.popLast() else { return nil }
    busyCount += 1
    return connection
  }

  /// Somebody asks for a connection.
  mutating func lease(_ request: Request) -> LeaseAction {
    if isRefusing { return .refuse }
    if let connection = leaseIdle() { return .use(connection) }
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

  /// A connection is returned, whole or broken.
  mutating func giveBack(_ connection: Member, isBroken: Bool) -> ReturnAction {
    if isClosed || isBroken {
      busyCount -= 1
      return .close(connection, begin())
    }
    if let request = next() { return .hand(connection, to: request) }
    busyCount -= 1
    idle.append(connection)
    return .keep
  }

  // MARK: Opening

  /// A connection was opened.
  mutating func opened(_ connection: Member) -> OpenedAction {
    openingCount -= 1
    if isClosed { return .close }
    allowance = min(allowance * 2, maximum)
    if let request = next() {
      busyCount += 1
      return .hand(to: request, begin())
    }
    idle.append(connection)
    return .keep
  }

  /// A connection could not be opened. If fewer are being opened than callers wait, the first of these must be
  /// informed.
  mutating func openingFailed() -> (fail: Request?, Openings) {
    openingCount -= 1
    let failed = openingCount < queue.count ? next() : nil
    return (failed, begin())
  }

  /// The waiters have waited for a moment: from now on as many connections are opened as callers wait.
  mutating func beginAll() -> Openings {
    isContinuing = false
    if !queue.isEmpty { allowance = maximum }
    return begin()
  }

  private mutating func begin() -> Openings {
    guard !isRefusing else { return Openings() }
    let wanted = min(queue.count - openingCount, maximum - count)
    guard wanted > 0 else { return Openings() }
    var openings = Openings(count: max(0, min(wanted, allowance - openingCount)))
    openingCount += openings.count
    if openings.count < wanted, !isContinuing {
      isContinuing = true
      openings.isToBeContinued = true
    }
    return openings
  }

  private mutating func next() -> Request? {
    defer { slowDownIfServed() }
    return queue.popFirst()
  }

  private mutating func slowDownIfServed() {
    if queue.isEmpty { allowance = 1 }
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
    defer { idle = [] }
    return (idle, refused)
  }
}
