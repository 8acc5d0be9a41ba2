internal import CMariaDB
internal import ORDA

extension MariaDBConnection {
  /// How long rows that nobody wants are read away before the server is told to stop.
  private static let drainTime = Duration.milliseconds(2)
  /// Rows that are read away at most before the server is told to stop.
  private static let drainRows = 1_000
  /// How long telling the server to stop may take. Who leaves rows waits for that.
  private static let killTime = Duration.seconds(1)
  /// How long the server may take to stop before the connection is given up.
  private static let stopTime = Duration.seconds(5)

  /// Gets rid of the rows that are still to come of a statement, in bounded time.
  ///
  /// A few are read away, which is quicker than anything else. Of more the server is told to stop, since the library would
  /// read all of them, however many there are.
  func abandon(_ statement: MariaDBStatement) {
    reading = nil
    // Of an encrypted connection nobody but the library knows whether something has come.
    if !isEncrypted, drain(statement, rows: Self.drainRows, within: Self.drainTime) { return }
    interrupter.kill(within: Self.killTime)
    if isEncrypted {
      let guardian = interrupter.line.cutting(at: .now + Self.stopTime)
      _ = drain(statement, rows: .max, within: nil)
      guardian.end()
      return
    }
    if drain(statement, rows: .max, within: Self.stopTime) { return }
    // The connection is of no further use: what the library still waits for ends at once.
    interrupter.cut()
    _ = drain(statement, rows: .max, within: nil)
  }

  /// Reads rows away, of all results; true if they came to their end, or to that of the connection.
  ///
  /// - Parameter time: How long it may wait for the server, counted from where it first has to; nil for no limit.
  private func drain(_ statement: MariaDBStatement, rows: Int, within time: Duration?) -> Bool {
    var count = 0
    var hasRows = true
    var deadline: ContinuousClock.Instant?
    while true {
      if hasRows {
        if let time, isSilent(for: time, until: &deadline) { return false }
        switch mysql_stmt_fetch(statement.handle) {
        case 0:
          count += 1
          if count >= rows { return false }
          continue
        case MYSQL_NO_DATA: statement.noteEndOfRows()
        case MYSQL_DATA_MALFORMED:
          // Where the next answer begins nobody knows.
          interrupter.cut()
          return true
        default:
          // Behind an error comes nothing. Nobody waits for it, but it may have ended the transaction.
          let failure = statement.reportedError
          forgetFurtherResults()
          _ = noteError(failure, of: statement.keyword, hadLimit: statement.limit != nil)
          return true
        }
      }
      guard !interrupter.isCut, mysql_stmt_more_results(statement.handle) != 0 else { return true }
      if let time, isSilent(for: time, until: &deadline) { return false }
      if mysql_stmt_next_result(statement.handle) != 0 { return true }
      hasRows = mysql_stmt_field_count(statement.handle) > 0
    }
  }

  /// Waits until something can be read; true if nothing came in time.
  private func isSilent(for time: Duration, until deadline: inout ContinuousClock.Instant?) -> Bool {
    // What has come with the rows before is read without a look at the clock.
    guard orda_mariadb_wait_readable(handle, 0) == 0 else { return false }
    let end = deadline ?? .now + time
    deadline = end
    let left = max(.zero, end - .now)
    return orda_mariadb_wait_readable(handle, Int32(clamping: Int64(left / .milliseconds(1)))) == 0
  }
}
