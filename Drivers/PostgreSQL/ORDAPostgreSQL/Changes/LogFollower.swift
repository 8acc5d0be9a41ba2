internal import Logging
internal import ORDA
internal import ORDAThreads
internal import Synchronization

/// Follows a server's log on its own thread, and hands over what the log says.
///
/// Transactions come from the log whole, in the order of their commits. Before the server sends it, it waits for the
/// transactions that are open and have written, and so it does again after a lost connection; until then it is asked
/// again and again whether something may have changed, and once it sends, everything is reported as possibly changed.
final class LogFollower: ChangeMeans {
  /// The means, in words.
  static let means = "the server's log, by logical decoding"

  private let plan: ChangePlan
  private let server: PostgreSQLQuestions
  private let conditions: LogConditions
  private let watch: TableWatch
  private let progress = LogProgress("the server waits for transactions that are open")
  private let thread: FollowingThread
  /// The log being read.
  private let stream = Lock<ReplicationStream?>(nil)
  /// The first success, or what makes it impossible; kept once.
  private let first = Promise<DatabaseError?>()
  /// True once somebody relies on it.
  private let isInForce = Atomic<Bool>(false)
  /// True while the log's readers are made to see what was committed.
  private let isNudging = Atomic<Bool>(false)

  /// When a commit should have come from the log.
  private static let commitTime = Duration.milliseconds(20)
  /// How long it pauses at most between two attempts.
  private static let longestPause = Duration.seconds(10)

  /// Begins to follow. What is committed after this has returned is reported.
  ///
  /// - Parameter patience: How long it waits for the log; then it is asked again and again until the log comes.
  /// - Throws: What prevents following, and what to do about it.
  init(
    _ plan: ChangePlan, _ interest: ChangeInterest, _ feed: ChangeFeed, patience: Duration
  ) throws(DatabaseError) {
    let server = PostgreSQLQuestions(plan.settings)
    do throws(DatabaseError) {
      let conditions = try server.ask { (connection) throws(DatabaseError) in try LogConditions(on: connection) }
      if let refusal = conditions.refusal { throw refusal }
      self.conditions = conditions
      watch = try TableWatch(plan, server, interest, feed, publishes: true)
    } catch {
      server.stop()
      throw error
    }
    self.plan = plan
    self.server = server
    thread = FollowingThread(feed)
    thread.begin { self.run() }
    let outcome = first.wait(until: .now + patience)
    isInForce.store(true, ordering: .relaxed)
    watch.begin()
    if let error = outcome ?? nil {
      stop()
      throw error
    }
    if let interruption = progress.state.interruption {
      plan.logger.notice(
        "changes are polled until the server's log can be followed", metadata: ["reason": "\(interruption)"])
    }
  }

  // MARK: ChangeMeans

  var coverage: ChangeCoverage {
    let (interruption, lag) = progress.state
    if let interruption {
      return ChangeCoverage(
        reach: .everyone, means: "polling every \(plan.interval)",
        limitation: "until the server's log can be followed: \(interruption)", lag: lag)
    }
    return ChangeCoverage(reach: .everyone, means: Self.means, limitation: limitation, lag: lag)
  }

  /// Why not everything comes from the log.
  private var limitation: String? {
    let untold = watch.untold
    guard let first = untold.min(by: { "\($0.key)" < "\($1.key)" }) else { return nil }
    let others = untold.count > 1 ? ", and \(untold.count - 1) others" : ""
    return "what changes in \(first.key) is found by polling, for \(first.value)\(others)"
  }

  func follow(_ interest: ChangeInterest) throws(DatabaseError) { try watch.follow(interest) }

  func expect(_ number: Int, _ mark: ChangeMark?) { progress.expect(number, mark) }

  func committed(_ number: Int, hasWritten: Bool) {
    guard hasWritten else { return progress.forget(number) }
    progress.wait(for: number, after: conditions.commitsEarly ? .zero : Self.commitTime) { nudge() }
  }

  /// Makes sure that the log is on the disk, where its readers see it, as far as it is committed.
  private func nudge() {
    guard !isNudging.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let job: @Sendable () -> Void = { [self] in
      _ = leaveMark(plan.commits.newNumber())
      isNudging.store(false, ordering: .releasing)
    }
    if !DetachedThread.start(job) { isNudging.store(false, ordering: .releasing) }
  }

  /// Leaves a mark in the log, in a transaction of its own.
  private func leaveMark(_ number: Int) -> Bool {
    let mark = CommitMark(process: CommitMark.thisProcess, owner: plan.owner, number: number)
    return (try? server.ask { (connection) throws(DatabaseError) in try connection.runAlone(mark.emission) }) != nil
  }

  func ranAlone() {
    let number = plan.commits.newNumber()
    _ = progress.waitUntilTold(number) { leaveMark(number) }
  }

  func lookAtTables() { try? watch.look(isUrgent: true) }

  func waitUntilVisible() {
    progress.waitUntilVisible {
      try? server.ask { (connection) throws(DatabaseError) in try VisibleTransactions.now(on: connection) }
    }
  }

  func catchUp() -> Bool {
    let number = plan.commits.newNumber()
    let isTold = progress.waitUntilTold(number) { leaveMark(number) }
    if isTold, watch.untold.isEmpty { return true }
    return (isTold || progress.state.interruption != nil) && (try? watch.look()) != nil
  }

  func stop() {
    thread.stop {
      progress.stop()
      stream.withLock { $0 }?.stop()
      watch.stop()
    }
  }

  // MARK: The thread

  private func run() {
    var pause = Duration.milliseconds(20)
    while !thread.isEnding {
      let error = follow { pause = .milliseconds(20) }
      stream.withLock { $0 = nil }
      if thread.isEnding { break }
      if progress.state.interruption == nil {
        plan.logger.warning("the server's log can't be followed; connecting again", metadata: ["error": "\(error)"])
        // Before those go on who wait for the log.
        watch.logEnds()
      }
      progress.interrupt(error.message)
      first.keep(Self.isFinal(error) ? error : nil)
      if !thread.pause(pause) { break }
      pause = min(pause * 2, Self.longestPause)
    }
    first.keep(nil)
  }

  /// True for an error that no further attempt changes.
  private static func isFinal(_ error: DatabaseError) -> Bool {
    error.kind == .unsupported || error.kind == .permission || error.sqlState == "42501"
  }

  /// Follows the log for as long as possible.
  ///
  /// - Parameter begun: Called once it comes.
  private func follow(_ begun: () -> Void) -> DatabaseError {
    do throws(DatabaseError) {
      let publications = try watch.publications()
      let log = try ReplicationStream(plan.settings)
      stream.withLock { $0 = log }
      // Stopping after this finds it.
      if thread.isEnding { throw DatabaseError(.connectionLost, "nobody listens to changes any more") }
      try log.begin(publications)
      plan.commits.readerBegins()
      defer { plan.commits.readerEnds() }
      let start = plan.commits.newNumber()
      progress.resume(behind: start)
      guard leaveMark(start) else { throw DatabaseError(.connectionLost, "the server does not answer") }
      begun()
      return try read(log, from: start)
    } catch {
      return error
    }
  }

  private func read(_ log: ReplicationStream, from start: Int) throws(DatabaseError) -> DatabaseError {
    var transactions = LogTransactions(rowLimit: plan.rowLimit)
    var tables = LogTables(wants: { self.watch.wants($0) }, describe: { self.description(of: $0) })
    var isBegun = false
    while true {
      guard let message = try log.next() else {
        progress.caughtUp()
        continue
      }
      guard let commit = transactions.take(message, &tables) else { continue }
      handOver(commit)
      if !isBegun, ownNumber(of: commit) == start {
        isBegun = true
        current()
      }
    }
  }

  /// The log has come to what everybody sees.
  private func current() {
    watch.logBegins()
    if isInForce.load(ordering: .relaxed) { plan.logger.notice("the server's log is followed") }
    first.keep(nil)
  }

  private func description(of relation: LoggedRelation) -> LoggedDescription? {
    do throws(DatabaseError) {
      return try server.ask { (connection) throws(DatabaseError) in try connection.loggedDescription(of: relation) }
    } catch {
      if !thread.isEnding {
        plan.logger.warning(
          "a table can't be described; what changes in it is not told by rows",
          metadata: ["table": "\(relation.schema).\(relation.name)", "error": "\(error)"])
      }
      return nil
    }
  }

  /// The number of a transaction of this governor's.
  private func ownNumber(of commit: LogTransactions.Commit) -> Int? {
    guard let mark = commit.mark, mark.process == CommitMark.thisProcess, mark.owner == plan.owner else { return nil }
    return mark.number
  }

  private func handOver(_ commit: LogTransactions.Commit) {
    var batch = commit.batch
    let number = ownNumber(of: commit)
    thread.handOver { feed in
      let standing = progress.begin(number, told: batch.isEmpty ? nil : commit.transaction)
      if number != nil {
        // If the committing thread has not waited, nobody would call the observers for its own batch.
        batch.origin = standing.isAwaited ? .governor : .unknown
        batch.mark = standing.mark
      } else if commit.mark?.process == CommitMark.thisProcess {
        batch.origin = .process
      }
      if standing.isLate { batch.becomeVague() }
      if !standing.isAwaited || !standing.isUnread { batch.forgetRows() }
      if !batch.isEmpty { feed.publish(batch) }
      progress.end(number, delay: conditions.delay(since: commit.time))
    }
  }
}

extension ChangeBatch {
  /// Reports only tables instead of rows: what is known of them is newer than the report.
  fileprivate mutating func becomeVague() {
    unknown.tables.formUnion(rows.map(\.layout.identity))
    rows = []
  }

  /// Does not tell what rows hold now: somebody may have read something newer.
  fileprivate mutating func forgetRows() {
    for index in rows.indices {
      let row = rows[index]
      guard case .row = row.changed else { continue }
      rows[index] = RowChange(
        kind: row.kind, layout: row.layout, key: row.key, newKey: row.newKey, changed: .unknown)
    }
  }
}
