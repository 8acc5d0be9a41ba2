internal import CMariaDB
internal import ORDA

/// Time limits that the server keeps, by `SET STATEMENT max_statement_time = … FOR …`: they hold for one execution, cost no
/// round trip, and leave nothing behind.
extension MariaDBStatement {
  /// The longest limit that the server knows: a year.
  private static let longestLimit = Duration.seconds(31_536_000)

  func setTimeLimit(_ limit: Duration?) {
    limitStart = nil
    guard let limit, connection.keepsTimeLimits, takesLimit, limit <= Self.longestLimit else { return self.limit = nil }
    // The server counts in microseconds, and takes 0 for no limit.
    self.limit = max(limit, .microseconds(1))
  }

  /// True for statements that the server runs after `SET STATEMENT`; others are stopped by ORDA alone.
  private var takesLimit: Bool {
    switch keyword {
    case .select, .with, .values, .insert, .update, .delete, .replace, .call, .block: true
    default: false
    }
  }

  /// The text for the server. A limit of the session's own holds if it is the shorter.
  var text: String {
    guard let limit else { return sql }
    let (seconds, attoseconds) = limit.components
    let digits = String(1_000_000 + attoseconds / 1_000_000_000_000).dropFirst()
    let number = "\(seconds).\(digits)"
    // In one line, so that the lines in messages are those of the statement.
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

  /// Makes an error tell of the limit where that was passed, and not the session's own.
  func restated(_ error: DatabaseError) -> DatabaseError {
    guard let limit, isBeyondLimit else { return error }
    guard error.vendorCode == Int(ER_STATEMENT_TIMEOUT) || error.vendorCode == nil else { return error }
    var error = error
    error.becomeTimeout(of: limit)
    return error
  }
}
