internal import Synchronization

extension ConnectionGovernor {
  /// The pool of the connections that hold a lock by name, each for as long as that is held.
  ///
  /// Few programs take such locks: it is made when the first one is asked for. That may be while the governor is being closed, which
  /// has the writers refuse first and looks for this pool then. So either closing finds it, or it finds the writers refusing.
  var lockPool: ConnectionPool {
    if let pool = lockConnections.load() { return pool }
    let limits = settings.poolLimits(maximum: 100, minimum: 0, ages: layout.replacesConnections)
    let pool = lockConnections.storeIfNil(
      ConnectionPool(
        name: "lock", limits: limits, acquireTimeout: settings.acquireTimeout, logger: settings.logger,
        time: settings.timeSource,
        open: writers.open))
    if writers.isRefusing { pool.close(within: .zero) }
    return pool
  }
}
