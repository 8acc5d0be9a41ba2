/// The forms of `transaction` and `withConnection`.
///
/// Three overloads share the name, so that no program blocks by accident: the synchronous one; an awaited one with a
/// synchronous body, which runs as a whole on the connection's own thread; and an awaited one with an asynchronous
/// body.
extension Governor {
  /// Runs a closure in a transaction, on this thread: committed when it returns, rolled back when it throws. Inside
  /// another, it is a savepoint.
  ///
  /// ```swift
  /// try db.transaction { tx in try tx.execute("UPDATE genre SET name = ? WHERE id = ?", "Jazz & Blues", 1) }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The weakest isolation that will do; nil for the database's default.
  ///   - readOnly: True if it writes nothing: on an SQLite file it then runs beside a writer.
  ///   - mark: Marks the reported changes; those of a savepoint have the mark of the whole transaction.
  ///   - timeout: How long it may take until the transaction has begun, including the wait for a connection, and how
  ///     long the commit; nil for the governor's limits. The closure takes as long as it takes.
  ///   - deadline: How long the whole may take: what is left of it limits every statement of the closure, and the
  ///     commit. Nil for no limit.
  ///   - file: The caller's file, for messages that name the closure.
  ///   - line: The caller's line.
  ///   - body: The work that is done together, or not at all.
  /// - Throws: What the body throws, and ``DatabaseError`` if the transaction can't begin or be committed. Of kind
  ///   `connectionLost.commitUnknown` if the answer to the COMMIT never came.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult @inlinable @inline(__always)
  public func transaction<R>(
    isolation: Isolation? = nil, readOnly: Bool = false, mark: ChangeMark? = nil, timeout: Duration? = nil,
    deadline: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ body: (Transaction) throws -> R
  ) throws -> R {
    let request = LeaseRequest(
      role: readOnly ? .reader : .writer,
      transaction: TransactionOptions(isolation: isolation, isReadOnly: readOnly, mark: mark), timeout: timeout,
      deadline: deadline, file: file, line: line)
    return try ClosureResult.of { set in try lease(request) { set(try body(Transaction($0))) } }
  }

  /// Runs a closure in a transaction, as a whole and on the connection's own thread: committed when it returns, rolled
  /// back when it throws or the task is cancelled.
  @discardableResult
  public func transaction<R>(
    isolation: Isolation? = nil, readOnly: Bool = false, mark: ChangeMark? = nil, timeout: Duration? = nil,
    deadline: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ body: @escaping @Sendable (Transaction) throws -> sending R
  ) async throws -> sending R {
    let request = LeaseRequest(
      role: readOnly ? .reader : .writer,
      transaction: TransactionOptions(isolation: isolation, isReadOnly: readOnly, mark: mark), timeout: timeout,
      deadline: deadline, file: file, line: line)
    let result = Handover<R?>(nil)
    try await lease(request) { result.value = try body(Transaction($0)) }
    return try taken(result)
  }

  /// Runs an asynchronous closure in a transaction that is held across its suspensions: committed when it returns, rolled
  /// back when it throws or the task is cancelled.
  @discardableResult
  public nonisolated(nonsending) func transaction<R>(
    isolation: Isolation? = nil, readOnly: Bool = false, mark: ChangeMark? = nil, timeout: Duration? = nil,
    deadline: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ body: nonisolated(nonsending) (AsyncTransaction) async throws -> R
  ) async throws -> R {
    let request = LeaseRequest(
      role: readOnly ? .reader : .writer,
      transaction: TransactionOptions(isolation: isolation, isReadOnly: readOnly, mark: mark), timeout: timeout,
      deadline: deadline, file: file, line: line)
    if let outer = try (self as? ConnectionGovernor)?.transactionOfThisTask() {
      return try await outer.savepoint(request, body)
    }
    let transaction = try await begin(request)
    let result: R
    do {
      result = try await transaction.run(body)
    } catch {
      await transaction.rollback(after: error)
      throw error
    }
    try await transaction.commit()
    return result
  }

  /// Lends one connection to a closure, on this thread.
  ///
  /// When the closure ends, temporary tables, variables, settings and locks that it leaves on the connection are
  /// undone, and what `onConnect` set up is there for the next user. If it leaves none, that costs nothing.
  ///
  /// - Parameters:
  ///   - role: ``ConnectionRole/reader`` if nothing will be written.
  ///   - timeout: How long to wait for a connection; nil for the governor's limit.
  ///   - file: The caller's file, for messages that name the closure.
  ///   - line: The caller's line.
  ///   - body: The work that is done together, or not at all.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult @inlinable @inline(__always)
  public func withConnection<R>(
    _ role: ConnectionRole = .writer, timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: (Connection) throws -> R
  ) throws -> R {
    let request = LeaseRequest(role: role, timeout: timeout, file: file, line: line)
    return try ClosureResult.of { set in try lease(request) { set(try body($0)) } }
  }

  /// Lends one connection to a closure, as a whole and on the connection's own thread; what the closure leaves in the
  /// session is undone when it ends.
  @discardableResult
  public func withConnection<R>(
    _ role: ConnectionRole = .writer, timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Connection) throws -> sending R
  ) async throws -> sending R {
    let result = Handover<R?>(nil)
    try await lease(LeaseRequest(role: role, timeout: timeout, file: file, line: line)) {
      result.value = try body($0)
    }
    return try taken(result)
  }

  func taken<R>(_ handover: Handover<R?>) throws -> sending R {
    // The connection's thread has released the result: nothing else refers to it.
    nonisolated(unsafe) let result = handover.value
    guard let result else { throw ClosureResult.notRun }
    return result
  }
}
