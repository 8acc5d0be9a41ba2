internal import ORDAThreads

/// A connection as a pool's decisions see it.
protocol PoolMember: AnyObject {
  /// What the pool knows of its age. The pool alone changes it, and for one that is out whoever holds it.
  var age: PoolAge { get set }
}

/// Somebody who waits for a connection, as a pool's decisions see it.
protocol PoolWaiter: AnyObject {
  /// Since when.
  var askedAt: MonotonicTime { get }
  /// True if its work is one statement, begins on the connection's own thread as soon as it is served, and gives the connection
  /// back.
  var worksAtOnce: Bool { get }
}

/// The ages of one connection.
struct PoolAge {
  /// When it is to be replaced.
  var end = MonotonicTime(nanoseconds: .max)
  /// The pool's ``PoolStateMachine/generation`` when its opening began.
  var generation = 0
  /// When it was lent the last time.
  var lentAt = MonotonicTime(nanoseconds: 0)
  /// Since when it has been idle.
  var restsSince = MonotonicTime(nanoseconds: 0)
  /// When it last answered.
  var answeredAt = MonotonicTime(nanoseconds: 0)
  /// True if what its session holds is not to end by itself.
  var isPermanent = false
}
