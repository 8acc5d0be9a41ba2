/// How early a transaction that may write keeps other writers out.
public enum TransactionStart: Sendable, Hashable {
  /// If a database has one writer at a time, it is this one from the beginning: nothing is refused later.
  case immediate
  /// It takes no lock before it needs one. If a database has one writer at a time, others go on until the first write,
  /// which may be refused as `busy` or `serialization`.
  case deferred
}

/// Transactions without a closure.
extension Governor {
  /// Begins a transaction on this thread, for code that can't be a closure. Inside another, it is a savepoint.
  ///
  /// ```swift
  /// let tx = try db.begin()
  /// try tx.execute("UPDATE genre SET name = ? WHERE id = ?", "Jazz & Blues", 1)
  /// try tx.commit()
  /// ```
  ///
  /// Until it is committed or rolled back, everything that the program runs on this governor on the same thread is part
  /// of it; elsewhere it is `misuse`. It ends before whatever it was begun in: if it is left open when an enclosing
  /// closure returns, released, or left behind by a thread that ends, it is rolled back, and the log says so. It holds
  /// its connection, and so its locks, for as long as it is open.
  ///
  /// - Parameters:
  ///   - start: Whether it keeps other writers out from the beginning, if there is one at a time.
  ///   - isolation: The weakest isolation that will do; nil for the database's default.
  ///   - readOnly: True if it writes nothing: on an SQLite file it then runs beside a writer.
  ///   - mark: Marks the reported changes; those of a savepoint have the mark of the whole transaction.
  ///   - timeout: How long it may take until the transaction has begun, including the wait for a connection, and how
  ///     long the commit; nil for the governor's limits.
  ///   - file: The caller's file, for messages that name the transaction.
  ///   - line: The caller's line.
  /// - Throws: ``DatabaseError`` if it can't begin.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func begin(
    _ start: TransactionStart = .immediate, isolation: Isolation? = nil, readOnly: Bool = false,
    mark: ChangeMark? = nil, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Transaction {
    try begin(.begin(start, isolation, readOnly, mark, timeout, file, line))
  }

  /// Begins a transaction that lasts across suspensions, for code that can't be a closure; ``AsyncTransaction/commit()`` or
  /// ``AsyncTransaction/rollback()`` ends it.
  ///
  /// - Throws: ``DatabaseError`` if it can't begin.
  public func begin(
    _ start: TransactionStart = .immediate, isolation: Isolation? = nil, readOnly: Bool = false,
    mark: ChangeMark? = nil, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> AsyncTransaction {
    try await begin(.begin(start, isolation, readOnly, mark, timeout, file, line))
  }
}

extension LeaseRequest {
  fileprivate static func begin(
    _ start: TransactionStart, _ isolation: Isolation?, _ readOnly: Bool, _ mark: ChangeMark?, _ timeout: Duration?,
    _ file: StaticString,
    _ line: UInt
  ) -> LeaseRequest {
    let options = TransactionOptions(
      isolation: isolation, isReadOnly: readOnly, isDeferred: start == .deferred, mark: mark)
    return LeaseRequest(
      role: readOnly ? .reader : .writer, transaction: options, timeout: timeout, file: file, line: line)
  }
}
