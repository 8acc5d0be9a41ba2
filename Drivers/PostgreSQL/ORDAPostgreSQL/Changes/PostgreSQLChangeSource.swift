internal import Logging
internal import ORDA
internal import ORDAThreads
internal import Synchronization

/// The source of one governor's change events: nothing while nobody listens, and then the server's log, or a
/// substitute.
final class PostgreSQLChangeSource: ChangeSource, CommitListener {
  /// How changes are followed, by the URL.
  enum Choice: String, Sendable {
    /// By the best means available.
    case auto
    /// By the server's log, or not at all.
    case log
    /// By what triggers note of the tables that have them; of the others as `poll`.
    case triggers
    /// By asking again and again whether something may have changed.
    case poll
    /// Not at all.
    case none

    init(_ options: OptionValues) { self = options.choice("changes").flatMap(Choice.init(rawValue:)) ?? .auto }
  }

  let lingering: Duration
  private let choice: Choice
  private let plan: ChangePlan
  private let state = Lock<(any ChangeMeans)?>(nil)
  private let isFollowing = Atomic<Bool>(false)
  /// How many transactions are open on this governor's connections.
  private let openTransactions = Atomic<Int>(0)
  /// The schemas of names without one, where there are several to look in.
  private let schemas = Lock<[String: String]>([:])

  init(
    _ settings: PostgreSQLSettings, _ options: OptionValues, _ conditions: LogConditions, logger: Logger
  ) throws(DatabaseError) {
    let interval = options.duration("poll-interval") ?? .seconds(1)
    guard (Duration.milliseconds(10)...(.seconds(3600))).contains(interval) else {
      throw DatabaseError(.badURL, "the option 'poll-interval' is from 10ms to 1h")
    }
    lingering = options.duration("change-linger") ?? .seconds(3)
    guard lingering <= .seconds(3600) else {
      throw DatabaseError(.badURL, "the option 'change-linger' is at most 1h")
    }
    choice = Choice(options)
    let commits = ServerCommits.of(settings)
    plan = ChangePlan(
      settings: settings, rowLimit: options.integer("change-limit") ?? 100_000, interval: interval,
      usesTriggers: choice != .poll, logger: logger,
      commits: commits, owner: commits.newNumber(), conditions: conditions)
  }

  /// True if rows will be told, as far as is known.
  var tellsRows: Bool { (choice == .auto || choice == .log) && plan.conditions.refusal == nil }

  // MARK: ChangeSource

  func identity(of table: TableName) -> TableName {
    if table.schema != nil { return table }
    let all = plan.conditions.schemas
    if all.count == 1 { return TableName(schema: all.first, name: table.name) }
    let known = schemas.withLock { $0[table.name] }
    return TableName(schema: known ?? foundSchema(of: table.name) ?? all.first ?? "public", name: table.name)
  }

  /// The first schema of the search path that has a table; nil if there is none, or the server does not tell.
  private func foundSchema(of table: String) -> String? {
    let server = PostgreSQLQuestions(plan.settings)
    defer { server.stop() }
    let found = try? server.ask { (connection) throws(DatabaseError) in
      try connection.texts(
        """
        SELECT n.nspname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE c.oid = pg_catalog.to_regclass(pg_catalog.quote_ident($1))
        """, [table]
      ).first?.first ?? nil
    }
    guard let schema = found ?? nil else { return nil }
    schemas.withLock { schemas in
      if schemas.count >= 10_000 { schemas = [:] }
      schemas[table] = schema
    }
    return schema
  }

  func follow(_ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError) {
    if interest.isNothing {
      isFollowing.store(false, ordering: .sequentiallyConsistent)
      let means = state.withLock { means in
        defer { means = nil }
        return means
      }
      means?.stop()
    } else if let means = state.withLock({ $0 }) {
      try means.follow(interest)
    } else {
      let means = try begun(interest, feed)
      state.withLock { $0 = means }
      isFollowing.store(true, ordering: .sequentiallyConsistent)
    }
  }

  private func begun(_ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError) -> any ChangeMeans {
    switch choice {
    case .none: throw DatabaseError(.unsupported, Self.notWanted)
    case .log: return try follower(interest, feed)
    case .triggers, .poll: return try ChangePolling(plan, for: pollingWanted, interest, feed)
    case .auto:
      do throws(DatabaseError) {
        return try follower(interest, feed)
      } catch {
        guard error.kind == .unsupported || error.kind == .permission else { throw error }
        plan.logger.notice(
          "changes are polled, for the server's log can't be followed", metadata: ["error": "\(error)"])
        return try ChangePolling(plan, for: error.message, interest, feed)
      }
    }
  }

  private func follower(_ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError) -> LogFollower {
    // The server waits for all transactions that have written, and one of these may be the caller's.
    let isInTransaction = openTransactions.load(ordering: .relaxed) > 0
    return try LogFollower(plan, interest, feed, patience: isInTransaction ? .milliseconds(50) : .seconds(2))
  }

  private var pollingWanted: String { "the URL says changes=\(choice.rawValue)" }
  private static let notWanted = "changes are not followed, for the URL says changes=none"

  /// What is in force; if nothing is, it is found without the lock.
  private var means: (any ChangeMeans)? { isFollowing.load(ordering: .acquiring) ? state.withLock { $0 } : nil }

  func waitUntilVisible() { means?.waitUntilVisible() }

  func catchUp() -> Bool { means?.catchUp() ?? true }

  /// What is in force, or would be if somebody listened, by what the server said when the governor was opened.
  var coverage: ChangeCoverage {
    if let means { return means.coverage }
    switch choice {
    case .none: return ChangeCoverage(reach: .none, means: "", limitation: Self.notWanted)
    case .triggers, .poll: return plan.polling(for: pollingWanted)
    case .log, .auto:
      guard let refusal = plan.conditions.refusal else {
        return ChangeCoverage(reach: .everyone, means: LogFollower.means)
      }
      if choice == .auto { return plan.polling(for: refusal.message) }
      return ChangeCoverage(reach: .none, means: "", limitation: refusal.message)
    }
  }

  // MARK: Own commits

  func transactionBegan() { openTransactions.add(1, ordering: .relaxed) }
  func transactionEnded() { openTransactions.subtract(1, ordering: .relaxed) }

  var isFollowed: Bool { plan.commits.isFollowed }

  func announce(_ mark: ChangeMark?) -> CommitAnnouncement {
    let number = plan.commits.newNumber()
    guard plan.commits.isRead, plan.conditions.mayMark else {
      return CommitAnnouncement(number: number, query: CommitMark.hasWritten)
    }
    means?.expect(number, mark)
    let place = CommitMark(process: CommitMark.thisProcess, owner: plan.owner, number: number)
    return CommitAnnouncement(number: number, query: place.query)
  }

  func ended(_ announcement: CommitAnnouncement, hasWritten: Bool) {
    means?.committed(announcement.number, hasWritten: hasWritten)
    if hasWritten { plan.commits.tell(by: plan.owner) }
  }

  func ranAlone() {
    means?.ranAlone()
    plan.commits.tell(by: plan.owner)
  }

  func definedSchema() { means?.lookAtTables() }
}
