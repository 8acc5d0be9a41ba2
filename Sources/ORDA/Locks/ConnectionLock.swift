internal import ORDAThreads

/// A lock held by a connection of its own.
final class ConnectionLock: LockHold {
  private let name: String
  private let governor: ConnectionGovernor
  private let held: Lock<PooledConnection?>

  private init(_ name: String, _ governor: ConnectionGovernor, _ connection: PooledConnection) {
    self.name = name
    self.governor = governor
    held = Lock(connection)
  }

  /// How long the driver waits at a time.
  private static let slice = Duration.milliseconds(500)
  /// How long the database may take to answer that the limit has passed.
  private static let grace = Duration.milliseconds(200)

  /// Waits for a lock on a connection that is opened for it.
  ///
  /// - Returns: Nil if the database has no locks.
  /// - Throws: `timeout`, and what opening throws.
  static func take(
    _ name: String, of governor: ConnectionGovernor, within limit: Duration, until end: MonotonicTime,
    _ purpose: Holder.Purpose
  ) throws(DatabaseError) -> ConnectionLock? {
    let answering = Deadline(max(.zero, end - governor.timeSource.now) + grace, by: governor.timeSource)
    let connection = try governor.take(from: governor.lockPool, purpose, within: answering)
    do throws(DatabaseError) {
      guard let driver = connection.driver as? any NamedLockConnection,
        try connection.ask(within: answering, { (_) throws(DatabaseError) in try driver.keepsLocks() })
      else {
        close(connection, of: governor)
        return nil
      }
      while true {
        let wait = min(slice, max(.zero, end - governor.timeSource.now))
        if try connection.ask(
          within: answering, { (_) throws(DatabaseError) in try driver.lock(name, within: wait) })
        {
          return ConnectionLock(name, governor, connection)
        }
        if governor.timeSource.now >= end { throw DatabaseError.lockTimeout(name, limit) }
      }
    } catch {
      close(connection, of: governor)
      if error.kind == .timeout { throw .lockTimeout(name, limit) }
      throw error
    }
  }

  /// Closes the connection, whatever it holds.
  private static func close(_ connection: PooledConnection, of governor: ConnectionGovernor) {
    connection.isBroken = true
    governor.giveBack(connection, to: governor.lockPool)
  }

  func check() throws(DatabaseError) {
    try held.withLock { (connection) throws(DatabaseError) in try check(connection) }
  }

  private func check(_ connection: PooledConnection?) throws(DatabaseError) {
    guard let connection, let driver = connection.driver as? any NamedLockConnection else { return }
    let isHeld: Bool
    do throws(DatabaseError) {
      let limit = governor.settings.deadline ?? Deadline(governor.settings.acquireTimeout, by: governor.timeSource)
      isHeld = try connection.ask(within: limit) { (_) throws(DatabaseError) in try driver.holdsLock(name) }
    } catch {
      throw .lockLost(name, "the connection that held it does not answer as it should", underlying: error)
    }
    if !isHeld { throw .lockLost(name, "the connection that held it has lost it") }
  }

  func release() throws(DatabaseError) {
    try held.withLock { (state) throws(DatabaseError) in
      guard let connection = state else { return }
      state = nil
      defer { Self.close(connection, of: governor) }
      try check(connection)
      let limit = Deadline(governor.settings.fixedLimits.undoing, by: governor.timeSource)
      try? connection.ask(within: limit) { (driver) throws(DatabaseError) in
        try (driver as? any NamedLockConnection)?.unlock(name)
      }
    }
  }
}
