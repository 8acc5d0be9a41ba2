internal import CMariaDB
internal import Logging
internal import ORDA
internal import ORDAThreads

/// Follows a server's binary log on its own thread, and hands over what the log says.
///
/// Transactions come from the log whole, in the order of their commits. The name of the last one handed over is known,
/// so after a lost connection the follower goes on after it: nothing is missed, nothing comes twice.
final class LogFollower: ChangeMeans {
  /// The means, in words.
  static let means = "the server's binary log"

  private let plan: ChangePlan
  private let server: MariaDBQuestions
  private let conditions: LogConditions
  private let interest: LogInterest
  private let progress: LogProgress
  private let thread: FollowingThread
  /// The log being read.
  private let log: Lock<BinaryLog?>

  /// Begins to follow. What is committed after this has returned is reported.
  ///
  /// - Throws: What prevents following, and what to do about it.
  init(_ plan: ChangePlan, _ interest: ChangeInterest, _ feed: ChangeFeed) throws(DatabaseError) {
    let server = MariaDBQuestions(plan.settings)
    var conditions: LogConditions?
    var opened: BinaryLog?
    do throws(DatabaseError) {
      let found = try server.ask { (connection) throws(DatabaseError) in try LogConditions(on: connection) }
      conditions = found
      if let refusal = found.refusal { throw refusal }
      let (log, first) = try Self.open(plan.settings, after: nil)
      opened = log
      self.plan = plan
      self.server = server
      self.conditions = found
      self.interest = try LogInterest(interest, naming: plan.naming, named: plan.named, server: server)
      self.log = Lock(log)
      progress = LogProgress(from: log.start)
      thread = FollowingThread(feed)
      plan.commits.followerBegins()
      thread.begin { self.run(log, first) }
    } catch {
      opened?.stop()
      server.stop()
      throw conditions?.explained(error) ?? error
    }
  }

  /// The first event shows whether the log may be read.
  private static func open(
    _ settings: MariaDBSettings, after position: LogPosition?
  ) throws(DatabaseError) -> (BinaryLog, LogEvent) {
    let log = try BinaryLog(settings, after: position)
    do throws(DatabaseError) {
      return (log, try log.next())
    } catch {
      log.stop()
      throw error
    }
  }

  // MARK: ChangeMeans

  var coverage: ChangeCoverage {
    let (interruption, lag) = progress.state
    return ChangeCoverage(
      reach: .everyone, means: Self.means,
      limitation: interruption.map { "reconnecting: \($0)" } ?? conditions.limitation,
      lag: lag)
  }

  func follow(_ interest: ChangeInterest) throws(DatabaseError) { try self.interest.follow(interest) }

  func committed(_ transaction: GTID, _ note: () -> Void) { progress.wait(for: transaction, note) }

  func catchUp() -> Bool {
    progress.waitUntilTold { position { (handle) throws(DatabaseError) in try .written(on: handle) } }
  }

  func waitUntilVisible() {
    progress.waitUntilVisible { position { (handle) throws(DatabaseError) in try .visible(on: handle) } }
  }

  private func position(
    _ ask: (UnsafeMutablePointer<MYSQL>) throws(DatabaseError) -> LogPosition
  ) -> LogPosition? {
    try? server.ask { (connection) throws(DatabaseError) in
      try connection.makeFree()
      return try ask(connection.handle)
    }
  }

  func stop() {
    thread.stop {
      progress.stop()
      plan.commits.followerEnds()
      log.withLock { $0 }?.stop()
      server.stop()
    }
  }

  // MARK: The thread

  private func run(_ log: BinaryLog, _ first: LogEvent) {
    var (log, first) = (log, first)
    var damage: LogPosition?
    while true {
      let error = follow(log, first)
      log.stop()
      // Damaged events are read a second time, and not a third.
      let position = progress.position
      let isDamaged = error.kind == .protocolViolation
      guard let next = reconnected(after: error, canResume: !isDamaged || damage != position) else { break }
      damage = isDamaged ? position : nil
      (log, first) = next
    }
    self.log.withLock { $0 = nil }
  }

  /// Follows the log for as long as possible.
  private func follow(_ log: BinaryLog, _ first: LogEvent) -> DatabaseError {
    var transactions = LogTransactions(rowLimit: plan.rowLimit)
    var tables = LogTables(
      naming: plan.naming, wants: { self.interest.contains($0) }, describe: { self.description(of: $0) })
    do throws(DatabaseError) {
      var event = first
      while true {
        if let commit = transactions.take(event, &tables) { handOver(commit) }
        if case .heartbeat = event { progress.caughtUp() }
        event = try log.next()
      }
    } catch {
      return error
    }
  }

  private func description(of table: TableName) -> LoggedDescription? {
    do throws(DatabaseError) {
      return try server.ask { (connection) throws(DatabaseError) in try connection.loggedDescription(of: table) }
    } catch {
      if !thread.isEnding {
        plan.logger.warning(
          "a table can't be described; what changes in it is not told by rows",
          metadata: ["table": "\(table)", "error": "\(error)"])
      }
      return nil
    }
  }

  private func handOver(_ commit: LogTransactions.Commit) {
    var batch = interest.part(of: commit.batch)
    let owner = batch.isEmpty ? nil : commit.gtid.flatMap { plan.commits.owner(of: $0) }
    if let transaction = commit.gtid { plan.commits.seen.note(transaction) }
    thread.handOver { feed in
      let standing = progress.begin(commit.gtid, hasNews: !batch.isEmpty)
      if batch.origin != .unknown, let owner {
        // If the committing thread has not waited, nobody would call the observers for its own batch.
        let isOwn = owner.number == plan.owner
        batch.origin = !isOwn ? .process : standing.isAwaited ? .governor : .unknown
        if isOwn { batch.mark = owner.mark }
      }
      if standing.isLate { batch.becomeVague() }
      if !batch.isEmpty { feed.publish(batch) }
      progress.end(commit.gtid, delay: conditions.delay(since: commit.time))
    }
  }

  // MARK: Reconnecting

  /// Connects again, as often as it takes; nil if nobody listens any more.
  private func reconnected(after error: DatabaseError, canResume: Bool) -> (BinaryLog, LogEvent)? {
    if thread.isEnding { return nil }
    plan.logger.warning("the server's log can't be followed; connecting again", metadata: ["error": "\(error)"])
    var (error, canResume) = (error, canResume)
    var pause = Duration.milliseconds(20)
    while true {
      // The log no longer has what follows the position, or never had it.
      if error.vendorCode == 1236 { canResume = false }
      progress.interrupt(conditions.explained(error).message)
      guard thread.pause(pause) else { return nil }
      do throws(DatabaseError) {
        // The server would send a restarted log from its start, and would not say so.
        if canResume, !(try serverPosition().contains(progress.position)) { canResume = false }
        let (log, first) = try Self.open(plan.settings, after: canResume ? progress.position : nil)
        return resumed(on: log, missing: !canResume) ? (log, first) : nil
      } catch let failure {
        error = failure
        pause = min(pause * 2, .seconds(10))
      }
    }
  }

  /// How far the server's log goes.
  private func serverPosition() throws(DatabaseError) -> LogPosition {
    let text = try server.ask { (connection) throws(DatabaseError) in
      try connection.texts("SELECT @@global.gtid_binlog_pos").first?.first ?? nil
    }
    return text.flatMap { LogPosition($0) } ?? LogPosition()
  }

  private func resumed(on log: BinaryLog, missing: Bool) -> Bool {
    // Stopping after this finds the new log.
    self.log.withLock { $0 = log }
    if thread.isEnding {
      log.stop()
      return false
    }
    progress.resume(from: missing ? log.start : nil)
    plan.logger.notice(
      "the server's log is followed again",
      metadata: ["position": "\(log.start)", "missed": missing ? "anything" : "nothing"])
    if missing { handOver(LogTransactions.Commit(batch: ChangeBatch(origin: .unknown, unknown: .everything))) }
    return true
  }
}

extension ChangeBatch {
  /// Reports only tables instead of rows: what is known of them is newer than the report.
  fileprivate mutating func becomeVague() {
    unknown.tables.formUnion(rows.map(\.layout.identity))
    rows = []
  }
}
