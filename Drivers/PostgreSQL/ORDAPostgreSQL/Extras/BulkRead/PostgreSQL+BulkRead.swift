public import ORDA

extension PostgreSQL {
  /// Reads the rows of a query by `COPY … TO STDOUT`, one by one, in bounded memory.
  ///
  /// ```swift
  /// try PostgreSQL.bulkRead(db, "SELECT id, title FROM track WHERE album = \(album)") { row in
  ///   let (id, title) = try row.tuple((Int, String?).self)
  /// }
  /// ```
  ///
  /// The query runs in a transaction that only reads; inside another one it is a savepoint. Values are interpolated:
  /// they are written into the text, since COPY takes no parameters.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver.
  ///   - query: A query; for a table `"SELECT * FROM track"`.
  ///   - timeout: How long the wait for the connection may take, and then the reading; nil for no limit. A closure that
  ///     blocks its thread is not interrupted: the limit takes effect when it returns.
  ///   - file: The file of the call, for messages that name the connection's holder.
  ///   - line: The line in `file`.
  ///   - read: Takes a row.
  /// - Returns: How many rows there were.
  /// - Throws: What `read` throws; the server's errors; `unsupported` for another driver's governor; `misuse` for a
  ///   query with parameters; `timeout`.
  @discardableResult
  public static func bulkRead(
    _ db: any Governor, _ query: SQL, timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ read: (borrowing CopiedRow) throws -> Void
  ) throws -> Int {
    let text = try CopyText(query)
    var count = 0
    try db.lease(reading(timeout, file, line)) { connection in
      try connection.withDriver(PostgreSQLConnection.self, timeout: timeout) { connection in
        count = try connection.copyRows(text, read)
      }
    }
    return count
  }

  /// Reads the rows of a query by `COPY … TO STDOUT`, as the server writes them, in bounded memory: to be stored or
  /// sent on without being looked at.
  ///
  /// ```swift
  /// try PostgreSQL.bulkRead(db, "SELECT * FROM track", as: .csv(header: true)) { bytes in try file.write(bytes) }
  /// ```
  ///
  /// Texts are UTF-8.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver.
  ///   - query: A query; for a table `"SELECT * FROM track"`.
  ///   - format: How the server writes rows.
  ///   - timeout: How long the wait for the connection may take, and then the reading; nil for no limit.
  ///   - file: The file of the call, for messages that name the connection's holder.
  ///   - line: The line in `file`.
  ///   - take: Takes the next bytes, which are lent: a whole row, with the end of its line, or the header.
  /// - Returns: How many rows there were.
  /// - Throws: What `take` throws, and what the function for rows throws.
  @discardableResult
  public static func bulkRead(
    _ db: any Governor, _ query: SQL, as format: CopyFormat, timeout: Duration? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ take: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int {
    let text = try CopyText(query)
    var count = 0
    try db.lease(reading(timeout, file, line)) { connection in
      try connection.withDriver(PostgreSQLConnection.self, timeout: timeout) { connection in
        count = try connection.copyBytes(text, format, take)
      }
    }
    return count
  }

  /// The transaction for reading.
  static func reading(_ timeout: Duration?, _ file: StaticString, _ line: UInt) -> LeaseRequest {
    LeaseRequest(
      role: .reader, transaction: TransactionOptions(isReadOnly: true), timeout: timeout, file: file, line: line)
  }
}

extension PostgreSQLConnection {
  /// Copies a query's rows, whose columns the server describes before: in a transaction they stay what they are.
  func copyRows(_ text: CopyText, _ read: (borrowing PostgreSQL.CopiedRow) throws -> Void) throws -> Int {
    // Without a name there is nothing to forget.
    let line = CopiedLine(try prepare(text.query, name: "").columns)
    return try copyBytes(text, .text) { bytes in
      try line.read(bytes)
      try read(PostgreSQL.CopiedRow(line: line))
    }
  }

  func copyBytes(
    _ text: CopyText, _ format: PostgreSQL.CopyFormat, _ take: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int {
    noteSession(SessionWords(text.query, .select))
    return try CopyOut(self, text.statement(format.options)).run(take)
  }
}
