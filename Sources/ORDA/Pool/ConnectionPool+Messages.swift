internal import ORDAThreads

/// What the pool says where it can't lend a connection.
extension ConnectionPool {
  /// True if every connection is held by somebody for whom the test is true.
  func isHeld(where test: (Holder) -> Bool) -> Bool {
    let holders = members.withLock { $0 }.map { $0.gate.holder }
    return holders.count == maximum && holders.allSatisfy { $0.map(test) ?? false }
  }

  private func holders() -> String {
    let now = time.now
    let all = members.withLock { $0 }.compactMap { $0.gate.holder?.description(at: now) }
    return all.isEmpty ? "nobody" : all.joined(separator: "; ")
  }

  func closedError() -> DatabaseError {
    var error = DatabaseError(.misuse, "the governor is closed")
    error.code = .nilConnection
    return error
  }

  func selfWaitError(_ who: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "\(who) waits for a connection that it holds itself: the \(name) pool has \(maximum), held by \(holders()); "
        + "finish reading first, or use what the closure was lent")
  }

  /// Counts one whose limit has passed, and says why.
  func timedOut(_ limit: Duration) -> DatabaseError {
    noteTimeout()
    let counts = state.withLock { state in
      state.tally.timeouts += 1
      return
        "\(state.busyCount) active, \(state.idle.count + state.checkingCount) idle, \(state.openingCount) still connecting, "
        + "\(state.queue.count) others waiting"
    }
    var message =
      "no connection came free within \(limit): the \(name) pool has \(maximum): \(counts); held by \(holders())"
    if let failure = lastFailure.withLock({ $0 }) {
      let age = time.now.nanoseconds(since: failure.time) / 100_000_000
      message +=
        "; the last connecting that failed, \(age / 10).\(age % 10) s ago, did so because: \(failure.error.message)"
    }
    return DatabaseError(.timeout, message)
  }
}
