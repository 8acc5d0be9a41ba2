internal import CPostgreSQL
internal import ORDA

/// Time limits that the server keeps too, for a program that is killed or frozen can't stop what it has begun.
///
/// The setting goes with the statement, in its round trip, and is undone behind it. If the statement fails so does all
/// that is undone with it, and the setting with that: nothing of it stays in the session.
extension PostgreSQLConnection {
  static let limitReset = "RESET statement_timeout"

  /// How much later than ORDA the server stops a statement.
  private static let grace = Duration.seconds(1)
  /// The server counts milliseconds, and no more than some 24 days.
  private static let longestLimit = Duration.seconds(500_000)

  /// What sets the server's limit for a statement that has one; nil where the session's own is shorter, and where the
  /// program may have set that.
  func limitText(for limit: Duration) throws(DatabaseError) -> String? {
    guard limit <= Self.longestLimit, settings.prepares, !session.isChanged, !session.isDoubtful, !session.hasOwnLimit
    else { return nil }
    let own = try ownLimit()
    let limit = Int((limit + Self.grace).roundedMilliseconds)
    if own > 0, own <= limit { return nil }
    return "SET statement_timeout = \(limit)"
  }

  /// The limit that the session has by itself, in milliseconds; 0 for none.
  private func ownLimit() throws(DatabaseError) -> Int {
    if let limit = session.limit { return limit }
    let limit = try limitNow()
    session.limit = limit
    return limit
  }

  /// The current limit in milliseconds; 0 for no limit. Asks the server.
  private func limitNow() throws(DatabaseError) -> Int {
    let text = try texts(
      """
      SELECT (1000 * pg_catalog.date_part('epoch', pg_catalog.current_setting('statement_timeout')::interval))::bigint
      """)
    return text.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0
  }

  /// Whether the server has stopped a statement at its limit, and not at another session's request.
  ///
  /// Only the message distinguishes the two, in the server's language. So this function compares the statement's time with the limit.
  ///
  /// - Parameter limit: The limit that the statement has by itself.
  func isTimeout(_ error: DatabaseError, limit: Duration? = nil) throws(DatabaseError) -> Bool {
    guard error.sqlState == "57014", error.kind == .cancelled, let taken = stopped else { return false }
    stopped = nil
    if let limit, taken >= limit + Self.grace { return true }
    // The server answers nothing in an aborted transaction. The limit is the session's, unless the program has set another.
    guard try recover() else { return session.hasOwnLimit || session.limit.map { $0 > 0 } ?? false }
    let own = try limitNow()
    return own > 0 && taken >= .milliseconds(own)
  }
}

extension StatementKeyword {
  /// True for statements that may share a round trip with others, where the server can keep a limit for one of them.
  var takesLimit: Bool {
    switch self {
    case .select, .with, .values, .table, .insert, .update, .delete, .merge: true
    default: false
    }
  }
}
