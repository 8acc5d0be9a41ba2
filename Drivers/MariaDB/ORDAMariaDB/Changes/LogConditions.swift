internal import ORDA

/// What following a server's log requires, as far as the server has it.
struct LogConditions: Sendable {
  /// True for MariaDB; MySQL's log is different.
  var isMariaDB = true
  var hasLog = true
  var format = "ROW"
  var metadata = "FULL"
  var image = "FULL"
  /// False if the account certainly lacks the grant.
  var mayRead = true
  /// The account, as GRANT takes it.
  var account = "CURRENT_USER"
  /// How many seconds the server's clock is ahead of ours.
  var clockOffset: Int64 = 0

  /// Why the log can't be followed, and what to do about it; nil if it can.
  var refusal: DatabaseError? {
    if !isMariaDB {
      return DatabaseError(.unsupported, "changes are followed by MariaDB's binary log, and this server is not MariaDB")
    }
    if !hasLog {
      return DatabaseError(
        .unsupported, "the server keeps no binary log, by which changes are followed; start it with --log-bin")
    }
    if !mayRead { return Self.notGranted(account) }
    return nil
  }

  /// Why the news are not more exact, and what to do about it; nil if they are as exact as possible.
  var limitation: String? {
    if format != "ROW" {
      return
        "binlog_format is \(format), so that it is not told which rows change, and every table is read again after "
        + "each commit; SET GLOBAL binlog_format = 'ROW', and connect anew"
    }
    if image != "FULL" {
      return
        "binlog_row_image is \(image), so that not all old values are told; SET GLOBAL binlog_row_image = 'FULL', and "
        + "connect anew"
    }
    if metadata != "FULL" {
      return
        "binlog_row_metadata is \(metadata), so that columns are told by the names that they have when their rows are "
        + "read, not when they were changed; SET GLOBAL binlog_row_metadata = 'FULL'"
    }
    return nil
  }

  private static func notGranted(_ account: String) -> DatabaseError {
    DatabaseError(
      .permission,
      "the account may not read the server's binary log, by which changes are followed; "
        + "GRANT REPLICATION SLAVE ON *.* TO \(account)")
  }

  /// An error of following, with what to do about it.
  func explained(_ error: DatabaseError) -> DatabaseError {
    switch error.vendorCode {
    case 1227: return Self.notGranted(account)
    default: return error
    }
  }
}

extension LogConditions {
  /// Asks the server.
  init(on connection: MariaDBConnection) throws(DatabaseError) {
    isMariaDB = connection.isMariaDB
    guard isMariaDB else { return }
    let answer = try connection.texts(
      """
      SELECT @@global.log_bin, @@global.binlog_format, @@global.binlog_row_metadata, @@global.binlog_row_image,
        CURRENT_USER(), UNIX_TIMESTAMP()
      """)
    let cells = answer.first ?? []
    func text(_ index: Int) -> String { index < cells.count ? cells[index] ?? "" : "" }
    hasLog = text(0) == "1"
    format = text(1)
    metadata = text(2)
    image = text(3)
    account = Self.quoted(account: text(4))
    clockOffset = Int64(text(5)).map { $0 &- Self.now } ?? 0
    mayRead = LogGrants.mayRead(by: try connection.texts(LogGrants.question))
  }

  /// How long ago the commit was of a transaction that began at a moment; nil for less than two seconds, since the log
  /// is no more exact.
  func delay(since time: UInt32) -> Duration? {
    let seconds = Self.now &+ clockOffset &- Int64(time)
    return time > 0 && (2..<Int64(UInt32.max)).contains(seconds) ? .seconds(seconds) : nil
  }

  /// Seconds since 1970.
  private static var now: Int64 { Instant.now.microsecondsSince1970 / 1_000_000 }

  /// `app@%` as `'app'@'%'`.
  private static func quoted(account: String) -> String {
    guard let at = account.lastIndex(of: "@") else { return "CURRENT_USER" }
    return "'\(account[..<at])'@'\(account[account.index(after: at)...])'"
  }
}
