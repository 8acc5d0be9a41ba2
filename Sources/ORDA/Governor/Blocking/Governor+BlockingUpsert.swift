/// Upserts, on this thread.
extension Governor {
  /// Prepares a statement that updates the row with a key, or inserts one; see
  /// ``SQLExecutor/prepareUpsert(into:columns:key:updating:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func prepareUpsert(
    into table: TableName, columns: [String], key: [String], updating: [String]? = nil
  ) throws -> any Statement {
    try (self as any SQLExecutor).prepareUpsert(into: table, columns: columns, key: key, updating: updating)
  }

  /// Prepares a statement that inserts a row if there is none with its key; see
  /// ``SQLExecutor/prepareInsertOrIgnore(into:columns:key:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func prepareInsertOrIgnore(
    into table: TableName, columns: [String], key: [String]
  ) throws -> any Statement {
    try (self as any SQLExecutor).prepareInsertOrIgnore(into: table, columns: columns, key: key)
  }

  /// Updates the row with a key, or inserts one; see ``SQLExecutor/upsert(into:_:key:updating:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult
  public func upsert(
    into table: TableName, _ values: Parameters, key: [String], updating: [String]? = nil
  ) throws -> any StatementResult {
    try (self as any SQLExecutor).upsert(into: table, values, key: key, updating: updating)
  }

  /// Inserts a row if there is none with its key; see ``SQLExecutor/insertOrIgnore(into:_:key:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult
  public func insertOrIgnore(
    into table: TableName, _ values: Parameters, key: [String]
  ) throws -> any StatementResult {
    try (self as any SQLExecutor).insertOrIgnore(into: table, values, key: key)
  }
}
