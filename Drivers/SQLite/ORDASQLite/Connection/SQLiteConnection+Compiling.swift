internal import CSQLite
internal import ORDA

/// From SQL text to what SQLite runs.
extension SQLiteConnection {
  /// Compiles one statement.
  func compile(_ sql: String, isPersistent: Bool) throws(DatabaseError) -> OpaquePointer {
    try compiled(sql, isPersistent: isPersistent).handle
  }

  /// Compiles one statement, and reports whether SQLite got the text as it was written.
  func compiled(
    _ sql: String, isPersistent: Bool
  ) throws(DatabaseError) -> (handle: OpaquePointer, isHandedAsWritten: Bool) {
    guard let text = BackquotedText(sql) else { return (try prepare(sql, isPersistent), true) }
    var handle: OpaquePointer?
    let code = text.handed.withUnsafeBufferPointer { prepare($0, isPersistent, &handle) }
    let compiled = try checked(handle, code, sql)
    guard text.isOnlyChecked else { return (compiled, false) }
    sqlite3_finalize(compiled)
    return (try prepare(sql, isPersistent), true)
  }

  /// Compiles a text as it is.
  private func prepare(_ sql: String, _ isPersistent: Bool) throws(DatabaseError) -> OpaquePointer {
    var text = sql
    var handle: OpaquePointer?
    let code = text.withUTF8 { prepare($0, isPersistent, &handle) }
    return try checked(handle, code, sql)
  }

  private func prepare(
    _ bytes: UnsafeBufferPointer<UInt8>, _ isPersistent: Bool, _ handle: inout OpaquePointer?
  ) -> Int32 {
    guard bytes.count < Int32.max else { return SQLITE_TOOBIG }
    let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    return bytes.withMemoryRebound(to: CChar.self) {
      sqlite3_prepare_v3(database, $0.baseAddress, Int32($0.count), flags, &handle, nil)
    }
  }

  private func checked(_ handle: OpaquePointer?, _ code: Int32, _ sql: String) throws(DatabaseError) -> OpaquePointer {
    guard code == SQLITE_OK else { throw error(code, sql: sql, during: .prepare) }
    guard let handle else {
      throw DatabaseError(.misuse, "an empty statement: there is no SQL in the text", sql: sql)
    }
    return handle
  }

  /// SQLite's report on its last failure.
  ///
  /// - Parameter sql: The text as it was written.
  func error(_ code: Int32, sql: String?, during operation: SQLiteErrors.Operation) -> DatabaseError {
    if code == SQLiteFunctionFailure.code { return functionFailure.take(sql: sql) }
    let extended = sqlite3_extended_errcode(database)
    var message = String(cString: sqlite3_errmsg(database))
    if message.utf8.contains(UInt8(ascii: "`")), let text = sql.flatMap(BackquotedText.init) {
      message = text.asWritten(message: message)
    }
    let isRefused =
      SQLiteCode.primary(code) == SQLiteCode.authorization || message.hasPrefix(SQLiteStatementMessage.unauthorized)
    if settings.isConfined, isRefused {
      message += ": with confined=true statements only read, and set nothing"
    }
    return SQLiteErrors.error(
      code: extended & 0xFF == code & 0xFF ? extended : code, message: message, sql: sql, during: operation,
      systemErrno: sqlite3_system_errno(database))
  }
}
