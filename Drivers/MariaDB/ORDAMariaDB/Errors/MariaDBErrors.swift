internal import CMariaDB
internal import ORDA

/// Makes a ``DatabaseError`` of what the server or the client library reports.
enum MariaDBErrors {
  /// What a connection has just reported.
  static func error(of handle: UnsafeMutablePointer<MYSQL>, sql: String?) -> DatabaseError {
    error(
      code: Int(mysql_errno(handle)), sqlState: text(mysql_sqlstate(handle)), message: text(mysql_error(handle)),
      sql: sql)
  }

  /// What a prepared statement has just reported.
  static func error(of statement: UnsafeMutablePointer<MYSQL_STMT>, sql: String?) -> DatabaseError {
    // What goes wrong between two rows is told of the connection alone.
    if mysql_stmt_errno(statement) == 0, let handle = statement.pointee.mysql { return error(of: handle, sql: sql) }
    return error(
      code: Int(mysql_stmt_errno(statement)), sqlState: text(mysql_stmt_sqlstate(statement)),
      message: text(mysql_stmt_error(statement)), sql: sql)
  }

  /// The error for a number, with the server's words and what they name.
  static func error(code: Int, sqlState: String, message: String, sql: String?) -> DatabaseError {
    let message = MariaDBMessage.withoutValues(message, code: code)
    var words = message.isEmpty ? "the client library reported the error \(code)" : message
    if let explanation = explanations[code] { words += ": " + explanation }
    var error = DatabaseError(
      MariaDBCode.kind(code, sqlState: sqlState), words, sqlState: sqlState, vendorCode: code, sql: sql)
    MariaDBMessage(message).complete(&error)
    switch code {
    // Only the statement was undone: the transaction is open and keeps its earlier changes, and so may be repeated as a
    // whole. One that was lost on its way may have been done.
    case 1205, 1213, 1020, 1614: error.isRetryable = true
    case 1099, 1100, 1412, 1180, 1637: error.isRetryable = false
    // A node of a Galera cluster says so; from others it means a command that they do not know.
    case 1047 where message.hasPrefix("WSREP"): error.kind = .busy
    default: break
    }
    return error
  }

  private static let explanations: [Int: String] = [
    1040: "the server has as many connections as it allows; lower pool.max, or raise max_connections",
    1153: "the statement and its values are larger than the server's max_allowed_packet",
    1205: "another transaction holds a lock; the transaction is still open, and only this statement was undone",
    1213: "the whole transaction was rolled back; repeat it",
    1461: "the server holds max_prepared_stmt_count statements; lower statement-cache",
    1820: "the password has expired; set a new one with the client of the server",
    4166: "the server takes no rows by LOAD DATA LOCAL; have it do so by SET GLOBAL local_infile = ON",
    2006: "the connection was lost before the statement was sent",
    2013: "the connection was lost while the statement ran; whether it was done is not known",
    5014: "the connection was lost before the statement was sent",
  ]

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
}
