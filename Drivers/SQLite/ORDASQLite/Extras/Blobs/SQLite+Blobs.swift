internal import CSQLite
public import ORDA

extension SQLite {
  /// Opens one value to be read, and written, in parts, so that a large one need not fit into memory.
  ///
  /// ```swift
  /// try db.withConnection { connection in
  ///   try SQLite.withBlob(connection, table: "cover", column: "image", rowID: 7, writable: true) { blob in
  ///     try blob.write(header, at: 0)
  ///   }
  /// }
  /// ```
  ///
  /// A writable value is opened in a transaction, or in a savepoint inside one: if the body throws, nothing is written.
  /// `db.withConnection` lends the transaction's connection inside `db.transaction` too.
  ///
  /// - Parameters:
  ///   - connection: A leased connection; a reader's will do to read.
  ///   - schema: `main`, `temp`, or the name of an attached database.
  ///   - table: A table that has a rowid.
  ///   - column: A column that holds bytes or text in this row; to write, one without an index and a foreign key.
  ///   - rowID: The row's rowid, which an INTEGER PRIMARY KEY is.
  ///   - writable: True to write.
  ///   - body: Gets the value; its result is returned.
  /// - Throws: What the body throws; `DatabaseError` of kind `noSuchTable`, `noSuchColumn`, `noSuchRow`,
  ///   `typeMismatch` for a NULL or a number, `unsupported` for a view, a virtual table, a table without rowid, and a
  ///   column that can't be written this way.
  public static func withBlob<R>(
    _ connection: Connection, schema: String = "main", table: String, column: String, rowID: Int64,
    writable: Bool = false, _ body: (borrowing Blob) throws -> R
  ) throws -> R {
    for (name, sort) in [(schema, "schema"), (table, "table"), (column, "column")] where name.utf8.contains(0) {
      throw DatabaseError(.misuse, "the name of the \(sort) contains a NUL character")
    }
    let place = BlobPlace(schema: schema, table: table, column: column, rowID: rowID)
    return try connection.withDriver(SQLiteConnection.self) { driver in
      guard writable else { return try place.lend(driver, isWritable: false, body) }
      return try connection.transaction { _ in try place.lend(driver, isWritable: true, body) }
    }
  }
}

/// Where a value is.
private struct BlobPlace {
  var schema: String
  var table: String
  var column: String
  var rowID: Int64

  /// Opens it, lends it, and closes it.
  func lend<R>(
    _ connection: SQLiteConnection, isWritable: Bool, _ body: (borrowing SQLite.Blob) throws -> R
  ) throws -> R {
    var handle: OpaquePointer?
    let code = sqlite3_blob_open(connection.database, schema, table, column, rowID, isWritable ? 1 : 0, &handle)
    guard code == SQLITE_OK, let handle else { throw error(code, connection) }
    let blob = SQLite.Blob(handle: handle, connection: connection)
    let result: R
    do {
      result = try body(blob)
    } catch {
      try? blob.close()
      throw error
    }
    try blob.close()
    return result
  }

  private func error(_ code: Int32, _ connection: SQLiteConnection) -> DatabaseError {
    var error = connection.error(code, sql: nil, during: .other)
    if error.message.hasPrefix("no such rowid") {
      error.kind = .noSuchRow
      error.code = .noResultRowsForKey
    } else if error.message.hasPrefix("cannot open value of type") {
      error.kind = .typeMismatch
    } else if error.message.hasPrefix("cannot open ") {
      error.kind = .unsupported
    }
    error.table = error.table ?? table
    error.column = error.column ?? column
    return error
  }
}
