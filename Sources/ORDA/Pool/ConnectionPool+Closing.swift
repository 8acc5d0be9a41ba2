internal import ORDAThreads

/// How a pool ends.
extension ConnectionPool {
  /// How long closing waits for what it has stopped.
  private static let lastWait = Duration.milliseconds(200)

  /// Refuses what comes, waits for what runs, and stops what is still running after the grace.
  func close(within grace: Duration) { Self.close([self], within: grace) }

  /// Closes several at once, and their connections in this order.
  static func close(_ pools: [ConnectionPool], within grace: Duration) {
    let limits = pools.map { $0.time.now + grace }
    for pool in pools { pool.refuse() }
    for (pool, limit) in zip(pools, limits) { pool.wait(until: limit) { $0.busyCount == 0 } }
    for pool in pools { pool.stopAll() }
    // What was stopped gives back in a moment, or is cut and gives back then. What holds a connection without using it, or
    // opens one, is not waited for: the connection is closed when it comes.
    let lastLimits = pools.map { $0.time.now + lastWait }
    for (pool, limit) in zip(pools, lastLimits) {
      pool.wait(until: limit) { $0.busyCount + $0.openingCount + $0.checkingCount == 0 }
    }
    for pool in pools { pool.shut() }
  }

  /// Refuses who waits, and who comes.
  func refuse() {
    for request in state.withLock({ $0.refuse() }) { request.complete(.failure(closedError())) }
  }

  private func stopAll() {
    if state.withLock({ $0.busyCount }) == 0 { return }
    for connection in members.withLock({ $0 }) { connection.gate.cancel(lease: nil, reason: .closing) }
  }

  /// Closes what is idle, and from now on what comes back.
  private func shut() {
    let idle = state.withLock { $0.close().close }
    members.withLock { $0.removeAll { member in idle.contains { $0 === member } } }
    for connection in idle { connection.close() }
  }

  /// True if this thread or the task holds one of the connections.
  func isHeld(byTask task: Int?) -> Bool {
    let thread = ThreadIdentity.current
    return members.withLock { $0 }.contains { connection in
      guard let holder = connection.gate.holder else { return false }
      return holder.thread == thread || (task != nil && holder.task == task)
    }
  }
}
