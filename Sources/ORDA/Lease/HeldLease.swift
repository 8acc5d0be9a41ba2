internal import ORDAThreads
internal import Synchronization

/// A connection that a task holds across suspensions: by rows that it reads, or by a transaction with an asynchronous
/// closure.
///
/// Where there is only one connection, rows share theirs with what the same task runs meanwhile, further rows and a
/// transaction included: the connection is given back with the last of them.
final class HeldLease: @unchecked Sendable {
  // Proof: `hasTransaction` is touched on the connection's own thread alone, `holders` is atomic, the rest never changes.
  let governor: ConnectionGovernor
  let pool: ConnectionPool
  let connection: PooledConnection
  /// The lease's number at the connection's gate.
  let number: Int
  let task: Int?
  /// True while a transaction with an asynchronous closure has joined; what is not run on it has no place then.
  var hasTransaction = false
  /// Changed on the connection's own thread alone.
  private let holders = Atomic<Int>(1)

  init(governor: ConnectionGovernor, pool: ConnectionPool, connection: PooledConnection, number: Int, task: Int?) {
    self.governor = governor
    self.pool = pool
    self.connection = connection
    self.number = number
    self.task = task
  }

  /// False once the connection was given back.
  var isHeld: Bool { holders.load(ordering: .acquiring) > 0 }
  /// True if several hold it, so that stopping one would stop the others.
  var isShared: Bool { holders.load(ordering: .acquiring) > 1 }

  /// One more holds it.
  func retain() { holders.add(1, ordering: .releasing) }

  /// One less holds it; the last one gives the connection back.
  ///
  /// - Parameter done: Called when they have heard who are to hear before an awaited call returns.
  func release(then done: (@Sendable () -> Void)? = nil) {
    guard holders.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else {
      done?()
      return
    }
    governor.sharedLease.withLock { if $0 === self { $0 = nil } }
    governor.giveBack(connection, to: pool, then: done)
  }
}
