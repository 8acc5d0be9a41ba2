public import ORDA

extension SQLite {
  /// Lends the raw `sqlite3 *` of a leased connection, for whatever ORDA has no call for.
  ///
  /// ```swift
  /// try db.withConnection { connection in
  ///   try SQLite.withHandle(connection) { handle in sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1_000_000) }
  /// }
  /// ```
  ///
  /// Use the handle only on this thread and within the closure. Leave the connection as it was: no open transaction, no
  /// statement of your own, no close, and none of the hooks and handlers that ORDA sets (busy, pre-update, commit,
  /// rollback and WAL). When `follow` asks which tables a query reads, it replaces an authorizer, and then removes it;
  /// with `reading:` it does not ask. With the option `confined` the authorizer is ORDA's.
  ///
  /// - Throws: What the body throws; `DatabaseError` of kind `unsupported` for another driver's connection, `misuse`
  ///   for one whose closure has returned.
  public static func withHandle<R>(_ connection: Connection, _ body: (OpaquePointer) throws -> R) throws -> R {
    try connection.withDriver(SQLiteConnection.self) { driver in
      _ = driver.changes?.statementBegins()
      // What the handle committed is reported now, and it may have defined something.
      defer {
        driver.changes?.handleReturned()
        driver.nullability.definitionBegins()
      }
      return try body(driver.database)
    }
  }
}
