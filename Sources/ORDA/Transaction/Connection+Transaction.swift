extension Connection {
  /// Runs a closure in a transaction: committed when it returns, rolled back when it throws; inside a transaction, a
  /// savepoint.
  @discardableResult
  public func transaction<R>(
    isolation: Isolation? = nil, readOnly: Bool = false, mark: ChangeMark? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    _ body: (Transaction) throws -> R
  ) throws -> R {
    try checkUsable()
    let request = LeaseRequest(
      role: .writer, transaction: TransactionOptions(isolation: isolation, isReadOnly: readOnly, mark: mark),
      file: file, line: line
    )
    return try ClosureResult.of { set in
      try scope.governor.perform(request, in: scope) { set(try body(Transaction($0))) }
    }
  }
}

extension Transaction {
  /// Runs a closure that restores rows just as they were elsewhere: see ``Connection/restoring(_:)``.
  ///
  /// - Throws: What the body throws, and the database's errors.
  public func restoring<R>(_ body: () throws -> R) throws -> R { try connection.restoring(body) }

  /// Has the keys that the database makes for a table go on after the largest one: see ``Connection/continueKeys(of:)``.
  ///
  /// - Throws: `permission` for an account that may not change the generator, and the database's errors.
  public func continueKeys(of table: TableName) throws { try connection.continueKeys(of: table) }
}
