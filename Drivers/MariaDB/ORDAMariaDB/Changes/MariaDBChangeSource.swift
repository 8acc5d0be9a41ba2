internal import Logging
internal import ORDA
internal import ORDAThreads
internal import Synchronization

/// The source of one governor's change events: nothing while nobody listens, and then the server's log, or a
/// substitute.
final class MariaDBChangeSource: ChangeSource, CommitListener {
  /// How changes are followed, by the URL.
  enum Choice: String, Sendable {
    /// By the best means available.
    case auto
    /// By the server's log, or not at all.
    case log
    /// By the notes of triggers, if there are any; otherwise as `poll`.
    case triggers
    /// By asking again and again whether something may have changed.
    case poll
    /// Not at all.
    case none

    init(_ options: OptionValues) { self = options.choice("changes").flatMap(Choice.init(rawValue:)) ?? .auto }

    /// False if the log, the only source of rows and their values, is not to be followed.
    var followsLog: Bool { self == .auto || self == .log }
  }

  private struct State {
    /// What is in force.
    var means: (any ChangeMeans)?
    /// What would be in force, and when that was found out.
    var prospect: (coverage: ChangeCoverage, at: MonotonicTime)?
  }

  let lingering: Duration
  private let choice: Choice
  private let plan: ChangePlan
  private let state = Lock(State())
  private let isFollowing = Atomic<Bool>(false)

  /// How long findings about the server are trusted.
  private static let prospectTime = Duration.seconds(5)

  init(_ settings: MariaDBSettings, _ options: OptionValues, naming: MariaDBNaming, logger: Logger)
    throws(DatabaseError)
  {
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
      settings: settings, naming: naming, rowLimit: options.integer("change-limit") ?? 100_000, interval: interval,
      usesTriggers: choice != .poll, logger: logger, commits: commits, owner: commits.newOwner())
    // Replicas are read only when they have what was committed.
    if settings.hosts.mode == .replication { commits.followerBegins() }
  }

  deinit { if plan.settings.hosts.mode == .replication { plan.commits.followerEnds() } }

  var commits: ServerCommits { plan.commits }

  // MARK: ChangeSource

  func identity(of table: TableName) -> TableName {
    let identity = plan.naming.identity(of: table)
    if let schema = plan.naming.foldedSchema, identity.schema != schema {
      plan.named.withLock { _ = $0.insert(identity) }
    }
    return identity
  }

  func follow(_ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError) {
    if interest.isNothing {
      isFollowing.store(false, ordering: .sequentiallyConsistent)
      let means = state.withLock { state in
        defer { state.means = nil }
        return state.means
      }
      means?.stop()
    } else if let means = state.withLock({ $0.means }) {
      try means.follow(interest)
    } else {
      let means = try begun(interest, feed)
      state.withLock { $0.means = means }
      isFollowing.store(true, ordering: .sequentiallyConsistent)
    }
  }

  private func begun(_ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError) -> any ChangeMeans {
    switch choice {
    case .none: throw DatabaseError(.unsupported, Self.notWanted)
    case .log: return try LogFollower(plan, interest, feed)
    case .triggers, .poll: return try ChangePolling(plan, for: pollingWanted, interest, feed)
    case .auto:
      do throws(DatabaseError) {
        return try LogFollower(plan, interest, feed)
      } catch {
        guard Self.hasNoLog(error) else { throw error }
        plan.logger.notice(
          "changes are polled, for the server's log can't be followed", metadata: ["error": "\(error)"])
        return try ChangePolling(plan, for: error.message, interest, feed)
      }
    }
  }

  /// True for an error that means there is no log to follow; others may pass in a moment.
  private static func hasNoLog(_ error: DatabaseError) -> Bool {
    error.kind == .unsupported || error.kind == .permission || error.vendorCode == 1236
  }

  private var pollingWanted: String { "the URL says changes=\(choice.rawValue)" }
  private static let notWanted = "changes are not followed, for the URL says changes=none"

  /// What is in force; if nothing is, it is found without the lock.
  private var means: (any ChangeMeans)? {
    isFollowing.load(ordering: .acquiring) ? state.withLock { $0.means } : nil
  }

  func waitUntilVisible() { means?.waitUntilVisible() }

  func catchUp() -> Bool { means?.catchUp() ?? true }

  // MARK: Coverage

  var coverage: ChangeCoverage {
    let (means, prospect) = state.withLock { ($0.means, $0.prospect) }
    return means?.coverage ?? certain ?? prospect?.coverage
      ?? ChangeCoverage(reach: .unknown, means: "", limitation: "nobody listens yet, and the server was not asked")
  }

  func findCoverage() -> ChangeCoverage {
    let (means, prospect) = state.withLock { ($0.means, $0.prospect) }
    if let known = means?.coverage ?? certain { return known }
    if let prospect, MonotonicTime.now - prospect.at < Self.prospectTime { return prospect.coverage }
    let found = self.prospect
    state.withLock { $0.prospect = (found, .now) }
    return found
  }

  /// What the URL alone makes certain, without asking the server.
  private var certain: ChangeCoverage? {
    switch choice {
    case .none: ChangeCoverage(reach: .none, means: "", limitation: Self.notWanted)
    case .poll, .triggers: plan.polling(for: pollingWanted)
    case .log, .auto: nil
    }
  }

  /// What would be in force if somebody listened, as far as that depends on the server.
  private var prospect: ChangeCoverage {
    let server = MariaDBQuestions(plan.settings)
    defer { server.stop() }
    do throws(DatabaseError) {
      let conditions = try server.ask { (connection) throws(DatabaseError) in try LogConditions(on: connection) }
      if let refusal = conditions.refusal { throw refusal }
      return ChangeCoverage(reach: .everyone, means: LogFollower.means, limitation: conditions.limitation)
    } catch {
      if choice == .auto, Self.hasNoLog(error) { return plan.polling(for: error.message) }
      return ChangeCoverage(reach: .none, means: "", limitation: error.message)
    }
  }

  // MARK: Own commits

  func ended(_ number: Int, _ transaction: GTID?, _ mark: ChangeMark?, mayHaveWritten: Bool) {
    let owner = ServerCommits.Owner(number: plan.owner, mark: mark)
    let note = { self.commits.end(number, transaction, by: owner) }
    if let transaction, let means {
      means.committed(transaction, note)
    } else {
      note()
    }
    if mayHaveWritten { commits.tell(of: plan.naming.foldedSchema, by: plan.owner) }
  }
}
