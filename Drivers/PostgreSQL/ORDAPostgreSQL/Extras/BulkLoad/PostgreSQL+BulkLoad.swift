public import ORDA

extension PostgreSQL {
  /// Loads rows from a sequence into a table by `COPY … FROM STDIN`, in one transaction: all or nothing.
  ///
  /// ```swift
  /// try PostgreSQL.bulkLoad(db, into: "track", columns: ["id", "title"], rows: tracks) { track, row in
  ///   try row.append(track.id, track.title)
  /// }
  /// ```
  ///
  /// The rows are sent as texts while they are made, so that there may be any number of them. Inside a transaction
  /// the load is a savepoint.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver.
  ///   - table: The table's name.
  ///   - columns: The columns that are given, in the order of the values; the others get their defaults.
  ///   - rows: The elements of which rows are made, taken one by one.
  ///   - timeout: How long the wait for the connection may take, and then the load; nil for no limit. A sequence that
  ///     blocks its thread is not interrupted: the limit takes effect when it returns its next element.
  ///   - file: The file of the call, for messages that name the connection's holder.
  ///   - line: The line in `file`.
  ///   - write: Appends the values of an element to its row, one for each column.
  /// - Returns: How many rows were loaded.
  /// - Throws: What `write` throws; `DatabaseError` for a row that the table does not accept; `unsupported` for another
  ///   driver's governor; `misuse` for a row with too few or too many values; `timeout`.
  @discardableResult
  public static func bulkLoad<Rows: Sequence>(
    _ db: any Governor, into table: TableName, columns: [String], rows: Rows, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ write: (Rows.Element, borrowing BulkRow) throws -> Void
  ) throws -> Int {
    try checkColumns(columns)
    var count = 0
    try db.lease(loading(timeout, file, line)) { connection in
      try connection.withDriver(PostgreSQLConnection.self, timeout: timeout) { connection in
        let copy = try CopyIn(connection, table, columns)
        let lines = CopyLines(columnCount: columns.count)
        count = try copy.run {
          for element in rows {
            try lines.addRow { row in try write(element, row) }
            if lines.isFull { try copy.send(lines) }
          }
          try copy.send(lines)
        }
      }
    }
    return count
  }

  /// The transaction for a load.
  static func loading(_ timeout: Duration?, _ file: StaticString, _ line: UInt) -> LeaseRequest {
    LeaseRequest(role: .writer, transaction: TransactionOptions(), timeout: timeout, file: file, line: line)
  }

  static func checkColumns(_ columns: [String]) throws(DatabaseError) {
    if columns.isEmpty { throw DatabaseError(.misuse, "a bulk load needs the names of the columns") }
  }

  /// A row that is being loaded; lent to the closure that fills it.
  public struct BulkRow: ~Copyable {
    let lines: CopyLines

    // With optimization Swift 6.3 ends with "Cannot initialize a nonCopyable type with a guaranteed value" where this is
    // inlined.
    @inline(never)
    init(lines: CopyLines) { self.lines = lines }

    /// Appends values, in the order of the columns.
    ///
    /// - Throws: `misuse` if there are more values than columns, and what the value's conversion throws.
    public func append<each T: ValueConvertible>(_ values: repeat each T) throws {
      for value in repeat each values { try lines.append(value) }
    }

    /// Appends a value of any type, or NULL.
    ///
    /// - Throws: `misuse` if there are more values than columns, and what the value's conversion throws.
    public func append(_ value: (any ValueConvertible)?) throws {
      if let value { try lines.append(value) } else { try lines.append(Value.null) }
    }
  }
}

extension CopyIn {
  /// Begins to load rows of some columns into a table.
  init(_ connection: PostgreSQLConnection, _ table: TableName, _ columns: [String]) throws(DatabaseError) {
    let names = columns.map { connection.dialect.quoted(identifier: $0) }.joined(separator: ", ")
    try self.init(connection, "COPY \(connection.quoted(table)) (\(names)) FROM STDIN")
  }
}

extension PostgreSQLConnection {
  /// A table's name as SQL writes it.
  func quoted(_ table: TableName) -> String {
    (table.schema.map { dialect.quoted(identifier: $0) + "." } ?? "") + dialect.quoted(identifier: table.name)
  }
}
