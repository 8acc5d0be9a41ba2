internal import CSQLite
internal import ORDA

/// Carries an error past SQLite, which takes only a text and a code from a function.
///
/// The function's statement fails with a code that nothing else uses; whoever makes an error of that code finds the one
/// that was thrown here.
final class SQLiteFunctionFailure {
  /// An extended code of the primary one `SQLITE_ERROR`.
  static let code: Int32 = SQLiteCode.error | 200 << 8

  private var thrown: DatabaseError?

  /// Ends the statement that called a function.
  func report(_ error: DatabaseError, to context: OpaquePointer) {
    thrown = error
    // For those who run the statement by the raw handle. SQLite sets a code of its own with the text, so ours comes
    // after.
    sqlite3_result_error(context, error.message, -1)
    sqlite3_result_error_code(context, Self.code)
  }

  /// What was thrown, as the statement's error.
  func take(sql: String?) -> DatabaseError {
    var error = thrown ?? DatabaseError(.other, "a function failed")
    thrown = nil
    if error.sql == nil { error.sql = sql }
    return error
  }
}
