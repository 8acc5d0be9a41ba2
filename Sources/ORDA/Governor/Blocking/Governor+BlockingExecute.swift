/// A governor's blocking functions for statements and the schema.
///
/// They repeat those of ``SQLExecutor``, marked as blocking: in the top-level code of a `main.swift` the compiler
/// prefers these even if they are awaited, and refuses them that way.
extension Governor {
  /// Runs a statement.
  ///
  /// ```swift
  /// try db.execute("INSERT INTO genre (name) VALUES (?)", "Jazz").lastID
  /// ```
  ///
  /// - Returns: The changes, and its rows if it returns any.
  /// - Throws: ``DatabaseError``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
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
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult
  public func execute(_ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil) throws -> any StatementResult {
    var result: any StatementResult = StatementOutcome(changed: nil, lastID: nil)
    try withExecution(of: sql, parameters, timeout: timeout) { result = try $0.run() }
    return result
  }

  /// Runs a query and keeps its rows.
  ///
  /// - Throws: ``DatabaseError``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func query(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> any StatementResult {
    try execute(sql, Parameters(values: parameters), timeout: timeout)
  }

  /// Runs a query with parameters by name or as a list, and keeps its rows.
  ///
  /// - Throws: ``DatabaseError``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func query(_ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil) throws -> any StatementResult {
    try execute(sql, parameters, timeout: timeout)
  }

  /// The first row of a query; nil if there is none.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func first(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> FetchedRow? {
    try first(sql, Parameters(values: parameters), timeout: timeout)
  }

  /// The first row of a query with parameters by name or as a list; nil if there is none.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func first(_ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil) throws -> FetchedRow? {
    try firstRow(of: sql, parameters, timeout: timeout) { try $0.fetched() }
  }

  /// Lends each row of a query in turn; see ``SQLExecutor/forEach(_:_:timeout:body:)-(_,Parameters,_,_)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @inlinable
  public func forEach(
    _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil,
    body: (borrowing Row) throws -> Void
  ) throws {
    try withExecution(of: sql, Parameters(values: parameters), timeout: timeout) { try $0.forEachRow(body) }
  }

  /// Lends each row of a query in turn; parameters by name or as a list.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @inlinable
  public func forEach(
    _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil, body: (borrowing Row) throws -> Void
  ) throws {
    try withExecution(of: sql, parameters, timeout: timeout) { try $0.forEachRow(body) }
  }

  /// The database's description of a table in the default schema.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchTable` if there is none of that name.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func describe(_ name: String) throws -> TableDescription {
    if let found = try describe(TableName(name: name)) { return found }
    throw DatabaseError(.noSuchTable, "no such table: \(name)", table: name)
  }

  /// The description of all tables and views in the default schema, as one value.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func schema() throws -> DatabaseDescription { try schema(named: nil) }

  /// The names of tables and views in the default schema.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func tables() throws -> [TableName] { try tables(schema: nil) }

  /// Runs a text with any number of statements, in order, and returns each one's result.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult
  public func executeScript(_ script: SQL) throws -> [any StatementResult] { try executeScript(script, timeout: nil) }
}
