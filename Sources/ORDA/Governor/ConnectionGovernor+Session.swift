internal import Logging
internal import Synchronization

/// What a connection's session holds: what the set-ups put there, and nothing of its last user's.
extension ConnectionGovernor {
  /// Runs the set-ups that this connection hasn't seen.
  func makeReady(_ connection: PooledConnection) throws(DatabaseError) {
    guard connection.setUpCount < setUpTotal.load(ordering: .acquiring) else { return }
    let scope = LeaseScope(governor: self, connection: connection, kind: .closure)
    let wasChanged = connection.driver.isSessionChanged
    defer {
      scope.end()
      // What they leave is to stay. What the closure left in whose midst they run is not, where the driver can tell.
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
  }

  /// Runs a closure on every connection, present and future.
  public func onConnect(_ setUp: @escaping @Sendable (Connection) throws -> Void) throws {
    let total = setUps.withLock { setUps in
      setUps.append(setUp)
      // Within the lock, so that of two calls at once the later number stays.
      setUpTotal.store(setUps.count, ordering: .releasing)
      return setUps.count
    }
    // Taking the writer runs it there, so that its error reaches the caller. Inside a closure the connection was taken
    // before, so that it has to be made ready anew.
    do {
      try lease(LeaseRequest(role: .writer)) { try makeReady($0.scope.connection) }
    } catch {
      // Connections remember by number which set-ups they have seen: the failed one's place is kept, empty.
      setUps.withLock { $0[total - 1] = { _ in } }
      throw error
    }
  }

  /// Undoes what the lease that ends left in the session. A connection on which that fails is not used again.
  func resetSession(of connection: PooledConnection) {
    guard settings.resetsSessions else { return }
    if let sql = connection.gate.holder?.purpose.sql {
      // Where there is but one connection, it is the program that goes on with its session.
      if hasSingleConnection { return connection.driver.isSessionChanged = false }
      settings.logger.warning(
        """
        what a statement changed in the session of one connection was undone; run it in onConnect { }, or in \
        withConnection { } with what depends on it
        """, metadata: ["sql": "\(sql)"])
    }
    do {
      let isNew = try connection.gate.shielded { () throws(DatabaseError) in try connection.driver.reset() }
      connection.driver.isSessionChanged = false
      if isNew { connection.setUpCount = 0 }
    } catch {
      settings.logger.debug("a session can't be reset; the connection is given up", metadata: ["error": "\(error)"])
      connection.isBroken = true
    }
  }
}
