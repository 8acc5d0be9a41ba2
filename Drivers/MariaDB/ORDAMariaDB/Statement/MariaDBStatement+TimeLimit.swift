internal import CMariaDB
internal import ORDA

/// Time limits that the server enforces, by `SET STATEMENT max_statement_time = … FOR …`: they hold for one execution,
/// cost no round trip, and leave nothing behind.
extension MariaDBStatement {
  /// The longest limit that the server knows: a year.
  private static let longestLimit = Duration.seconds(31_536_000)

  func setTimeLimit(_ limit: Duration?) {
    limitStart = nil
    guard let limit, connection.keepsTimeLimits, takesLimit, limit <= Self.longestLimit else { return self.limit = nil }
    // The server counts in microseconds, and 0 means no limit.
    self.limit = max(limit, .microseconds(1))
  }

  /// True for statements that the server runs after `SET STATEMENT`; only ORDA stops the others.
  private var takesLimit: Bool {
    switch keyword {
    case .select, .with, .values, .insert, .update, .delete, .replace, .call, .block: true
    default: false
    }
  }

  /// The text for the server. The session's own limit holds if it is shorter.
  var text: String {
    guard let limit else { return sql }
    let (seconds, attoseconds) = limit.components
    let digits = String(1_000_000 + attoseconds / 1_000_000_000_000).dropFirst()
    let number = "\(seconds).\(digits)"
    // On one line, so that the lines in messages are the statement's.
    return "SET STATEMENT max_statement_time = LEAST(IF(@@max_statement_time > 0, @@max_statement_time, \(number)), "
      + "\(number)) FOR \(sql)"
  }

  /// The execution begins.
  func noteLimit() {
    guard let limit else { return }
    let now = ContinuousClock.now
    limitStart = now
    connection.interrupter.expectServer(at: now + limit)
  }

  /// True if the server may have stopped the statement, which then ended as if it had succeeded.
  var isBeyondLimit: Bool {
    guard let limit, let limitStart else { return false }
    return limitStart.duration(to: .now) >= limit
  }

  /// Makes an error name the limit if that was exceeded, and not the session's own.
  func restated(_ error: DatabaseError) -> DatabaseError {
    guard let limit, isBeyondLimit else { return error }
    guard error.vendorCode == Int(ER_STATEMENT_TIMEOUT) || error.vendorCode == nil else { return error }
    var error = error
    error.becomeTimeout(of: limit)
    return error
  }
}
