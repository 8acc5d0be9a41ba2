extension SQLExecutor {
  /// Runs a statement.
  ///
  /// ```swift
  /// try db.execute("INSERT INTO genre (name) VALUES (?)", "Jazz").lastID
  /// ```
  ///
  /// - Returns: The changes, and its rows if it returns any.
  /// - Throws: ``DatabaseError``.
  @discardableResult
  public func execute(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> any StatementResult {
    try execute(sql, Parameters(values: parameters), timeout: timeout)
  }

  /// Runs a statement with parameters by name or as a list.
  ///
  /// - Returns: The changes, and its rows if it returns any.
  /// - Throws: ``DatabaseError``.
  @discardableResult
  public func execute(_ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil) throws -> any StatementResult {
    var result: any StatementResult = StatementOutcome(changed: nil, lastID: nil)
    try withExecution(of: sql, parameters, timeout: timeout) { result = try $0.run() }
    return result
  }

  /// Runs a query and keeps its rows.
  ///
  /// - Throws: ``DatabaseError``.
  public func query(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> any StatementResult {
    try execute(sql, Parameters(values: parameters), timeout: timeout)
  }

  /// Runs a query with parameters by name or as a list, and keeps its rows.
  ///
  /// - Throws: ``DatabaseError``.
  public func query(_ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil) throws -> any StatementResult {
    try execute(sql, parameters, timeout: timeout)
  }

  /// The first row of a query; nil if there is none.
  public func first(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> FetchedRow? {
    try first(sql, Parameters(values: parameters), timeout: timeout)
  }

  /// The first row of a query with parameters by name or as a list; nil if there is none.
  public func first(_ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil) throws -> FetchedRow? {
    try firstRow(of: sql, parameters, timeout: timeout) { try $0.fetched() }
  }

  /// Lends each row of a query in turn: the fast way through many rows, with the memory of one.
  ///
  /// Other statements may run in the body. Throwing ends the reading.
  @inlinable
  public func forEach(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil,
    body: (borrowing Row) throws -> Void
  ) throws {
    try withExecution(of: sql, Parameters(values: parameters), timeout: timeout) { try $0.forEachRow(body) }
  }

  /// Lends each row of a query in turn; parameters by name or as a list.
  @inlinable
  public func forEach(
    _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil, body: (borrowing Row) throws -> Void
  ) throws {
    try withExecution(of: sql, parameters, timeout: timeout) { try $0.forEachRow(body) }
  }

  /// Opens rows for reading one by one, in bounded memory.
  @available(*, noasync, message: "for try await row in rows(…) does not block the task's thread")
  public func rows(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> Rows {
    try openRows(of: sql, Parameters(values: parameters), timeout: timeout)
  }

  /// Opens rows for reading one by one, in bounded memory; parameters by name or as a list.
  @available(*, noasync, message: "for try await row in rows(…) does not block the task's thread")
  public func rows(_ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil) throws -> Rows {
    try openRows(of: sql, parameters, timeout: timeout)
  }

  /// The database's description of a table in the default schema.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchTable` if there is none of that name.
  public func describe(_ name: String) throws -> TableDescription {
    if let found = try describe(TableName(name: name)) { return found }
    throw DatabaseError(.noSuchTable, "no such table: \(name)", table: name)
  }

  /// The description of all tables and views in the default schema, as one value.
  public func schema() throws -> DatabaseDescription { try schema(named: nil) }

  /// The names of tables and views in the default schema.
  public func tables() throws -> [TableName] { try tables(schema: nil) }

  /// Runs a text with any number of statements, in order, and returns each one's result.
  @discardableResult
  public func executeScript(_ script: SQL) throws -> [any StatementResult] { try executeScript(script, timeout: nil) }
}
