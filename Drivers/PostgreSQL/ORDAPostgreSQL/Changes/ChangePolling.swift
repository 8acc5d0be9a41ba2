internal import ORDA
internal import ORDAThreads

/// Asks a server again and again whether something may have changed, if there is nothing better.
final class ChangePolling: ChangeMeans {
  private let plan: ChangePlan
  /// Why nothing better is in force, and what to do about it.
  private let reason: String
  private let watch: TableWatch

  /// Begins. What is committed after this has returned is reported.
  ///
  /// - Parameter reason: Why nothing better is in force.
  /// - Throws: What prevents asking the server.
  init(
    _ plan: ChangePlan, for reason: String, _ interest: ChangeInterest, _ feed: ChangeFeed
  ) throws(DatabaseError) {
    self.plan = plan
    self.reason = reason
    let server = PostgreSQLQuestions(plan.settings)
    do throws(DatabaseError) {
      watch = try TableWatch(plan, server, interest, feed, publishes: false)
    } catch {
      server.stop()
      throw error
    }
  }

  var coverage: ChangeCoverage {
    var coverage = plan.polling(for: reason, withTriggers: watch.isNoted)
    if let (since, reason) = watch.interruption {
      coverage.limitation = "reconnecting: \(reason)"
      coverage.lag = MonotonicTime.now - since
    }
    return coverage
  }

  func follow(_ interest: ChangeInterest) throws(DatabaseError) { try watch.follow(interest) }

  /// Committers report to ``ServerCommits`` themselves.
  func expect(_ number: Int, _ mark: ChangeMark?) {}
  func committed(_ number: Int, hasWritten: Bool) {}
  func ranAlone() {}

  func lookAtTables() { try? watch.look(isUrgent: true) }

  /// What was reported is visible, or will be reported once more.
  func waitUntilVisible() {}

  func catchUp() -> Bool { (try? watch.look()) != nil }

  func stop() { watch.stop() }
}

extension ChangePlan {
  /// What is in force while polling.
  ///
  /// - Parameters:
  ///   - reason: Why nothing better is.
  ///   - withTriggers: True if triggers note what changes in all of the tables.
  func polling(for reason: String, withTriggers: Bool = false) -> ChangeCoverage {
    ChangeCoverage(
      reach: .everyone, means: withTriggers ? "triggers, announced by NOTIFY" : "polling every \(interval)",
      limitation: withTriggers
        ? "it is told which rows changed, but not what in them, for \(reason)"
        : "it is told only that tables may have changed, for \(reason)")
  }
}
