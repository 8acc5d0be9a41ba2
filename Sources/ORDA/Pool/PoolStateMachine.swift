/// Decides who gets which connection, and how many are opened; does nothing itself.
///
/// Every event is a method that changes the state and returns the action to take: no lock, no clock, no thread and no
/// connection is touched here, so every order of events can be tested as plain values. ``ConnectionPool`` holds one under
/// a lock and carries out what it says.
///
/// The rules: first come, first served; never more than `maximum` connections, those being opened included; what is given
/// back or was opened goes straight to the first in the queue, since an opening belongs to nobody; at most as many openings
/// begin as callers wait; a broken connection is closed; after ``close()`` nobody gets one, and those out are closed as
/// they come back.
///
/// Openings begin with one, and with each that succeeds two more may: most callers who come at once are served by what is
/// given back meanwhile. If callers wait for long, as many are opened as wait (``beginAll()``).
struct PoolStateMachine<Member: AnyObject, Request: AnyObject> {
  /// What asking for a connection leads to.
  enum LeaseAction {
    /// Here it is.
    case use(Member)
    /// The request is in the queue; some connections are to be opened.
    case wait(Openings)
    /// The pool is closed.
    case refuse
  }

  /// What giving a connection back leads to.
  enum ReturnAction {
    /// It is idle now.
    case keep
    /// Hand it to this request.
    case hand(Member, to: Request)
    /// Close it, and open some others.
    case close(Member, Openings)
  }

  /// What an opening leads to that succeeded.
  enum OpenedAction {
    /// The connection is idle now.
    case keep
    /// Hand it to this request, and open some others.
    case hand(to: Request, Openings)
    /// Close it; it is not counted any more.
    case close
  }

  /// How many connections are to be opened now. Each leads to ``opened(_:)`` or ``openingFailed()``.
  struct Openings: Equatable {
    var count = 0
    /// True if more callers wait than connections are being opened, though there is room: in a moment ``beginAll()`` is
    /// to be called. Only one such call is ever asked for at a time.
    var isToBeContinued = false
  }

  let maximum: Int
  private(set) var idle: [Member] = []
  private(set) var queue = RequestQueue<Request>()
  /// Connections that are out.
  private(set) var busyCount = 0
  /// Connections that are being opened.
  private(set) var openingCount = 0
  /// Nobody gets a connection any more.
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

  /// How many connections there are, those being opened included.
  var count: Int { idle.count + busyCount + openingCount }

  // MARK: Asking

  /// True if whoever asks now waits for nobody: there is an idle connection, room to open one, or a refusal.
  var servesAtOnce: Bool { isRefusing || (queue.isEmpty && (!idle.isEmpty || count < maximum)) }

  /// Somebody asks for a connection and would have to wait: then nil, and nothing is changed.
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

  /// A connection comes back, whole or broken.
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

  /// A connection that was to be opened is there.
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

  /// A connection that was to be opened is not there. If fewer are being opened than callers wait, the first of these
  /// is to be told why.
  mutating func openingFailed() -> (fail: Request?, Openings) {
    openingCount -= 1
    let failed = openingCount < queue.count ? next() : nil
    return (failed, begin())
  }

  /// Those who wait have waited for a moment: from now on as many connections are opened as callers wait.
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

  /// No more leases: those who wait are to be refused. What comes back is idle.
  mutating func refuse() -> [Request] {
    isRefusing = true
    defer { queue = RequestQueue() }
    return queue.all
  }

  /// Idle connections are to be closed, and those who wait are to be refused.
  mutating func close() -> (close: [Member], refuse: [Request]) {
    let refused = refuse()
    isClosed = true
    defer { idle = [] }
    return (idle, refused)
  }
}
