internal import Logging
internal import ORDAThreads
internal import Synchronization

/// The contents of a connection's session: what the set-ups put there, and nothing of its last user's.
extension ConnectionGovernor {
  /// Runs the set-ups that this connection has not seen. Only for a connection without an open transaction.
  ///
  /// - Parameter deadline: The limit of the call that needs the connection, which includes this.
  func makeReady(_ connection: PooledConnection, within deadline: Deadline? = nil) throws(DatabaseError) {
    guard connection.setUpCount < setUpTotal.load(ordering: .acquiring), !connection.isBeingSetUp else { return }
    guard let deadline else { return try runSetUps(on: connection) }
    let gate = connection.gate
    // The whole lease is stopped: the call that needs the connection has no time left either.
    let lease = gate.currentLease
    let time = timeSource
    let alarm = time.schedule(at: time.now + deadline.left) { gate.cancel(lease: lease, reason: .timeout) }
    defer { time.cancel(alarm) }
    do throws(DatabaseError) {
      try runSetUps(on: connection)
    } catch {
      guard gate.stopped == .timeout else { throw error }
      var timeout = DatabaseError.timeout(of: deadline.limit)
      timeout.underlying = error
      throw timeout
    }
  }

  private func runSetUps(on connection: PooledConnection) throws(DatabaseError) {
    connection.isBeingSetUp = true
    defer { connection.isBeingSetUp = false }
    let scope = LeaseScope(governor: self, connection: connection, kind: .closure)
    let wasChanged = connection.driver.isSessionChanged
    // What a set-up runs on the governor itself belongs to this connection too, and not to a closure further out.
    ThreadScopes.enter(scope)
    defer {
      ThreadScopes.leave(scope)
      scope.end()
      // Their changes stay; those that the enclosing closure left do not, if the driver can distinguish the two.
      connection.driver.isSessionChanged = false
      if wasChanged { connection.driver.isSessionChanged = true }
    }
    let all = setUps.withLock { $0 }
    while connection.setUpCount < all.count {
      do {
        try all[connection.setUpCount](Connection(scope: scope))
      } catch let error as DatabaseError {
        throw error
      } catch {
        throw DatabaseError(.other, "a closure given to onConnect threw \(error)")
      }
      connection.setUpCount += 1
    }
    slots.use(connection.driver.dialect)
  }

  /// Reports that the only connection has ended whose session contained the program's settings; once, since the next
  /// call finds a fresh one.
  @inline(__always)
  func checkSession(of connection: PooledConnection) throws(DatabaseError) {
    if writers.hasLostSession.load(ordering: .acquiring) { try tellLostSession(connection) }
  }

  private func tellLostSession(_ connection: PooledConnection) throws(DatabaseError) {
    guard hasSingleConnection,
      writers.hasLostSession.exchange(false, ordering: .acquiringAndReleasing)
    else { return }
    slots.use(connection.driver.dialect)
    var error = DatabaseError(
      .connectionLost,
      "the connection has ended, and with it what was set in its session: variables, temporary tables, locks; the next call "
        + "begins on a fresh one")
    error.isRetryable = false
    throw error
  }

  /// Runs a closure on every connection, present and future; a connection in use runs it when it is returned.
  public func onConnect(_ setUp: @escaping @Sendable (Connection) throws -> Void) throws {
    let total = setUps.withLock { setUps in
      setUps.append(setUp)
      // Within the lock, so that of two calls at once the later number stays.
      setUpTotal.store(setUps.count, ordering: .releasing)
      return setUps.count
    }
    // It is tried on one connection, so that its error reaches the caller.
    do {
      try trySetUps()
    } catch {
      // Connections remember by number which set-ups they have seen: the failed one's place is kept, empty.
      setUps.withLock { $0[total - 1] = { _ in } }
      throw error
    }
  }

  /// Runs the new set-ups on one connection: that of this thread's closure, otherwise one available without waiting for
  /// anybody. Inside a transaction nothing is set up.
  private func trySetUps() throws {
    if let scope = ThreadScopes.current(of: self), scope.depth == 0, !scope.connection.isInTransaction {
      try scope.checkUsable()
      return try makeReady(scope.connection)
    }
    guard let pool = [writers, readers].compactMap({ $0 }).first(where: \.servesAtOnce) else { return }
    // Taking it sets it up.
    giveBack(try take(from: pool, .closure(#fileID, #line), within: nil), to: pool)
  }

  /// Undoes what the ending lease left in the session. If that fails, the connection is not used again.
  func resetSession(of connection: PooledConnection) {
    let driver = connection.driver
    guard settings.resetsSessions else { return keepSession(of: connection) }
    let sql = connection.gate.holder?.purpose.sql
    if hasSingleConnection, sql != nil || connection.keepsSession && driver.resetsWholeSession {
      return keepSession(of: connection)
    }
    var isUndone = true
    do {
      let isNew = try connection.undo(within: settings.fixedLimits.undoing) { (driver) throws(DatabaseError) in
        try driver.reset()
      }
      isUndone = !driver.isSessionUnsure
      driver.isSessionChanged = false
      if isNew {
        connection.setUpCount = 0
        connection.mayKeepSession = false
      }
    } catch {
      settings.logger.debug("a session can't be reset; the connection is given up", metadata: ["error": "\(error)"])
      connection.isBroken = true
    }
    guard let sql, isUndone else { return }
    settings.logger.warning(
      """
      what a statement changed in the session of one connection was undone; run it in onConnect { }, or in \
      withConnection { } with what depends on it
      """, metadata: ["sql": "\(sql)"])
  }

  /// Leaves the session as it is: if there is only one connection, the program goes on with it.
  private func keepSession(of connection: PooledConnection) {
    if hasSingleConnection {
      if connection.driver.isSessionUnsure { connection.mayKeepSession = true } else { connection.keepsSession = true }
      slots.use(connection.driver.dialect)
    }
    connection.driver.isSessionChanged = false
  }
}
