internal import ORDAThreads

/// What a governor's connections do now, and what they have done so far.
///
/// Asking costs a moment under the pool's lock; a service may do it every second. Connections that the database has ended
/// while they were idle are dropped by it, and not counted. Connections that hold locks by name are not counted at all.
public struct GovernorStatistics: Sendable, Hashable {
  /// Connections that are open or being opened.
  public var connections = 0
  /// Those that are in use.
  public var active = 0
  /// Those that nobody uses.
  public var idle = 0
  /// Those that are being opened.
  public var opening = 0
  /// Callers that wait for one.
  public var waiting = 0
  /// The most connections that there may be.
  public var maximum = 0
  /// Statements that ran, failed ones included.
  public var statements = 0
  /// Connections that were opened.
  public var opened = 0
  /// Connections that were closed, by reason.
  public var closed: [ConnectionEnd: Int] = [:]
  /// Callers that got no connection within `pool.acquire-timeout`, or their own limit.
  public var timeouts = 0
  /// Transactions that were repeated by `retrying:`, each time counted.
  public var retries = 0
  /// How often a host began to be denied since it failed; see ``HostMode``.
  public var failovers = 0
  /// How long callers waited for a connection.
  public var acquireTimes = DurationHistogram()
  /// How long they kept it; measured to a few milliseconds.
  public var useTimes = DurationHistogram()
  /// How long connecting took.
  public var openTimes = DurationHistogram()

  /// Those of a governor that has done nothing yet.
  public init() {}

  mutating func add(_ pool: ConnectionPool) {
    pool.dropEnded()
    // Within the lock: of a queue that is copied, the next who waits would make a second one.
    pool.state.withLock { state in
      let tally = state.tally
      connections += state.count
      active += state.busyCount
      idle += state.idle.count + state.checkingCount
      opening += state.openingCount
      waiting += state.queue.count
      maximum += state.limits.maximum
      opened += tally.opened
      closed.merge(tally.closed, uniquingKeysWith: +)
      timeouts += tally.timeouts
      acquireTimes.add(tally.acquireTimes)
      useTimes.add(tally.useTimes)
      openTimes.add(tally.openTimes)
    }
  }
}
