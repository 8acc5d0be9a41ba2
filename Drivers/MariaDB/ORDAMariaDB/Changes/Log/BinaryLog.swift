internal import ORDA

/// A connection on which a server sends its log.
///
/// One thread reads; any may stop it.
final class BinaryLog: Sendable {
  /// Where it began.
  let start: LogPosition
  /// The number by which the server knows this reader: no other may have the same.
  let serverID: UInt32

  /// Connects, and asks for what the log has behind a position.
  ///
  /// - Parameters:
  ///   - position: What has been seen; nil for all that is visible to a SELECT that begins after this returned.
  ///   - serverID: Nil for a random one.
  /// - Throws: What connecting throws, and what the server says of the setting up. That there is no log, or no grant, the
  ///   first ``next()`` throws.
  init(
    _ settings: MariaDBSettings, after position: LogPosition? = nil, serverID: UInt32? = nil
  ) throws(DatabaseError) {
    throw DatabaseError(.unsupported, "not there yet")
  }

  /// Waits for what comes next: at least a heartbeat, each second.
  ///
  /// - Throws: `connectionLost`, also where it was stopped; with `vendorCode` 1236 where the log does not have what
  ///   follows the position, or there is none; 1227 where the user lacks the grant REPLICATION SLAVE; 4052 where another
  ///   reader has the same number; `protocolViolation` where an event is damaged. It is of no use after that.
  func next() throws(DatabaseError) -> LogEvent {
    throw DatabaseError(.unsupported, "not there yet")
  }

  /// Ends a ``next()`` that waits, and all after it, at once.
  func stop() {}
}
