internal import Logging
internal import ORDA

/// Asks a server again and again whether something may have changed, on a thread of its own, where there is nothing better.
///
/// Which rows changed nobody can say: it is told that tables may have changed, and what depends on them is read again. Of
/// what this process commits to the database it is told without waiting, before the writing call returns.
final class ChangePolling: ChangeMeans, @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock; `tables` only under that of `looking`.

  /// What polling needs to know.
  struct Plan: Sendable {
    var settings: MariaDBSettings
    var naming: MariaDBNaming
    var interval: Duration
    /// Why nothing better is in force, with what to do about it.
    var reason: String
    var logger: Logger
    var commits: ServerCommits
    /// By which own commits are known.
    var owner: ObjectIdentifier
    /// Tables of other databases that somebody has named.
    var named: Lock<Set<TableName>>

    /// What is in force by this plan.
    var liveness: Liveness {
      Liveness(
        reach: .everyone, means: "polling every \(interval)",
        limitation: "it is told only which tables may have changed, for \(reason)")
    }
  }

  private let plan: Plan
  private let feed: ChangeFeed
  private let server: ServerQuestions
  private let thread = WorkerThread()
  /// Held while the server is looked at.
  private let looking = Condition()
  private var tables = PolledTables()
  /// Held while a batch is handed over.
  private let delivery = Condition()
  private let condition = Condition()
  private var interest: ChangeInterest
  private var interruption: (since: MonotonicTime, reason: String)?
  private var isStopped = false
  private var isOver = false

  /// How long who ends it waits for its thread.
  private static let patience = Duration.seconds(1)

  /// Begins. What is committed after this returned is told.
  ///
  /// - Throws: What keeps the server from being asked.
  init(_ plan: Plan, _ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError) {
    self.plan = plan
    self.feed = feed
    self.interest = interest
    server = ServerQuestions(plan.settings)
    do throws(DatabaseError) {
      try look(isOther: true)
    } catch {
      server.stop()
      throw error
    }
    plan.commits.add(self, schema: plan.naming.foldedSchema)
    thread.submit { self.run() }
    // It ends with its one job.
    thread.stop()
  }

  /// Runs a body under the lock.
  private func locked<R>(_ body: () -> R) -> R {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  // MARK: ChangeMeans

  var liveness: Liveness {
    var liveness = plan.liveness
    if let (since, reason) = locked({ interruption }) {
      liveness.limitation = "reconnecting: \(reason)"
      liveness.lag = MonotonicTime.now - since
    }
    return liveness
  }

  func follow(_ interest: ChangeInterest) throws(DatabaseError) {
    locked { self.interest = interest }
    try look(isOther: true)
  }

  /// Those who have something to say of it say so to ``ServerCommits``.
  func committed(_ transaction: GTID, _ note: () -> Void) { note() }

  /// What was told can be seen, or is told once more.
  func waitUntilVisible() {}

  func stop() {
    let isFirst = locked {
      defer {
        isStopped = true
        condition.broadcast()
      }
      return !isStopped
    }
    guard isFirst else { return }
    plan.commits.remove(self)
    server.stop()
    if thread.isCurrent { return }
    // What is being handed over is waited for.
    delivery.lock()
    delivery.unlock()
    locked {
      let end = MonotonicTime.now + Self.patience
      while !isOver, MonotonicTime.now < end { condition.wait(until: end) }
    }
  }

  // MARK: The thread

  private func run() {
    while pause() {
      do throws(DatabaseError) {
        try look(isOther: false)
        resume()
      } catch {
        interrupt(error)
      }
    }
    locked {
      isOver = true
      condition.broadcast()
    }
  }

  /// Waits for the next look; false where nobody listens any more.
  private func pause() -> Bool {
    locked {
      let end = MonotonicTime.now + plan.interval
      while !isStopped, MonotonicTime.now < end { condition.wait(until: end) }
      return !isStopped
    }
  }

  /// Looks at the wanted tables, and tells what may have changed.
  ///
  /// - Parameter isOther: True where these are others than before.
  private func look(isOther: Bool) throws(DatabaseError) {
    looking.lock()
    defer { looking.unlock() }
    let (interest, named) = (locked { self.interest }, plan.named.withLock { $0 })
    let seen = try server.ask { (connection) throws(DatabaseError) in
      try PolledTables.Look(at: interest, named: named, naming: plan.naming, on: connection)
    }
    handOver(tables.take(seen, isOther: isOther).batch)
  }

  private func handOver(_ batch: ChangeBatch) {
    if batch.isEmpty { return }
    delivery.lock()
    defer { delivery.unlock() }
    if !locked({ isStopped }) { feed.publish(batch) }
  }

  private func interrupt(_ error: DatabaseError) {
    let isNew = locked {
      defer { interruption = (interruption?.since ?? .now, error.message) }
      return interruption == nil && !isStopped
    }
    if isNew { plan.logger.warning("the server can't be asked for changes", metadata: ["error": "\(error)"]) }
  }

  /// The server answers; it may be another one than before, or one that has forgotten something.
  private func resume() {
    let wasInterrupted = locked {
      defer { interruption = nil }
      return interruption != nil
    }
    guard wasInterrupted else { return }
    plan.logger.notice("the server is asked for changes again")
    handOver(ChangeBatch(origin: .unknown, unknown: .everything))
  }

  // MARK: Own commits

  /// This process has committed something.
  ///
  /// - Parameter owner: Whose connection it was.
  func noteCommit(by owner: ObjectIdentifier) {
    let unknown =
      switch locked({ interest }) {
      case .tables(let tables): UnknownTables(tables: tables)
      case .everything: UnknownTables.everything
      }
    handOver(ChangeBatch(origin: owner == plan.owner ? .governor : .process, unknown: unknown))
  }
}
