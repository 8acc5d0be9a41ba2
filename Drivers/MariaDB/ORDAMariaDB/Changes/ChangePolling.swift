internal import Logging
internal import ORDA
internal import ORDAThreads

/// Asks a server again and again, on its own thread, whether something may have changed, if there is nothing better.
///
/// Nobody can say which rows changed: it reports that tables may have changed, and what depends on them is read again.
/// What this process commits to the database is reported at once, before the writing call returns.
///
/// If all wanted tables have triggers that note which rows change, their notes are read, and more often.
final class ChangePolling: ChangeMeans, CommitHearer, @unchecked Sendable {
  // Proof: `tables`, `triggered` and `lastFull` are touched only under the lock of `looking`.

  private struct State {
    var interest: ChangeInterest
    var interruption: (since: MonotonicTime, reason: String)?
    var hasTriggers = false
  }

  private let plan: ChangePlan
  /// Why nothing better is in force, and what to do about it.
  private let reason: String
  private let server: MariaDBQuestions
  private let thread: FollowingThread
  /// Held while looking at the server.
  private let looking = Condition()
  private var tables = PolledTables()
  /// What triggers have noted; nil unless all wanted tables have them.
  private var triggered: TriggeredTables?
  /// When the tables were last looked at.
  private var lastFull: MonotonicTime?
  private let state: Lock<State>

  /// Begins. What is committed after this has returned is reported.
  ///
  /// - Parameter reason: Why nothing better is in force.
  /// - Throws: What prevents asking the server.
  init(
    _ plan: ChangePlan, for reason: String, _ interest: ChangeInterest, _ feed: ChangeFeed
  ) throws(DatabaseError) {
    self.plan = plan
    self.reason = reason
    thread = FollowingThread(feed)
    state = Lock(State(interest: interest))
    server = MariaDBQuestions(plan.settings)
    do throws(DatabaseError) {
      try look(isOther: true)
    } catch {
      server.stop()
      throw error
    }
    plan.commits.add(self, schema: plan.naming.foldedSchema)
    thread.begin { self.run() }
  }

  // MARK: ChangeMeans

  var coverage: ChangeCoverage {
    var coverage = plan.polling(for: reason, withTriggers: hasTriggers)
    if let (since, reason) = state.withLock({ $0.interruption }) {
      coverage.limitation = "reconnecting: \(reason)"
      coverage.lag = MonotonicTime.now - since
    }
    return coverage
  }

  func follow(_ interest: ChangeInterest) throws(DatabaseError) {
    state.withLock { $0.interest = interest }
    try look(isOther: true)
  }

  /// Committers report to ``ServerCommits`` themselves.
  func committed(_ transaction: GTID, _ note: () -> Void) { note() }

  /// What was reported is visible, or will be reported once more.
  func waitUntilVisible() {}

  func catchUp() -> Bool { (try? look(isOther: false)) != nil }

  func stop() {
    thread.stop {
      plan.commits.remove(self)
      server.stop()
    }
  }

  // MARK: The thread

  private func run() {
    while thread.pause(hasTriggers ? plan.triggerInterval : plan.interval) {
      do throws(DatabaseError) {
        try look(isOther: false)
        resume()
      } catch {
        interrupt(error)
      }
    }
  }

  private var interest: ChangeInterest { state.withLock { $0.interest } }
  private var hasTriggers: Bool { state.withLock { $0.hasTriggers } }

  /// Looks at the wanted tables, and reports what may have changed.
  ///
  /// - Parameter isOther: True if other tables are wanted than before.
  private func look(isOther: Bool) throws(DatabaseError) {
    try looking.withLock { () throws(DatabaseError) in
      let batch = try server.ask { (connection) throws(DatabaseError) in
        let batch = try news(isOther: isOther, on: connection)
        if !batch.isEmpty, plan.settings.hosts.mode == .replication { try noteSeen(on: connection) }
        return batch
      }
      handOver(batch)
    }
  }

  /// Whoever is told must not read what a replica had before.
  private func noteSeen(on connection: MariaDBConnection) throws(DatabaseError) {
    let position = try connection.texts("SELECT @@gtid_binlog_pos").first?.first ?? nil
    for transaction in (position ?? "").split(separator: ",").compactMap({ GTID(String($0)) }) {
      plan.commits.seen.note(transaction)
    }
  }

  private func news(isOther: Bool, on connection: MariaDBConnection) throws(DatabaseError) -> ChangeBatch {
    let now = MonotonicTime.now
    var batch = ChangeBatch(origin: .unknown)
    let isFirst = lastFull == nil
    if isOther || triggered == nil || lastFull.map({ now - $0 >= plan.interval }) ?? true {
      let (interest, named) = (interest, plan.named.withLock { $0 })
      let seen = try PolledTables.Look(at: interest, named: named, naming: plan.naming, on: connection)
      let news = tables.take(seen, isOther: isOther)
      lastFull = now
      let isKept = !isOther && news.altered.isEmpty
      let (hadTriggers, haveChanged) = try findTriggers(for: interest, keeping: isKept, on: connection)
      batch = hadTriggers && triggered != nil ? news.besideRows.batch : news.batch
      // What was noted between the old place and the new one is never read.
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
  /// - Parameter isKept: True to go on with the triggers found before, if they are in force.
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
    state.withLock { $0.hasTriggers = triggered != nil }
  }

  private func handOver(_ batch: ChangeBatch) {
    if !batch.isEmpty { thread.handOver { $0.publish(batch) } }
  }

  private func interrupt(_ error: DatabaseError) {
    let isNew = state.withLock { state in
      defer { state.interruption = (state.interruption?.since ?? .now, error.message) }
      return state.interruption == nil
    }
    if isNew, !thread.isEnding {
      plan.logger.warning("the server can't be asked for changes", metadata: ["error": "\(error)"])
    }
  }

  /// The server answers; it may be another one than before, or have forgotten something.
  private func resume() {
    let wasInterrupted = state.withLock { state in
      defer { state.interruption = nil }
      return state.interruption != nil
    }
    guard wasInterrupted else { return }
    plan.logger.notice("the server is asked for changes again")
    handOver(ChangeBatch(origin: .unknown, unknown: .everything))
  }

  // MARK: Own commits

  /// This process has committed something.
  ///
  /// - Parameter owner: The owner of the connection.
  func noteCommit(by owner: Int) {
    // Its notes can be read.
    if state.withLock({ $0.hasTriggers && $0.interruption == nil }), (try? look(isOther: false)) != nil { return }
    let unknown =
      switch interest {
      case .tables(let tables): UnknownTables(tables: tables)
      case .everything: UnknownTables.everything
      }
    handOver(ChangeBatch(origin: owner == plan.owner ? .governor : .process, unknown: unknown))
  }
}

extension ChangePlan {
  /// What is in force while polling.
  ///
  /// - Parameter reason: Why nothing better is.
  func polling(for reason: String, withTriggers: Bool = false) -> ChangeCoverage {
    ChangeCoverage(
      reach: .everyone,
      means: withTriggers ? "triggers, polled every \(triggerInterval)" : "polling every \(interval)",
      limitation: (withTriggers
        ? "it is told which rows changed, but not what in them, for "
        : "it is told only which tables may have changed, for ")
        + reason)
  }

  /// How often the triggers' notes are read.
  fileprivate var triggerInterval: Duration { min(interval, .milliseconds(100)) }
}
