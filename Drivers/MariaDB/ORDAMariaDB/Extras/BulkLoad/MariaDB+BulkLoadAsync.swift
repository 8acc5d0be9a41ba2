public import ORDA
internal import ORDAThreads

extension MariaDB {
  /// Loads rows from an asynchronous sequence into a table, in one transaction: all or nothing.
  ///
  /// ```swift
  /// try await MariaDB.bulkLoad(db, into: "track", columns: ["id", "title"], rows: tracks) { track, row in
  ///   try row.append(track.id, track.title)
  /// }
  /// ```
  ///
  /// Elements are taken as fast as the server takes rows, and only some megabytes of them wait; other tasks get their turn
  /// with every few megabytes, also where neither side has to wait. The connection is held until the sequence ends. An
  /// error of the sequence, or cancelling the task, undoes the whole load.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver; the server's variable `local_infile` must be on, as it is by default.
  ///   - table: The table's name, in the URL's database.
  ///   - columns: The columns that are given, in the order of the values; the others get their defaults.
  ///   - rows: The elements of which rows are made; the calling task iterates them.
  ///   - duplicates: What happens to rows with a key that already exists.
  ///   - timeout: How long the wait for the connection may take, and then the load; nil for no limit. A sequence that
  ///     returns nothing is not interrupted: the connection is returned, and the next element or the end throws.
  ///   - file: The file of the call, for messages that name the connection's holder.
  ///   - line: The line in `file`.
  ///   - write: Appends the values of an element to its row, one for each column.
  /// - Returns: How many rows were loaded, and how many were not.
  /// - Throws: What the sequence and `write` throw, `cancelled`, and what the blocking function throws, including
  ///   `timeout`.
  @discardableResult
  public static func bulkLoad<Rows: AsyncSequence>(
    _ db: any Governor, into table: String, columns: [String], rows: Rows, duplicates: Duplicates = .refused,
    timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ write: (Rows.Element, borrowing BulkRow) throws -> Void
  ) async throws -> BulkLoadResult {
    let feed = Feed()
    async let result = take(
      feed, db, transaction(timeout, file, line), table: table, columns: columns, duplicates: duplicates)
    do {
      try await make(rows, write, for: feed)
      feed.finish(.success(()))
    } catch {
      feed.finish(.failure(error))
      _ = try? await result
      throw error
    }
    return try await result
  }

  /// Loads rows from a sequence, without blocking the task's thread while the server works.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver.
  ///   - table: The table's name, in the URL's database.
  ///   - columns: The columns that are given, in the order of the values.
  ///   - rows: The elements of which rows are made; the calling task iterates them.
  ///   - duplicates: What happens to rows with a key that already exists.
  ///   - timeout: How long the wait for the connection may take, and then the load; nil for no limit.
  ///   - file: The file of the call, for messages that name the connection's holder.
  ///   - line: The line in `file`.
  ///   - write: Appends the values of an element to its row, one for each column.
  /// - Returns: How many rows were loaded, and how many were not.
  /// - Throws: As the function that takes an asynchronous sequence.
  @discardableResult
  public static func bulkLoad<Rows: Sequence>(
    _ db: any Governor, into table: String, columns: [String], rows: Rows, duplicates: Duplicates = .refused,
    timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ write: (Rows.Element, borrowing BulkRow) throws -> Void
  ) async throws -> BulkLoadResult {
    try await bulkLoad(
      db, into: table, columns: columns, rows: AwaitedElements(rows), duplicates: duplicates, timeout: timeout,
      file: file, line: line, write)
  }

  /// From the task that makes rows to the connection's thread, which first tells how they are to be written.
  private typealias Feed = PortionFeed<[BulkEncoder.Form], BulkRows>

  /// Writes rows on the calling task, and passes them to the connection.
  private static func make<Rows: AsyncSequence>(
    _ rows: Rows, _ write: (Rows.Element, borrowing BulkRow) throws -> Void, for feed: Feed
  ) async throws {
    guard let forms = await feed.target() else { return }
    let encoder = BulkEncoder(forms)
    for try await element in rows {
      try encoder.addRow { row throws in try write(element, row) }
      if encoder.isFull, let portion = encoder.takeRows(), await !feed.put(portion) { return }
      if feed.isEnded { return }
    }
    // A sequence may simply end when its task is cancelled.
    if Task.isCancelled { throw DatabaseError(.cancelled, "the task was cancelled") }
    if let portion = encoder.takeRows() { _ = await feed.put(portion) }
  }

  /// Loads what the task makes, on the connection's thread.
  private static func take(
    _ feed: Feed, _ db: any Governor, _ request: LeaseRequest, table: String, columns: [String],
    duplicates: Duplicates
  ) async throws -> BulkLoadResult {
    let result = Lock(BulkLoadResult())
    // However this ends, the task must not go on waiting.
    defer { feed.end() }
    try await db.lease(request) { connection in
      // Also before the transaction ends, which may take some time.
      defer { feed.end() }
      try connection.withDriver(MariaDBConnection.self, timeout: request.timeout) { connection in
        var load = try BulkLoad(connection, table: table, columns: columns, duplicates: duplicates)
        feed.begin(load.forms)
        let loaded = try load.run { try feed.next { try connection.checkNotCancelled() } }
        result.withLock { $0 = loaded }
      }
    }
    return result.withLock { $0 }
  }
}
