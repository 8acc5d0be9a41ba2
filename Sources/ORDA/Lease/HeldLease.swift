internal import ORDAThreads
internal import Synchronization

/// A connection that a task holds across suspensions: for rows that it reads, or a transaction with an asynchronous
/// closure.
///
/// If there is only one connection, rows share theirs with what the same task runs meanwhile, including further rows
/// and a transaction: the last of them returns the connection.
final class HeldLease: @unchecked Sendable {
  // Proof: `hasTransaction` is touched only on the connection's own thread, `holders` is atomic, the rest never
  // changes.
  let governor: ConnectionGovernor
  let pool: ConnectionPool
  let connection: PooledConnection
  /// The lease's number at the connection's gate.
  let number: Int
  let task: Int?
  /// True while a transaction with an asynchronous closure has joined; then only what runs on it is allowed.
  var hasTransaction = false
  /// Changed only on the connection's own thread.
  private let holders = Atomic<Int>(1)

  init(governor: ConnectionGovernor, pool: ConnectionPool, connection: PooledConnection, number: Int, task: Int?) {
    self.governor = governor
    self.pool = pool
    self.connection = connection
    self.number = number
    self.task = task
  }

  /// False once the connection was returned.
  var isHeld: Bool { holders.load(ordering: .acquiring) > 0 }
  /// True if several hold it, so that stopping one would stop the others.
  var isShared: Bool { holders.load(ordering: .acquiring) > 1 }

  /// Adds a holder.
  func retain() { holders.add(1, ordering: .releasing) }

  /// Removes a holder; the last one returns the connection.
  ///
  /// - Parameter done: Called after everybody was informed who must be before an awaited call returns.
  func release(then done: (@Sendable () -> Void)? = nil) {
    guard holders.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else {
      done?()
      return
    }
    governor.sharedLease.withLock { if $0 === self { $0 = nil } }
    governor.giveBack(connection, to: pool, then: done)
  }
}
