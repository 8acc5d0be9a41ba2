internal import Logging

/// Reading from copies of the database that lag behind it.
///
/// A copy has the changes of the database a moment later, or much later, or, if its replication has stopped, never. A program that
/// reads after it has written must find what it wrote, and one that was told of a change must not read what was before. So
/// before a reader is lent it is asked whether its copy has come so far. If not, the reading goes to a connection that may
/// write; so it does if the copy doesn't answer.
extension ConnectionGovernor {
  /// How long a copy may take to say how far it is, beside the time that it is waited for.
  private static let answerTime = Duration.seconds(1)

  /// True if a connection is to a copy that lags behind what the program has seen.
  @inline(__always)
  func lags(_ connection: PooledConnection, within deadline: Deadline?) -> Bool {
    guard let patience = layout.replicaPatience, connection.role == .reader else { return false }
    return lags(connection, patience, within: deadline)
  }

  @inline(never)
  private func lags(_ connection: PooledConnection, _ patience: Duration, within deadline: Deadline?) -> Bool {
    guard let replica = connection.driver as? any ReplicaConnection else { return false }
    let limit = min(patience, (deadline?.left ?? patience) / 2)
    do {
      return try !connection.ask(within: Deadline(limit + Self.answerTime, by: timeSource)) {
        (_) throws(DatabaseError) in
        try replica.hasCaughtUp(within: limit)
      }
    } catch {
      if connection.driver.isBroken(by: error) { connection.isBroken = true }
      settings.logger.debug("a replica does not say how far it is", metadata: ["error": "\(error)"])
      return true
    }
  }

  /// Has what stands in for the copies replaced once one of them answers again. That is found out on nobody's time.
  func leaveStandIn(_ connection: PooledConnection, of pool: ConnectionPool) {
    guard layout.replicaPatience != nil, connection.role == .reader,
      (connection.driver as? any ReplicaConnection)?.mayReturn == true
    else { return }
    pool.refresh(connection, ifNewIs: { ($0.driver as? any ReplicaConnection)?.isStandIn == false })
  }

  /// Notes that a statement which seemed to read wants to write, if that is why a replica refuses it: a view may call a function
  /// that writes. From now on it runs where it may.
  ///
  /// Only if nobody has seen a row of it, so that it can be run again.
  func noteRefusal(
    _ error: any Error, of statement: StatementExecution, _ slot: StatementSlot, on connection: PooledConnection
  ) {
    guard isRefusal(error, by: connection), slot.route == .reader, statement.hasGivenNoRow else { return }
    slot.route = .writer
  }

  /// True if a replica refuses what writes, or locks.
  func isRefusal(_ error: any Error, by connection: PooledConnection) -> Bool {
    layout.replicaPatience != nil && connection.role == .reader && (error as? DatabaseError)?.kind == .readOnly
  }

  /// True for the error of a statement that was taken for one that only reads, and is known to be another now.
  func isForWriter(_ slot: StatementSlot, _ error: any Error) -> Bool {
    layout.replicaPatience != nil && slot.route == .writer && (error as? DatabaseError)?.kind == .readOnly
  }
}
