internal import Logging
internal import ORDAThreads
internal import Synchronization

/// How the pool looks after connections that nobody uses, and after those that somebody keeps.
extension ConnectionPool {
  /// How long an idle connection may take to give a sign of life.
  private static let checkLimit = Duration.seconds(5)

  /// Sees to it that the pool is looked through from time to time, as long as there is something to look after.
  func watch() {
    guard let period = state.withLock({ $0.limits.period }), !isWatched.exchange(true, ordering: .acquiringAndReleasing)
    else { return }
    look(at: time.now + period)
  }

  private func look(at moment: MonotonicTime) {
    _ = time.schedule(at: moment) { [weak self] in
      // Closing and asking take time, and the alarms' thread has none.
      SpareThreads.shared.run { [weak self] in self?.lookThrough() }
    }
  }

  private func lookThrough() {
    let findings = state.withLock { $0.lookThrough(at: time.now) }
    begin(findings.openings)
    letGo(findings.close)
    warnOfHolders()
    if let connection = findings.check { carryOut(check(connection)) }
    if let next = findings.next {
      look(at: next)
    } else {
      isWatched.store(false, ordering: .releasing)
    }
  }

  /// Asks an idle connection for a sign of life.
  private func check(_ connection: PooledConnection) -> Machine.ReturnAction {
    var fault: ConnectionEnd?
    do throws(DatabaseError) {
      guard connection.driver.isAlive else { throw DatabaseError(.connectionLost, "the connection has ended") }
      _ = connection.gate.begin(Holder(.statement("a sign of life"), since: time.coarse))
      try connection.ask(within: Deadline(Self.checkLimit, by: time)) { (driver) throws(DatabaseError) in
        try driver.ping()
      }
      if !connection.gate.end() || !connection.driver.isUsable { fault = .ended }
    } catch {
      _ = connection.gate.end()
      fault = .ended
      logger.debug("an idle connection has ended", metadata: ["pool": "\(name)", "error": "\(error)"])
    }
    return state.withLock { $0.checked(connection, fault: fault, at: time.now) }
  }

  /// Warns once of each who holds a connection for longer than the threshold.
  private func warnOfHolders() {
    guard let threshold = state.withLock({ $0.limits.leakThreshold }) else { return }
    let now = time.now
    for connection in members.withLock({ $0 }) {
      let lease = connection.gate.currentLease
      guard let holder = connection.gate.holder, now - holder.since >= threshold,
        connection.warnedLease.exchange(lease, ordering: .relaxed) != lease
      else { continue }
      logger.warning(
        "a connection is held for long; if it is never given back, the pool runs dry",
        metadata: ["pool": "\(name)", "held by": "\(holder.description(at: now))", "threshold": "\(threshold)"])
    }
  }

  /// Replaces every connection: those that are idle now, the others when they come back.
  func refresh() {
    let (dropped, openings) = state.withLock { $0.refresh() }
    begin(openings)
    letGo(dropped)
  }

  /// Replaces every connection if a new one turns out to be better than this one, on a thread of its own.
  ///
  /// The new one is closed again: it may be one more than the pool has room for. Where all are being replaced already, nothing is
  /// done.
  func refresh(_ old: PooledConnection, ifNewIs isBetter: @escaping @Sendable (PooledConnection) -> Bool) {
    guard state.withLock({ $0.generation == old.age.generation }) else { return }
    guard !isTrying.exchange(true, ordering: .acquiringAndReleasing) else { return }
    SpareThreads.shared.run { [weak self, open] in
      if let connection = try? open() {
        connection.close()
        if isBetter(connection) { self?.refresh() }
      }
      self?.isTrying.store(false, ordering: .releasing)
    }
  }

  /// Gives up idle connections that have ended.
  func dropEnded() { letGo(state.withLock { $0.takeEnded { $0.driver.isAlive } }) }
}
