internal import Logging
internal import ORDA

/// Asks a server again and again whether something may have changed, on a thread of its own, where there is nothing better.
///
/// Which rows changed nobody can say: it is told that tables may have changed, and what depends on them is read again. Of
/// what this process commits to the database it is told without waiting, before the writing call returns.
///
/// Where all wanted tables have triggers that note which rows change, what these have noted is read, and more often.
final class ChangePolling: ChangeMeans, @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock; `tables`, `triggered` and `lastFull` only under
  // that of `looking`.

  /// What polling needs to know.
  struct Plan: Sendable {
    var settings: MariaDBSettings
    var naming: MariaDBNaming
    var interval: Duration
    /// Whether what triggers have noted is read.
    var usesTriggers: Bool
    /// Why nothing better is in force, with what to do about it.
    var reason: String
    var logger: Logger
    var commits: ServerCommits
    /// By which own commits are known.
    var owner: ObjectIdentifier
    /// Tables of other databases that somebody has named.
    var named: Lock<Set<TableName>>

    /// What is in force by this plan.
    func liveness(withTriggers: Bool) -> Liveness {
      Liveness(
        reach: .everyone,
        means: withTriggers ? "triggers, polled every \(triggerInterval)" : "polling every \(interval)",
        limitation: (withTriggers
          ? "it is told which rows changed, but not what in them, for "
          : "it is told only which tables may have changed, for ")
          + reason)
    }

    /// How often what triggers have noted is read.
    var triggerInterval: Duration { min(interval, .milliseconds(100)) }
  }

  private let plan: Plan
  private let feed: ChangeFeed
  private let server: ServerQuestions
  private let thread = WorkerThread()
  /// Held while the server is looked at.
  private let looking = Condition()
  private var tables = PolledTables()
  /// What triggers have noted; nil where not all wanted tables have them.
  private var triggered: TriggeredTables?
  /// When the tables were last looked at.
  private var lastFull: MonotonicTime?
  /// Held while a batch is handed over.
  private let delivery = Condition()
  private let condition = Condition()
  private var interest: ChangeInterest
  private var interruption: (since: MonotonicTime, reason: String)?
  private var hasTriggers = false
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

  // MARK: ChangeMeans

  var liveness: Liveness {
    var liveness = plan.liveness(withTriggers: condition.withLock { hasTriggers })
    if let (since, reason) = condition.withLock({ interruption }) {
      liveness.limitation = "reconnecting: \(reason)"
      liveness.lag = MonotonicTime.now - since
    }
    return liveness
  }

  func follow(_ interest: ChangeInterest) throws(DatabaseError) {
    condition.withLock { self.interest = interest }
    try look(isOther: true)
  }

  /// Those who have something to say of it say so to ``ServerCommits``.
  func committed(_ transaction: GTID, _ note: () -> Void) { note() }

  /// What was told can be seen, or is told once more.
  func waitUntilVisible() {}

  func stop() {
    let isFirst = condition.withLock {
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
    delivery.withLock {}
    condition.withLock {
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
    condition.withLock {
      isOver = true
      condition.broadcast()
    }
  }

  /// Waits for the next look; false where nobody listens any more.
  private func pause() -> Bool {
    condition.withLock {
      let end = MonotonicTime.now + (hasTriggers ? plan.triggerInterval : plan.interval)
      while !isStopped, MonotonicTime.now < end { condition.wait(until: end) }
      return !isStopped
    }
  }

  /// Looks at the wanted tables, and tells what may have changed.
  ///
  /// - Parameter isOther: True where these are others than before.
  private func look(isOther: Bool) throws(DatabaseError) {
    try looking.withLock { () throws(DatabaseError) in
      let batch = try server.ask { (connection) throws(DatabaseError) in
        try news(isOther: isOther, on: connection)
      }
      handOver(batch)
    }
  }

  private func news(isOther: Bool, on connection: MariaDBConnection) throws(DatabaseError) -> ChangeBatch {
    let now = MonotonicTime.now
    var batch = ChangeBatch(origin: .unknown)
    let isFirst = lastFull == nil
    if isOther || triggered == nil || lastFull.map({ now - $0 >= plan.interval }) ?? true {
      let (interest, named) = (condition.withLock { self.interest }, plan.named.withLock { $0 })
      let seen = try PolledTables.Look(at: interest, named: named, naming: plan.naming, on: connection)
      let news = tables.take(seen, isOther: isOther)
      lastFull = now
      let isKept = !isOther && news.altered.isEmpty
      let (hadTriggers, haveChanged) = try findTriggers(for: interest, keeping: isKept, on: connection)
      batch = hadTriggers && triggered != nil ? news.besideRows.batch : news.batch
      // What was noted between the old place and the new one is not read.
      if haveChanged, !isFirst { batch.unknown = .everything }
    }
    if let noted = try triggered?.look(on: connection) {
      batch.rows = noted.rows
      batch.unknown.formUnion(noted.unknown)
    }
    return batch
  }

  /// Finds out whether the wanted tables have triggers.
  ///
  /// - Parameter isKept: True where those that were found before are used on, if they are in force.
  /// - Returns: Whether there were some before, and whether others, or none, are used now.
  private func findTriggers(
    for interest: ChangeInterest, keeping isKept: Bool, on connection: MariaDBConnection
  ) throws(DatabaseError) -> (hadTriggers: Bool, haveChanged: Bool) {
    let hadTriggers = triggered != nil
    guard plan.usesTriggers, case .tables(let wanted) = interest, connection.isMariaDB else {
      set(nil)
      return (hadTriggers, hadTriggers)
    }
    if isKept, let triggered, try triggered.isInForce(on: connection) { return (true, false) }
    set(nil)
    set(try TriggeredTables(of: wanted, naming: plan.naming, on: connection))
    return (hadTriggers, hadTriggers || triggered != nil)
  }

  private func set(_ triggered: TriggeredTables?) {
    self.triggered = triggered
    condition.withLock { hasTriggers = triggered != nil }
  }

  private func handOver(_ batch: ChangeBatch) {
    if batch.isEmpty { return }
    delivery.withLock { if !condition.withLock({ isStopped }) { feed.publish(batch) } }
  }

  private func interrupt(_ error: DatabaseError) {
    let isNew = condition.withLock {
      defer { interruption = (interruption?.since ?? .now, error.message) }
      return interruption == nil && !isStopped
    }
    if isNew { plan.logger.warning("the server can't be asked for changes", metadata: ["error": "\(error)"]) }
  }

  /// The server answers; it may be another one than before, or one that has forgotten something.
  private func resume() {
    let wasInterrupted = condition.withLock {
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
    // What was noted of it can be read.
    if condition.withLock({ hasTriggers && interruption == nil }), (try? look(isOther: false)) != nil { return }
    let unknown =
      switch condition.withLock({ interest }) {
      case .tables(let tables): UnknownTables(tables: tables)
      case .everything: UnknownTables.everything
      }
    handOver(ChangeBatch(origin: owner == plan.owner ? .governor : .process, unknown: unknown))
  }
}
