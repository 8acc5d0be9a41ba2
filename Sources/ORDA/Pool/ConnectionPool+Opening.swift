internal import ORDAThreads
internal import Synchronization

/// How connections are opened: on threads of their own.
extension ConnectionPool {
  /// Begins to open some.
  func begin(_ openings: Machine.Openings) {
    for _ in 0..<openings.count {
      // What connects may take longer than the pool lasts.
      SpareThreads.shared.run { [weak self, open, time] in
        let begin = time.now
        let outcome: PoolRequest.Outcome
        do throws(DatabaseError) { outcome = .success(try open()) } catch { outcome = .failure(error) }
        if let self {
          self.finishOpening(outcome, begunIn: openings.generation, after: time.now - begin)
        } else if case .success(let connection) = outcome {
          connection.close()
        }
      }
    }
    guard let moment = openings.continuesAfter else { return }
    _ = time.schedule(at: time.now + moment) { [weak self] in
      guard let self else { return }
      self.begin(self.state.withLock { $0.reconsider(at: self.time.now) })
    }
  }

  private func finishOpening(_ outcome: PoolRequest.Outcome, begunIn generation: Int, after duration: Duration) {
    let now = time.now
    switch outcome {
    case .success(let connection):
      noteOpening(of: duration)
      let action = state.withLock { state in
        Self.begin(connection, state.limits, at: now)
        let action = state.opened(connection, begunIn: generation, after: duration, at: now)
        // Within the lock, so that who closes all finds it.
        if case .close = action {} else { members.withLock { $0.append(connection) } }
        return action
      }
      switch action {
      case .keep(let moment): relieve(after: moment)
      case .hand(let request, let openings):
        begin(openings)
        noteAcquired(request)
        request.complete(.success(connection))
      case .close: connection.close()
      }
      watch()
    case .failure(let error):
      lastFailure.withLock { $0 = OpeningFailure(error: error, time: now) }
      let (failed, openings) = state.withLock {
        $0.openingFailed(isFull: error.kind == .cannotOpen(.tooManyConnections), at: now)
      }
      begin(openings)
      failed?.complete(.failure(error))
    }
    wakeWaiting()
  }

  /// Notes when a new connection is to end: by chance a little sooner than the limit, since those that were opened together would
  /// end together otherwise, and in time before the database would end it itself.
  static func begin(_ connection: PooledConnection, _ limits: PoolLimits, at now: MonotonicTime) {
    connection.age.restsSince = now
    connection.age.answeredAt = now
    guard var lifetime = limits.lifetime else { return }
    if let limit = connection.driver.idleLimit, limit > idleMargin * 2 { lifetime = min(lifetime, limit - idleMargin) }
    connection.age.end = now + lifetime * Double.random(in: 0.975...1)
  }

  /// How long before the database would end an idle connection it is replaced.
  private static let idleMargin = Duration.seconds(30)

  /// Begins to open as many as the minimum.
  func fill() { begin(state.withLock { $0.beginMinimum() }) }

  /// Opens as many as the minimum, and waits for them.
  ///
  /// - Throws: What the first opening throws that fails; `.timeout` after the limit.
  func warm(within limit: Duration) throws(DatabaseError) {
    let (openings, minimum) = state.withLock { ($0.beginMinimum(), $0.limits.minimum) }
    let begin = time.now
    self.begin(openings)
    let isThere = wait(until: begin + limit) { $0.openingCount == 0 }
    if let failure = lastFailure.withLock({ $0 }), failure.time >= begin { throw failure.error }
    guard isThere else {
      throw DatabaseError(.timeout, "\(minimum) connections, as pool.min wants them, were not opened within \(limit)")
    }
  }
}
