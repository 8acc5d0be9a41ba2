internal import CMariaDB
internal import ORDA

/// A connection for reading, to a replica.
extension MariaDBConnection: ReplicaConnection {
  func hasCaughtUp(within limit: Duration) throws(DatabaseError) -> Bool {
    // What stands in for the replicas is the first host, which has everything.
    guard let seen = commits?.seen, caughtUpWith < seen.version, !isStandIn else { return true }
    // The goal first: what is missed after it is not counted as reached.
    let goal = seen.goal
    if seen.isUnsure { return false }
    let answer = try texts("SELECT MASTER_GTID_WAIT('\(goal.position)', \(limit / .seconds(1)))").first?.first
    guard answer == "0" else { return false }
    caughtUpWith = goal.version
    return true
  }

  var isStandIn: Bool { use?.isStandIn ?? false }
  var mayReturn: Bool { use?.mayReturn ?? false }
}

extension MariaDBConnection {
  /// Whether a commit of this server may wait for a replica. If the wait is stopped, the server answers as if a replica had the
  /// changes.
  var waitsForReplicas: Bool {
    // The question may be stopped as well.
    for _ in 0..<10 {
      do throws(DatabaseError) {
        return try texts("SELECT @@GLOBAL.rpl_semi_sync_master_enabled").first?.first == "1"
      } catch {
        if error.vendorCode == Int(ER_UNKNOWN_SYSTEM_VARIABLE) { return false }
        if interrupter.isCut { break }
      }
    }
    return true
  }

  /// - Throws: `unsupported` if there are replicas to be read and the server does not name what they must have for that.
  func checkNamesTransactions() throws(DatabaseError) {
    guard settings.hosts.mode == .replication, !isMariaDB || !session.hasLog else { return }
    throw DatabaseError(
      .unsupported,
      "with mariadb+replication the first host must name its transactions, so that no replica is read that lacks them: MariaDB "
        + "with log_bin")
  }
}
