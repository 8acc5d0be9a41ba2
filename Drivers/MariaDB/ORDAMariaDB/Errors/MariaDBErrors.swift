internal import CMariaDB
internal import ORDA

/// Makes a ``DatabaseError`` from what the server or the client library reports.
enum MariaDBErrors {
  /// What a connection has just reported.
  static func error(of handle: UnsafeMutablePointer<MYSQL>, sql: String?) -> DatabaseError {
    error(
      code: Int(mysql_errno(handle)), sqlState: text(mysql_sqlstate(handle)), message: text(mysql_error(handle)),
      sql: sql)
  }

  /// What a prepared statement has just reported.
  static func error(of statement: UnsafeMutablePointer<MYSQL_STMT>, sql: String?) -> DatabaseError {
    // An error between two rows is reported for the connection alone.
    if mysql_stmt_errno(statement) == 0, let handle = statement.pointee.mysql { return error(of: handle, sql: sql) }
    return error(
      code: Int(mysql_stmt_errno(statement)), sqlState: text(mysql_stmt_sqlstate(statement)),
      message: text(mysql_stmt_error(statement)), sql: sql)
  }

  /// The error for a number, with the server's words and what they name.
  static func error(code: Int, sqlState: String, message: String, sql: String?) -> DatabaseError {
    let message = MariaDBMessage.withoutValues(message, code: code)
    var words = message.isEmpty ? "the client library reported the error \(code)" : message
    if let explanation = explanations[code] ?? explanationOfPlace(code, message) { words += ": " + explanation }
    var error = DatabaseError(
      MariaDBCode.kind(code, sqlState: sqlState), words, sqlState: sqlState, vendorCode: code, sql: sql)
    MariaDBMessage(message).complete(&error)
    switch code {
    // Only the statement was undone: the transaction is open and keeps its earlier changes, so it may be repeated as a
    // whole.
    case 1205, 1213, 1020, 1614: error.isRetryable = true
    case 1099, 1100, 1412, 1637: error.isRetryable = false
    // It was not sent, or the server ended the connection or refused it instead of running it.
    case 2006, 5014, 1043, 1053, 1927, 4031: error.isRetryable = true
    // A node of a Galera cluster says so; from other servers it means an unknown command.
    case 1047 where message.hasPrefix("WSREP"): error.kind = .busy
    default: break
    }
    return error
  }

  /// The server's message for a parameter where it accepts none: it only points at the `?`.
  private static func explanationOfPlace(_ code: Int, _ message: String) -> String? {
    guard code == 1064, message.contains("to use near '?") else { return nil }
    return
      "MariaDB takes no parameter at this place; write the value itself: \\(raw:) pastes a number that is safe, and"
      + " \\(identifier:) a name"
  }

  private static let explanations: [Int: String] = [
    1040: "the server has as many connections as it allows; lower pool.max, or raise max_connections",
    1153: "the statement and its values are larger than the server's max_allowed_packet",
    1180: "whether it was done is not known; look at the data before repeating it",
    1205: "another transaction holds a lock; the transaction is still open, and only this statement was undone",
    1213: "the whole transaction was rolled back; repeat it",
    1351: "a view takes no parameters and no variables; write the values themselves",
    1390: "each value of \\(in:) is one, and 65,535 are the most; \\(list:) binds a list of any length as one",
    1461:
      "the server holds as many prepared statements as it allows, and this connection has none that it could give up; lower "
      + "statement-cache or pool.max for all that use the server, or raise max_prepared_stmt_count",
    1820: "the password has expired; set a new one with the client of the server",
    4166: "the server takes no rows by LOAD DATA LOCAL; have it do so by SET GLOBAL local_infile = ON",
    2006: "the connection was lost before the statement was sent",
    2013: "the connection was lost while the statement ran",
    5014: "the connection was lost before the statement was sent",
  ]

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
}
