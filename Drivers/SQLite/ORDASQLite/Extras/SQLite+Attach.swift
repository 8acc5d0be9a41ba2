public import ORDA

extension SQLite {
  /// Attaches another database file under a name, on every connection of a governor, present and future.
  ///
  /// ```swift
  /// try SQLite.attach("archive.db", as: "archive", to: db)
  /// try db.execute("INSERT INTO archive.track SELECT * FROM track WHERE year < ?", 1960)
  /// try db.tables(schema: "archive")
  /// ```
  ///
  /// The file is opened like the governor's own: made if it is missing under `mode=rwc`, and only read by connections
  /// that only read. Its journal mode stays as it is. Called inside a transaction, it reaches that connection when the
  /// transaction is over. A transaction over several files is undone as a whole. But if the journal is a write-ahead
  /// log, after a power cut in the middle of the commit one file may have the changes and another may not.
  ///
  /// - Parameters:
  ///   - path: The file; a relative path starts at the working directory of this call.
  ///   - name: The schema's name in SQL, 1 to 255 bytes.
  ///   - db: A governor of this driver.
  /// - Throws: `DatabaseError` of kind `cannotOpen`, or `corrupt` for a file that is no database; `alreadyExists` for a
  ///   name that is taken; `dataTooLong` beyond SQLite's limit, mostly 10; `misuse` for a bad name; `permission` with the
  ///   option `confined`; `unsupported` for another driver's governor.
  public static func attach(_ path: String, as name: String, to db: any Governor) throws {
    try checkName(name, of: "schema")
    guard !path.isEmpty else { throw DatabaseError(.misuse, "the path of the database to attach is empty") }
    let path = SQLiteSettings.absolute(path)
    try db.onConnect { connection in
      try connection.withDriver(SQLiteConnection.self) { try $0.attach(path, as: name) }
    }
  }
}
