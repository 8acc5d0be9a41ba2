public import ORDA

extension MariaDB {
  /// Loads rows from a sequence into a table, in one transaction: all or nothing.
  ///
  /// ```swift
  /// try MariaDB.bulkLoad(db, into: "track", columns: ["id", "title"], rows: tracks) { track, row in
  ///   try row.append(track.id, track.title)
  /// }
  /// ```
  ///
  /// The rows are sent by `LOAD DATA LOCAL` from memory, some megabytes at a time; no file is read or written. Use it
  /// for an endless number of rows; `executeMany(_:timeout:bind:)` is as fast, and binds each value by its type. Here
  /// the server reads every value as text: still, a value that does not fit its column is an error. Inside a
  /// transaction the load is a savepoint.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver; the server's variable `local_infile` must be on, as it is by default.
  ///   - table: The table's name, in the URL's database.
  ///   - columns: The columns that are given, in the order of the values; the others get their defaults.
  ///   - rows: The elements of which rows are made, taken one by one.
  ///   - duplicates: What happens to rows with a key that already exists.
  ///   - timeout: How long the wait for the connection may take, and then the load; nil for no limit. A sequence that
  ///     blocks its thread is not interrupted: the limit takes effect when it returns its next element.
  ///   - file: The file of the call, for messages that name the connection's holder.
  ///   - line: The line in `file`.
  ///   - write: Appends the values of an element to its row, one for each column.
  /// - Returns: How many rows were loaded, and how many were not.
  /// - Throws: What `write` throws; `DatabaseError` for a row that the table does not accept, with `batchIndex` if the
  ///   server tells the row; `unsupported` if the server has `local_infile` off, and for another driver's governor;
  ///   `misuse` for a row with too few or too many values; `timeout`.
  @discardableResult
  public static func bulkLoad<Rows: Sequence>(
    _ db: any Governor, into table: String, columns: [String], rows: Rows, duplicates: Duplicates = .refused,
    timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ write: (Rows.Element, borrowing BulkRow) throws -> Void
  ) throws -> BulkLoadResult {
    var result = BulkLoadResult()
    try db.lease(transaction(timeout, file, line)) { connection in
      try connection.withDriver(MariaDBConnection.self, timeout: timeout) { connection in
        var load = try BulkLoad(connection, table: table, columns: columns, duplicates: duplicates)
        let encoder = BulkEncoder(load.forms)
        var iterator = rows.makeIterator()
        result = try load.run {
          while !encoder.isFull, let element = iterator.next() {
            try connection.checkNotCancelled()
            try encoder.addRow { row in try write(element, row) }
          }
          return encoder.takeRows()
        }
      }
    }
    return result
  }

  /// The transaction for a load.
  static func transaction(_ timeout: Duration?, _ file: StaticString, _ line: UInt) -> LeaseRequest {
    LeaseRequest(role: .writer, transaction: TransactionOptions(), timeout: timeout, file: file, line: line)
  }
}
