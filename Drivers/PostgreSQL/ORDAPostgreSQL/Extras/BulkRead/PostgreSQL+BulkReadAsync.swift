public import ORDA
internal import ORDAThreads

extension PostgreSQL {
  /// Reads the rows of a query by `COPY … TO STDOUT`, one by one, on the connection's own thread.
  ///
  /// Cancelling the task ends the query.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver.
  ///   - query: A query; for a table `"SELECT * FROM track"`.
  ///   - timeout: How long the wait for the connection may take, and then the reading; nil for no limit.
  ///   - file: The file of the call, for messages that name the connection's holder.
  ///   - line: The line in `file`.
  ///   - read: Takes a row.
  /// - Returns: How many rows there were.
  /// - Throws: `cancelled`, and what the blocking function throws.
  @discardableResult
  public static func bulkRead(
    _ db: any Governor, _ query: SQL, timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ read: @escaping @Sendable (borrowing CopiedRow) throws -> Void
  ) async throws -> Int {
    let text = try CopyText(query)
    let count = Lock(0)
    try await db.lease(reading(timeout, file, line)) { connection in
      try connection.withDriver(PostgreSQLConnection.self, timeout: timeout) { connection in
        let copied = try connection.copyRows(text, read)
        count.withLock { $0 = copied }
      }
    }
    return count.withLock { $0 }
  }

  /// Reads the rows of a query by `COPY … TO STDOUT`, as the server writes them, on the connection's own thread.
  ///
  /// Cancelling the task ends the query.
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
  /// - Throws: `cancelled`, and what the blocking function throws.
  @discardableResult
  public static func bulkRead(
    _ db: any Governor, _ query: SQL, as format: CopyFormat, timeout: Duration? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ take: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) async throws -> Int {
    let text = try CopyText(query)
    let count = Lock(0)
    try await db.lease(reading(timeout, file, line)) { connection in
      try connection.withDriver(PostgreSQLConnection.self, timeout: timeout) { connection in
        let copied = try connection.copyBytes(text, format, take)
        count.withLock { $0 = copied }
      }
    }
    return count.withLock { $0 }
  }
}
