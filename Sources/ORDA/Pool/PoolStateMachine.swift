import DequeModule

/// Decides who gets which connection; does nothing itself.
///
/// Every event is a method that changes the state and returns the action to take: no lock, no clock, no thread and no
/// connection is touched here, so every order of events can be tested as plain values. ``ConnectionPool`` holds one under
/// a lock and carries out what it says.
///
/// The rules: first come, first served; never more than `maximum` connections, those being opened included; a connection
/// given back goes straight to the first in the queue; a broken one is closed, and if somebody waits, its place is used to
/// open another; after ``close()`` nobody gets one, and those out are closed as they come back.
struct PoolStateMachine<Connection: AnyObject, Request: AnyObject> {
  /// What asking for a connection leads to.
  enum LeaseAction {
    /// Here it is.
    case use(Connection)
    /// Open one; then report ``opened(_:)`` or ``openingFailed()``.
    case open
    /// The request is in the queue.
    case wait
    /// The pool is closed.
    case refuse
  }

  /// What giving a connection back leads to.
  enum ReturnAction {
    /// It is idle now.
    case keep
    /// Hand it to this request.
    case hand(Connection, to: Request)
    /// Close it.
    case close(Connection)
    /// Close it, and open another for this request; then report ``opened(_:)`` or ``openingFailed()``.
    case closeAndOpen(Connection, for: Request)
  }

  /// What closing leads to.
  struct CloseAction {
    var close: [Connection]
    var refuse: [Request]
    /// How many connections are still out or being opened.
    var remaining: Int
  }

  let maximum: Int
  private(set) var idle: [Connection] = []
  private(set) var queue: Deque<Request> = []
  /// Connections that are out or being opened.
  private(set) var busyCount = 0
  private(set) var isClosed = false

  init(maximum: Int) { self.maximum = max(1, maximum) }

  /// How many connections there are, those being opened included.
  var count: Int { idle.count + busyCount }

  /// Somebody asks for a connection and would have to wait, or to open one: then nil, and nothing is changed.
  mutating func leaseIdle() -> Connection? {
    guard !isClosed, queue.isEmpty, let connection = idle.popLast() else { return nil }
    busyCount += 1
    return connection
  }

  /// Somebody asks for a connection. The request is made only if it has to wait, and is queued unless `queueing` is false.
  mutating func lease(_ request: () -> Request?) -> LeaseAction {
    if isClosed { return .refuse }
    if let connection = leaseIdle() { return .use(connection) }
    if queue.isEmpty, count < maximum {
      busyCount += 1
      return .open
    }
    if let request = request() { queue.append(request) }
    return .wait
  }

  /// A connection comes back, whole or broken.
  mutating func giveBack(_ connection: Connection, isBroken: Bool) -> ReturnAction {
    if isClosed {
      busyCount -= 1
      return .close(connection)
    }
    if isBroken {
      if let request = queue.popFirst() { return .closeAndOpen(connection, for: request) }
      busyCount -= 1
      return .close(connection)
    }
    if let request = queue.popFirst() { return .hand(connection, to: request) }
    busyCount -= 1
    idle.append(connection)
    return .keep
  }

  /// A connection that was to be opened is there; it belongs to whoever opened it. True where the pool was closed
  /// meanwhile: the connection is to be closed, and is no longer counted.
  mutating func opened() -> Bool {
    if isClosed { busyCount -= 1 }
    return isClosed
  }

  /// A connection that was to be opened is not there. The next in the queue, if any, is to try in its place.
  mutating func openingFailed() -> Request? {
    if !isClosed, let request = queue.popFirst() { return request }
    busyCount -= 1
    return nil
  }

  /// A request gives up. True where it was still in the queue; otherwise it has been, or is being, served.
  mutating func cancel(_ request: Request) -> Bool {
    guard let index = queue.firstIndex(where: { $0 === request }) else { return false }
    queue.remove(at: index)
    return true
  }

  /// No more leases: idle connections are to be closed, and those who wait are to be refused.
  mutating func close() -> CloseAction {
    isClosed = true
    // Made one by one: to make an array of an empty deque writes a 0 over the 0 of the array that all empty ones share,
    // which ThreadSanitizer reports.
    let action = CloseAction(close: idle, refuse: queue.map(\.self), remaining: busyCount)
    idle = []
    queue = []
    return action
  }
}
