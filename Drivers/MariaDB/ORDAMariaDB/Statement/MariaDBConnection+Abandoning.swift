internal import CMariaDB
internal import ORDA

extension MariaDBConnection {
  /// How long unwanted rows are read before the server is asked to stop.
  private static let drainTime = Duration.milliseconds(2)
  /// The most rows that are read before the server is asked to stop.
  private static let drainRows = 1_000
  /// How long asking the server to stop may take. The caller that abandons rows waits for it.
  private static let killTime = Duration.seconds(1)
  /// How long the server may take to stop before the connection is given up.
  private static let stopTime = Duration.seconds(5)

  /// Discards the remaining rows of a statement, in bounded time.
  ///
  /// A few are simply read, which is fastest. If there are more, the server is asked to stop, since the library would
  /// read all of them, however many there are.
  func abandon(_ statement: MariaDBStatement) {
    reading = nil
    // On an encrypted connection only the library knows whether something has come.
    if !isEncrypted, drain(statement, rows: Self.drainRows, within: Self.drainTime) { return }
    interrupter.kill(within: Self.killTime)
    if isEncrypted {
      let guardian = interrupter.line.cutting(at: .now + Self.stopTime)
      _ = drain(statement, rows: .max, within: nil)
      guardian.end()
      return
    }
    if drain(statement, rows: .max, within: Self.stopTime) { return }
    // The connection is useless from here on: whatever the library still waits for ends at once.
    interrupter.cut()
    _ = drain(statement, rows: .max, within: nil)
  }

  /// Reads and discards rows, of all results; true if they came to their end, or the connection did.
  ///
  /// - Parameter time: How long it may wait for the server, counted from the first wait; nil for no limit.
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
          // Nobody knows where the next answer begins.
          interrupter.cut()
          return true
        default:
          // Nothing follows an error. Nobody waits for it, but it may have ended the transaction.
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
    // What has come with earlier rows is read without looking at the clock.
    guard orda_mariadb_wait_readable(handle, 0) == 0 else { return false }
    let end = deadline ?? .now + time
    deadline = end
    let left = max(.zero, end - .now)
    return orda_mariadb_wait_readable(handle, Int32(clamping: Int64(left / .milliseconds(1)))) == 0
  }
}
