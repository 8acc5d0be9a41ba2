internal import ORDAThreads

extension PoolStateMachine {
  /// What looking through the pool leads to.
  struct Findings {
    /// To be closed.
    var close: [Member] = []
    /// To be opened in their place.
    var openings = Openings()
    /// To be asked for a sign of life, after which ``checked(_:fault:at:)`` is called.
    var check: Member?
    /// When to look again; nil for never.
    var next: MonotonicTime?
  }
}

/// How connections age.
///
/// Nothing of this costs whoever asks for a connection: the pool is looked through now and then (``lookThrough(at:)``), and
/// what is out is looked at when it comes back.
extension PoolStateMachine where Member: PoolMember, Request: PoolWaiter {
  /// Looks at what is idle: what is too old is closed, and what nobody needs, the longest idle first, down to the minimum; one
  /// that has been silent for long is asked for a sign of life, never two at once.
  mutating func lookThrough(at now: MonotonicTime) -> Findings {
    var findings = Findings()
    guard !isClosed, let period = limits.period else { return findings }
    var surplus = count - limits.minimum
    takeIdle(into: &findings.close) { connection, limits in
      if connection.age.isPermanent { return nil }
      if connection.age.end <= now { return .aged }
      guard let timeout = limits.idleTimeout, surplus > 0, now - connection.age.restsSince >= timeout else {
        return nil
      }
      surplus -= 1
      return .idle
    }
    if let keepalive = limits.keepalive, checkingCount == 0 {
      let silent = idle.indices.min { idle[$0].lastSign < idle[$1].lastSign }
      if let silent, now - idle[silent].lastSign >= keepalive {
        findings.check = idle.remove(at: silent)
        checkingCount += 1
      }
    }
    findings.openings = beginMinimum()
    findings.next = nextLook(after: now, within: period)
    return findings
  }

  /// The sign of life came, or did not.
  mutating func checked(_ connection: Member, fault: ConnectionEnd?, at now: MonotonicTime) -> ReturnAction {
    checkingCount -= 1
    if let end = fault ?? end(of: connection, at: now) { return close(connection, end) }
    connection.age.answeredAt = now
    // It has been idle all the while.
    let restsSince = connection.age.restsSince
    let action = keep(connection, at: now)
    if case .keep = action { connection.age.restsSince = restsSince }
    return action
  }

  /// Why a connection that comes back is closed; nil if it is kept.
  func end(of connection: Member, at now: MonotonicTime) -> ConnectionEnd? {
    if isClosed { return .closed }
    if connection.age.generation != generation { return .refreshed }
    if connection.age.end <= now, !connection.age.isPermanent { return .aged }
    return count >= limits.maximum ? .surplus : nil
  }

  /// All connections are to be replaced: these now, and those that are out when they come back.
  mutating func refresh() -> (close: [Member], Openings) {
    generation += 1
    var closed: [Member] = []
    takeIdle(into: &closed) { _, _ in .refreshed }
    return (closed, beginMinimum())
  }

  /// There are to be so many connections from now on. What there is too much is closed when it comes back.
  mutating func resize(maximum: Int, minimum: Int) -> (close: [Member], Openings) {
    limits.maximum = max(1, maximum)
    limits.minimum = min(max(0, minimum), limits.maximum)
    var surplus = count - limits.maximum
    var closed: [Member] = []
    takeIdle(into: &closed) { _, _ in
      guard surplus > 0 else { return nil }
      surplus -= 1
      return .surplus
    }
    var openings = begin()
    let missing = beginMinimum()
    openings.count += missing.count
    return (closed, openings)
  }

  /// Takes out those that have ended while nobody used them.
  mutating func takeEnded(_ isAlive: (Member) -> Bool) -> [Member] {
    var ended: [Member] = []
    takeIdle(into: &ended) { connection, _ in isAlive(connection) ? nil : .ended }
    return ended
  }

  private mutating func takeIdle(
    into closed: inout [Member], _ end: (Member, PoolLimits) -> ConnectionEnd?
  ) {
    var kept: [Member] = []
    for connection in idle {
      if let end = end(connection, limits) {
        tally.noteEnd(end)
        closed.append(connection)
      } else {
        kept.append(connection)
      }
    }
    if kept.count < idle.count { idle = kept }
  }

  /// The moment when the first of those that are idle is due, at the latest after a period.
  private func nextLook(after now: MonotonicTime, within period: Duration) -> MonotonicTime? {
    guard count > 0 || limits.minimum > 0 else { return nil }
    var next = now + period
    for connection in idle where !connection.age.isPermanent {
      next = min(next, connection.age.end)
      if let timeout = limits.idleTimeout, count > limits.minimum {
        next = min(next, connection.age.restsSince + timeout)
      }
    }
    // However near that is, not at once again.
    return max(next, now + .milliseconds(1))
  }
}

extension PoolMember {
  /// When it was last known to be alive.
  fileprivate var lastSign: MonotonicTime { max(age.restsSince, age.answeredAt) }
}
