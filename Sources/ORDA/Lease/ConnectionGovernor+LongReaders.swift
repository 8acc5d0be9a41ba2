internal import Logging
internal import ORDAThreads
internal import Synchronization

/// How a program learns of readers that prevent the database from cleaning up its log.
extension ConnectionGovernor {
  /// Warns of readers that have been open for long while the log is too large: checked when a connection that may write
  /// is returned, at most every few seconds.
  func warnOfLongReaders(after connection: PooledConnection) {
    guard let readers, connection.role == .writer, !connection.isBroken else { return }
    let now = timeSource.coarse
    let due = nextLogCheck.load(ordering: .relaxed)
    guard now.nanoseconds >= due, let log = connection.log else { return }
    // Of several threads arriving at once, one checks.
    let next = (now + settings.fixedLimits.logCheck).nanoseconds
    guard nextLogCheck.compareExchange(expected: due, desired: next, ordering: .relaxed).exchanged else { return }
    guard let overgrown = log.overgrownLog else { return }
    let holders = readers.holders(longerThan: settings.fixedLimits.longReader)
    guard !holders.isEmpty else { return }
    settings.logger.warning(
      "long readers hold the database's log back; end them, or it grows on",
      metadata: [
        "bytes": "\(overgrown.size)", "limit": "\(overgrown.limit)", "held by": "\(holders.joined(separator: "; "))",
      ])
  }
}
