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
  /// The rows are sent while they are made, so that there may be any number of them: in the binary format, and as texts from the
  /// first value on that is none of its column's type, which the server then reads as one. Inside a transaction the load is a
  /// savepoint.
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
        let made = CopyRows(try connection.columns(columns, of: table), size: 1 << 16)
        var elements = rows.makeIterator()
        var isOver = false
        count = try connection.load(into: table, columns) { _ in
          while !isOver, !made.isFull {
            if let element = elements.next() {
              try made.addRow { row in try write(element, row) }
            } else {
              isOver = true
            }
          }
          return made.take()
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
    let rows: CopyRows

    // With optimization Swift 6.3 ends with "Cannot initialize a nonCopyable type with a guaranteed value" where this is
    // inlined.
    @inline(never)
    init(rows: CopyRows) { self.rows = rows }

    /// Appends values, in the order of the columns.
    ///
    /// - Throws: `misuse` if there are more values than columns, and what the value's conversion throws.
    public func append<each T: ValueConvertible>(_ values: repeat each T) throws {
      for value in repeat each values { try rows.append(value) }
    }

    /// Appends a value of any type, or NULL.
    ///
    /// - Throws: `misuse` if there are more values than columns, and what the value's conversion throws.
    public func append(_ value: (any ValueConvertible)?) throws {
      if let value { try rows.append(value) } else { try rows.append(Value.null) }
    }
  }
}

extension PostgreSQLConnection {
  /// Some columns of a table, as the server describes them. Until the transaction ends they stay what they are.
  func columns(_ names: [String], of table: TableName) throws(DatabaseError) -> [ResultColumn] {
    // Without a name there is nothing to forget.
    try prepare("SELECT \(list(names)) FROM \(quoted(table))", name: "").columns
  }

  /// Loads portions of rows, by one COPY for those of one format that follow each other.
  ///
  /// - Parameter next: The next portion; nil at the end. While it waits, it calls what it is given, which throws where the load has
  ///   ended.
  /// - Returns: How many rows the server took.
  func load(
    into table: TableName, _ columns: [String], next: (() throws(DatabaseError) -> Void) throws -> CopyPortion?
  ) throws -> Int {
    var count = 0
    var portion = try next { () throws(DatabaseError) in
      if interrupter.isCancelled { throw DatabaseError(.cancelled, "the load was stopped") }
    }
    // Without rows, too: the server may have something against it.
    repeat {
      let copy = try CopyIn(
        self, "COPY \(quoted(table)) (\(list(columns))) FROM STDIN", isBinary: portion?.isBinary ?? false)
      count += try copy.run {
        while let rows = portion, rows.isBinary == copy.isBinary {
          try copy.send(rows.bytes)
          portion = try next(copy.check)
        }
      }
    } while portion != nil
    return count
  }

  private func list(_ columns: [String]) -> String {
    columns.map { dialect.quoted(identifier: $0) }.joined(separator: ", ")
  }

  /// A table's name as SQL writes it.
  func quoted(_ table: TableName) -> String {
    (table.schema.map { dialect.quoted(identifier: $0) + "." } ?? "") + dialect.quoted(identifier: table.name)
  }
}
