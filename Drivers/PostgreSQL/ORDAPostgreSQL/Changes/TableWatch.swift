internal import Logging
internal import ORDA
internal import ORDAThreads

/// Asks a server again and again, on its own thread, what the log does not tell: whether tables were made anew or
/// altered, and of tables that the log has nothing of, whether they may have changed.
///
/// Nobody can say which tables a transaction wrote to. So if any transaction has ended, all of the latter may have
/// changed, but for those that have triggers which note what does. What this process commits is reported at once, before
/// the writing call returns.
final class TableWatch: CommitHearer, @unchecked Sendable {
  // Proof: `publication`, `known`, `triggered`, `last`, `settling`, `settledByLog` and `lastTables` are touched only
  // under the lock of `looking`.

  private struct State {
    var interest: ChangeInterest
    /// False until somebody relies on it.
    var isInForce: Bool
    /// True while the log tells of no table.
    var asksForAll = true
    /// The tables that the log does not tell of, with the reasons.
    var untold: [TableName: String] = [:]
    /// The tables whose triggers note what changes.
    var noted: Set<TableName> = []
    /// What hears that something was noted.
    var announcements: NotificationReader?
    var isStopped = false
    var interruption: (since: MonotonicTime, reason: String)?
  }

  let plan: ChangePlan
  private let server: PostgreSQLQuestions
  private let thread: FollowingThread
  /// Held while looking at the server.
  private let looking = Condition()
  /// By what the log is read; nil if it is not.
  private var publication: Publication?
  private var known: [TableName: WatchedTable] = [:]
  private var triggered = TriggeredTables()
  /// What everybody saw at the last look.
  private var last: VisibleTransactions?
  /// Tables just published, and the transactions that may have written to them before.
  private var settling: [TableName: VisibleTransactions] = [:]
  /// Those of them that were published before the log's reader began, which waits for such transactions itself.
  private var settledByLog: Set<TableName> = []
  private var lastTables = MonotonicTime.now
  private let state: Lock<State>

  /// How often it is asked whether the transactions have ended that may have written before tables were published.
  private static let settlingTime = Duration.milliseconds(50)
  /// How often notes are read that nobody announces.
  private static let noteTime = Duration.milliseconds(100)
  /// How many tables are looked at each time; more only now and then.
  private static let mostTables = 500

  /// Begins. What is committed after this has returned is reported.
  ///
  /// - Parameter publishes: True if the log is read, so that the wanted tables are to be published.
  init(
    _ plan: ChangePlan, _ server: PostgreSQLQuestions, _ interest: ChangeInterest, _ feed: ChangeFeed, publishes: Bool
  ) throws(DatabaseError) {
    self.plan = plan
    self.server = server
    thread = FollowingThread(feed)
    state = Lock(State(interest: interest, isInForce: !publishes))
    if publishes { _ = try publications() } else { try look(isOther: true) }
    plan.commits.add(self)
    thread.begin { self.run() }
  }

  /// Somebody relies on it: what is committed from now on is reported. Without the log that is so from the beginning.
  func begin() { state.withLock { $0.isInForce = true } }

  /// Publishes the wanted tables, and returns by which publications the log is to be read.
  func publications() throws(DatabaseError) -> [String] {
    try looking.withLock { () throws(DatabaseError) in
      publication = try server.ask { (connection) throws(DatabaseError) in try Publication(on: connection) }
    }
    try look(isOther: true)
    return try looking.withLock { () throws(DatabaseError) in
      guard let publication, !publication.all.isEmpty, publication.own != nil || hasPublished else {
        throw DatabaseError(
          .permission,
          "the account may not make a publication, by which changes are followed; GRANT CREATE ON DATABASE, or have "
            + "the tables' owner run CREATE PUBLICATION \(Publication.name) FOR TABLE …")
      }
      settledByLog = Set(settling.keys)
      return publication.all
    }
  }

  private var hasPublished: Bool { known.values.contains { $0.isPublished && $0.obstacle == nil } }

  // MARK: What is wanted

  private var interest: ChangeInterest { state.withLock { $0.interest } }

  /// True if a table's changes are wanted, and told by the log.
  func wants(_ table: TableName) -> Bool {
    switch interest {
    case .tables(let tables): tables.contains(table)
    case .everything: true
    }
  }

  /// Other tables are wanted from now on.
  func follow(_ interest: ChangeInterest) throws(DatabaseError) {
    state.withLock { $0.interest = interest }
    try look(isOther: true)
  }

  /// The log tells of its tables from now on; what may have changed so far is reported.
  func logBegins() {
    handOver(ChangeBatch(origin: .unknown, unknown: all))
    looking.withLock {
      settling = settling.filter { !settledByLog.contains($0.key) }
      settledByLog = []
      findUntold()
    }
    state.withLock { $0.asksForAll = false }
  }

  /// The log tells of no table any more, and may not have told of everything that was seen already.
  func logEnds() {
    state.withLock { $0.asksForAll = true }
    handOver(ChangeBatch(origin: .unknown, unknown: all))
  }

  /// The tables that the log does not tell of, with the reasons.
  var untold: [TableName: String] { state.withLock { $0.untold } }

  /// Everything that is wanted.
  private var all: UnknownTables {
    switch interest {
    case .tables(let tables): UnknownTables(tables: tables)
    case .everything: .everything
    }
  }

  /// True if triggers note what changes in all tables that are wanted.
  var isNoted: Bool {
    state.withLock { state in
      guard case .tables(let tables) = state.interest, !tables.isEmpty else { return false }
      return tables.isSubset(of: state.noted)
    }
  }

  /// What may have changed if anything has.
  private var askedFor: UnknownTables {
    let (asksForAll, untold) = state.withLock { ($0.asksForAll, $0.untold) }
    return asksForAll ? all : UnknownTables(tables: Set(untold.keys))
  }

  // MARK: Looking

  private func run() {
    while thread.pause(min(plan.interval, pause)) {
      do throws(DatabaseError) {
        try look()
        resume()
      } catch {
        interrupt(error)
      }
    }
  }

  private var pause: Duration {
    let isSettling = looking.withLock { !settling.isEmpty }
    let isUnannounced = state.withLock { !$0.noted.isEmpty && $0.announcements == nil }
    return isSettling ? Self.settlingTime : isUnannounced ? Self.noteTime : plan.interval
  }

  /// Looks at the server, and reports what may have changed.
  ///
  /// - Parameters:
  ///   - isOther: True if other tables are wanted than before.
  ///   - isUrgent: True if tables were certainly made or altered.
  func look(isOther: Bool = false, isUrgent: Bool = false) throws(DatabaseError) {
    try looking.withLock { () throws(DatabaseError) in
      let batch = try server.ask { (connection) throws(DatabaseError) in
        try news(isOther: isOther, isUrgent: isUrgent, on: connection)
      }
      handOver(batch)
    }
  }

  private func news(
    isOther: Bool, isUrgent: Bool, on connection: PostgreSQLConnection
  ) throws(DatabaseError) -> ChangeBatch {
    var batch = ChangeBatch(origin: .unknown)
    // First this: what is committed while the tables are looked at is seen with the next look.
    guard let now = try VisibleTransactions.now(on: connection) else { return batch }
    let isFirst = last == nil
    let hasCommits = last.map { $0 != now } ?? false
    let (asked, noted) = (askedFor, triggered.identities)
    if hasCommits { batch.unknown = asked.subtracting(noted) }
    let isDue = known.count <= Self.mostTables || MonotonicTime.now - lastTables > plan.interval * 10
    if isFirst || isOther || isUrgent || (hasCommits && isDue) {
      lastTables = .now
      let found = try WatchedTable.all(interest, publishedBy: publication?.all ?? [], on: connection)
      if !isOther { note(found, in: &batch) }
      known = Dictionary(found.map { ($0.name, $0) }) { first, _ in first }
      try publish(on: connection)
      try findTriggers(among: found, on: connection)
      // What was written while the triggers were not there is noted by none.
      batch.unknown.tables.formUnion(noted.subtracting(triggered.identities).intersection(asked.tables))
    }
    if let last {
      let tables = noted.intersection(triggered.identities).intersection(asked.tables)
      let notes = try triggered.look(at: tables, from: last, to: now, on: connection)
      batch.rows = notes.rows
      batch.unknown.formUnion(notes.unknown)
    }
    settling = settling.filter { !now.isBehind($0.value) }
    findUntold()
    // With its own commits, which change no table.
    last = now
    return batch
  }

  /// Reports tables that were made, altered or dropped.
  private func note(_ found: [WatchedTable], in batch: inout ChangeBatch) {
    var altered = found.filter { known[$0.name]?.version != $0.version }.map(\.name)
    let names = Set(found.map(\.name))
    altered += known.keys.filter { !names.contains($0) }
    for table in altered.sorted(by: { "\($0)" < "\($1)" }) {
      batch.schemaChanges.append(SchemaChange(schema: table.schema, table: table))
      batch.unknown.tables.insert(table)
      if let schema = table.schema { batch.unknown.schemas.insert(schema) }
    }
  }

  /// Publishes what can be, and is not yet.
  private func publish(on connection: PostgreSQLConnection) throws(DatabaseError) {
    guard let publication, publication.own != nil else { return }
    for table in known.values where table.isPublished && table.obstacle != nil && table.isOwn {
      publication.remove(table.name, on: connection)
      known[table.name]?.isPublished = false
    }
    let wanted = known.values.filter { !$0.isPublished && $0.obstacle == nil && $0.isOwn }.map(\.name)
    if wanted.isEmpty { return }
    let failed = try publication.add(wanted.sorted { "\($0)" < "\($1)" }, on: connection)
    let now = try VisibleTransactions.now(on: connection)
    for table in wanted {
      if let reason = failed[table] {
        known[table]?.obstacle = reason
      } else {
        known[table]?.isPublished = true
        // What these have written before the log does not tell.
        if let now, !now.open.isEmpty { settling[table] = now }
      }
    }
  }

  /// Finds out which tables have triggers, and has their notes announced.
  private func findTriggers(
    among found: [WatchedTable], on connection: PostgreSQLConnection
  ) throws(DatabaseError) {
    guard plan.usesTriggers, case .tables = interest else { return }
    try triggered.find(among: found, on: connection)
    let identities = triggered.identities
    let isToBeAnnounced = state.withLock { state in
      state.noted = identities
      return !identities.isEmpty && state.announcements == nil
    }
    guard isToBeAnnounced else { return }
    // Without announcements, on a standby or behind a pooler, the thread reads the notes more often.
    if plan.settings.poolsTransactions { return }
    let reader = try? NotificationReader(plan.settings, [ChangeTriggers.name]) { [weak self] _ in self?.thread.wake() }
    let isInVain = state.withLock { state in
      if !state.isStopped { state.announcements = reader }
      return state.isStopped
    }
    if isInVain { reader?.stop() }
  }

  private func findUntold() {
    guard publication != nil else { return }
    var untold: [TableName: String] = [:]
    for table in known.values {
      if let obstacle = table.obstacle {
        untold[table.name] = obstacle
      } else if !table.isPublished {
        untold[table.name] =
          "it belongs to another account, which can ALTER PUBLICATION \(Publication.name) ADD TABLE"
      } else if settling[table.name] != nil {
        untold[table.name] = "transactions are open that may have written to it before it was followed"
      }
    }
    state.withLock { $0.untold = untold }
  }

  private func handOver(_ batch: ChangeBatch) {
    if !batch.isEmpty, state.withLock({ $0.isInForce }) { thread.handOver { $0.publish(batch) } }
  }

  // MARK: Interruptions

  /// Why the server can't be asked, and since when; nil if it can.
  var interruption: (since: MonotonicTime, reason: String)? { state.withLock { $0.interruption } }

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
    handOver(ChangeBatch(origin: .unknown, unknown: askedFor))
  }

  // MARK: Own commits

  /// This process has committed something.
  ///
  /// - Parameter owner: The owner of the connection.
  func noteCommit(by owner: Int) {
    // Its notes can be read.
    if state.withLock({ !$0.noted.isEmpty && $0.interruption == nil }), (try? look()) != nil { return }
    handOver(ChangeBatch(origin: owner == plan.owner ? .governor : .process, unknown: askedFor))
  }

  /// Ends it: once this has returned, nothing is handed over.
  func stop() {
    thread.stop {
      plan.commits.remove(self)
      server.stop()
      let announcements = state.withLock { state in
        state.isStopped = true
        defer { state.announcements = nil }
        return state.announcements
      }
      announcements?.stop()
    }
  }
}

extension UnknownTables {
  /// Without some tables; with all of them where it is everything.
  fileprivate func subtracting(_ tables: Set<TableName>) -> UnknownTables {
    if isEverything { return self }
    var rest = self
    rest.tables.subtract(tables)
    return rest
  }
}
