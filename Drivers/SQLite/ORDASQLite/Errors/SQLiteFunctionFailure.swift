internal import CSQLite
internal import ORDA

/// Carries an error past SQLite, which accepts only a string and a code from a function.
///
/// The function's statement fails with a code that nothing else uses; whatever makes an error of that code finds the
/// thrown one here.
final class SQLiteFunctionFailure {
  /// An extended code of the primary one `SQLITE_ERROR`.
  static let code: Int32 = SQLiteCode.error | 200 << 8

  private var thrown: DatabaseError?

  /// Ends the statement that called a function.
  func report(_ error: DatabaseError, to context: OpaquePointer) {
    thrown = error
    // For callers that run the statement through the raw handle. SQLite sets its own code with the message, so ours
    // comes after.
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
