public import ORDA
internal import ORDAThreads

extension PostgreSQL {
  /// Loads rows from an asynchronous sequence into a table by `COPY … FROM STDIN`, in one transaction: all or nothing.
  ///
  /// ```swift
  /// try await PostgreSQL.bulkLoad(db, into: "track", columns: ["id", "title"], rows: tracks) { track, row in
  ///   try row.append(track.id, track.title)
  /// }
  /// ```
  ///
  /// Elements are taken as fast as the server takes rows, and only some megabytes of them wait; other tasks get their turn
  /// with each megabyte or so, also where neither side has to wait. The connection is held until the sequence ends. An
  /// error of the sequence, or cancelling the task, undoes the whole load.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver.
  ///   - table: The table's name.
  ///   - columns: The columns that are given, in the order of the values; the others get their defaults.
  ///   - rows: The elements of which rows are made; the calling task iterates them.
  ///   - timeout: How long the wait for the connection may take, and then the load; nil for no limit. A sequence that
  ///     returns nothing is not interrupted: the connection is returned, and the next element or the end throws.
  ///   - file: The file of the call, for messages that name the connection's holder.
  ///   - line: The line in `file`.
  ///   - write: Appends the values of an element to its row, one for each column.
  /// - Returns: How many rows were loaded.
  /// - Throws: What the sequence and `write` throw, `cancelled`, and what the blocking function throws, including
  ///   `timeout`.
  @discardableResult
  public static func bulkLoad<Rows: AsyncSequence>(
    _ db: any Governor, into table: TableName, columns: [String], rows: Rows, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ write: (Rows.Element, borrowing BulkRow) throws -> Void
  ) async throws -> Int {
    try checkColumns(columns)
    let feed = Feed()
    async let count = take(feed, db, loading(timeout, file, line), table, columns)
    do {
      if let columns = await feed.target() {
        try await make(rows, CopyRows(columns, size: 1 << 20), write, for: feed)
      }
      feed.finish(.success(()))
    } catch {
      feed.finish(.failure(error))
      _ = try? await count
      throw error
    }
    return try await count
  }

  /// Loads rows from a sequence, without blocking the task's thread while the server works.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver.
  ///   - table: The table's name.
  ///   - columns: The columns that are given, in the order of the values.
  ///   - rows: The elements of which rows are made; the calling task iterates them.
  ///   - timeout: How long the wait for the connection may take, and then the load; nil for no limit.
  ///   - file: The file of the call, for messages that name the connection's holder.
  ///   - line: The line in `file`.
  ///   - write: Appends the values of an element to its row, one for each column.
  /// - Returns: How many rows were loaded.
  /// - Throws: As the function that takes an asynchronous sequence.
  @discardableResult
  public static func bulkLoad<Rows: Sequence>(
    _ db: any Governor, into table: TableName, columns: [String], rows: Rows, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ write: (Rows.Element, borrowing BulkRow) throws -> Void
  ) async throws -> Int {
    try await bulkLoad(
      db, into: table, columns: columns, rows: AwaitedElements(rows), timeout: timeout, file: file, line: line, write)
  }

  /// From the task that makes rows to the connection's thread, which first tells of what columns they are.
  private typealias Feed = PortionFeed<[ResultColumn], CopyPortion>

  /// Writes rows on the calling task, and passes them to the connection.
  private static func make<Rows: AsyncSequence>(
    _ rows: Rows, _ made: CopyRows, _ write: (Rows.Element, borrowing BulkRow) throws -> Void, for feed: Feed
  ) async throws {
    for try await element in rows {
      try made.addRow { row in try write(element, row) }
      while made.isFull, let portion = made.take() {
        if await !feed.put(portion) { return }
      }
      if feed.isEnded { return }
    }
    // A sequence may simply end when its task is cancelled.
    if Task.isCancelled { throw DatabaseError(.cancelled, "the task was cancelled") }
    while let portion = made.take(), await feed.put(portion) {}
  }

  /// Loads what the task makes, on the connection's thread.
  private static func take(
    _ feed: Feed, _ db: any Governor, _ request: LeaseRequest, _ table: TableName, _ columns: [String]
  ) async throws -> Int {
    let count = Lock(0)
    // However this ends, the task must not go on waiting.
    defer { feed.end() }
    try await db.lease(request) { connection in
      // Also before the transaction ends, which may take some time.
      defer { feed.end() }
      try connection.withDriver(PostgreSQLConnection.self, timeout: request.timeout) { connection in
        feed.begin(try connection.columns(columns, of: table))
        let loaded = try connection.load(into: table, columns) { try feed.next(checking: $0) }
        count.withLock { $0 = loaded }
      }
    }
    return count.withLock { $0 }
  }
}
