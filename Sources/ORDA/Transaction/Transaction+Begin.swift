extension Transaction {
  convenience init(_ begun: BegunTransaction, in scope: LeaseScope) {
    let connection = Connection(scope: scope)
    connection.isolation = scope.isolation
    self.init(connection, begun: begun)
  }

  /// Commits a transaction from `begin()`, and returns the connection.
  ///
  /// - Throws: The database's errors, after rolling back. ``DatabaseError`` of kind `misuse` the second time, on
  ///   another thread, while a closure inside it runs, and if a closure has lent the transaction, since its end commits
  ///   it.
  public func commit() throws {
    try ownEnd().commit()
    connection.isOver = true
  }

  /// Rolls back a transaction from `begin()`, and returns the connection; does nothing the second time.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` like ``commit()``.
  public func rollback() throws {
    try ownEnd().rollback()
    connection.isOver = true
  }

  private func ownEnd() throws(DatabaseError) -> BegunTransaction {
    if let begun { return begun }
    throw DatabaseError(
      .misuse,
      "this transaction ends with its closure: it is committed when that returns, and rolled back when it throws")
  }
}

extension ConnectionGovernor {
  /// Begins a transaction on this thread without a closure; inside an open one, a savepoint.
  public func begin(_ request: LeaseRequest) throws -> Transaction {
    let (deadline, whole) = deadlines(of: request, within: nil)
    let options = request.transaction ?? TransactionOptions()
    if let outer = ThreadScopes.current(of: self) {
      outer.beginUse()
      do throws(DatabaseError) { try begin(options, in: outer, within: deadline) } catch {
        outer.endUse()
        throw error
      }
      return Transaction(BegunTransaction(outer, from: nil, request), in: outer)
    }
    let span = traced.beginTransaction()
    do { return try begin(request, options, within: deadline, whole, span) } catch {
      span?.end(error)
      throw error
    }
  }

  private func begin(
    _ request: LeaseRequest, _ options: TransactionOptions, within deadline: Deadline?, _ whole: Deadline?,
    _ span: DatabaseSpan?
  ) throws -> Transaction {
    let pool = pool(for: request.role)
    let connection = try take(from: pool, .closure(request.file, request.line), within: deadline)
    let scope = LeaseScope(governor: self, connection: connection, kind: .closure)
    scope.deadline = whole
    do throws(DatabaseError) { try begin(options, in: scope, within: deadline) } catch {
      scope.end()
      giveBack(connection, to: pool)
      throw error
    }
    ThreadScopes.enter(scope)
    return Transaction(BegunTransaction(scope, from: pool, request, span), in: scope)
  }
}
