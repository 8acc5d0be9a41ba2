extension Governor {
  /// Rows as an asynchronous sequence, in bounded memory.
  ///
  /// ```swift
  /// for try await row in db.rows("SELECT id, name FROM track") { print(try row.get(1, as: String.self)) }
  /// ```
  @_disfavoredOverload
  public func rows(_ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil) -> AsyncRows {
    rowStream(of: sql, Parameters(values: parameters), timeout: timeout)
  }

  /// Rows as an asynchronous sequence, in bounded memory; parameters by name or as a list.
  @_disfavoredOverload
  public func rows(_ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil) -> AsyncRows {
    rowStream(of: sql, parameters, timeout: timeout)
  }

  /// Prepares one statement for repeated use, on the connection's own thread.
  public func prepare(_ sql: SQL) async throws -> any Statement {
    let made = Handover<(any Statement)?>(nil)
    try await lease(LeaseRequest(role: .reader)) { [self] connection in
      // Made on the leased connection, so that there is nothing else to wait for; the statement belongs to the
      // governor.
      made.value = try prepare(sql)
    }
    guard let statement = made.value else { throw DatabaseError(.misuse, "the statement was not prepared") }
    return statement
  }

  /// Runs a text with any number of statements, in order, and returns each one's result.
  @discardableResult
  public func executeScript(_ script: SQL, timeout: Duration? = nil) async throws -> [any StatementResult] {
    try await withConnection(timeout: timeout) { try $0.executeScript(script, timeout: timeout) }
  }

  /// The names of tables and views in a schema, or in the default one.
  public func tables(schema: String? = nil) async throws -> [TableName] {
    try await withConnection(.reader) { try $0.tables(schema: schema) }
  }

  /// The database's description of a table in the default schema.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchTable` if there is none of that name.
  public func describe(_ name: String) async throws -> TableDescription {
    try await withConnection(.reader) { try $0.describe(name) }
  }

  /// Refuses new work, waits up to 5 seconds for running work, and stops what is still running.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func close() throws { try close(within: .seconds(5)) }

  /// Refuses new work, waits up to 5 seconds for running work, and stops what is still running, without blocking the
  /// task's thread.
  public func close() async throws { try await close(within: .seconds(5)) }

  /// Only the synchronous functions, for asynchronous code that wants to block.
  public var blocking: BlockingSQLExecutor { BlockingSQLExecutor(governor: self) }
}

/// Only a governor's synchronous functions: they block the calling thread, even in asynchronous code.
public struct BlockingSQLExecutor: SQLExecutor, Sendable {
  let governor: any Governor

  /// What this database supports.
  public var capabilities: Capabilities { governor.capabilities }
  /// How this database writes the schema of its tables.
  public var schemaDialect: any SchemaDialect { governor.schemaDialect }

  /// Prepares one statement for repeated use.
  public func prepare(_ sql: SQL) throws -> any Statement { try governor.prepare(sql) }

  /// Lends one statement for one execution.
  public func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws {
    try governor.withExecution(of: sql, parameters, timeout: timeout, body)
  }

  /// Opens rows for reading one by one, in bounded memory.
  public func openRows(of sql: SQL, _ parameters: Parameters, timeout: Duration?) throws -> Rows {
    try governor.openRows(of: sql, parameters, timeout: timeout)
  }

  /// Runs a text with any number of statements, in order, and returns each one's result.
  @discardableResult
  public func executeScript(_ script: SQL, timeout: Duration?) throws -> [any StatementResult] {
    try governor.executeScript(script, timeout: timeout)
  }

  /// The names of tables and views in a schema, or in the default one.
  public func tables(schema: String?) throws -> [TableName] { try governor.tables(schema: schema) }

  /// The database's description of a table; nil if there is none of that name.
  public func describe(_ table: TableName) throws -> TableDescription? { try governor.describe(table) }

  /// Changes an existing table, in order.
  public func alter(_ table: TableName, _ changes: [TableChange]) throws { try governor.alter(table, changes) }

  /// The description of all tables and views in a schema, or in the default one, as one value.
  public func schema(named schema: String?) throws -> DatabaseDescription { try governor.schema(named: schema) }

  /// Checks that the database responds.
  public func ping() throws { try governor.ping() }

  /// Checks that the database responds, and does so within a limit.
  public func ping(within limit: Duration) throws { try governor.ping(within: limit) }

  /// Returns when the database answers, asked again and again, as `waitUntilReady` of the governor does.
  public func waitUntilReady(within limit: Duration) throws { try governor.waitUntilReady(within: limit) }

  /// Runs a closure on every connection, present and future; see ``Governor/onConnect(_:)``.
  public func onConnect(_ setUp: @escaping @Sendable (Connection) throws -> Void) throws {
    try governor.onConnect(setUp)
  }

  /// The changes of some tables, or of all if none are named.
  public func changes(of tables: TableName...) throws -> ChangeBatches { try governor.changes(of: tables) }

  /// Calls a closure after each commit that changed one of some tables, or any if none are named.
  public func observeChanges(
    of tables: TableName..., when: ChangeObservation.Moment = .soon, ignoring mark: ChangeMark? = nil,
    observer: @escaping @Sendable (ChangeBatch) -> Void
  ) throws -> ChangeObservation {
    try governor.observeChanges(of: tables, when: when, ignoring: mark, observer: observer)
  }

  /// Returns once everything that anybody committed before has been reported.
  public func catchUp(within limit: Duration = .seconds(10)) throws { try governor.catchUp(within: limit) }

  /// Refuses new work, waits for running work, and stops what is still running after `grace`.
  public func close(within grace: Duration = .seconds(5)) throws { try governor.close(within: grace) }

  /// Lends one connection to a closure, on this thread.
  @discardableResult
  public func withConnection<R>(
    _ role: ConnectionRole = .writer, timeout: Duration? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: (Connection) throws -> R
  ) throws -> R {
    try governor.withConnection(role, timeout: timeout, file: file, line: line, body)
  }

  /// Runs a closure in a transaction, on this thread.
  @discardableResult
  public func transaction<R>(
    isolation: Isolation? = nil, readOnly: Bool = false, mark: ChangeMark? = nil, timeout: Duration? = nil,
    deadline: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ body: (Transaction) throws -> R
  ) throws -> R {
    try governor.transaction(
      isolation: isolation, readOnly: readOnly, mark: mark, timeout: timeout, deadline: deadline, file: file,
      line: line, body)
  }

  /// Runs a closure in a transaction, on this thread, and again if that may help.
  @discardableResult
  public func transaction<R>(
    retrying times: Int, isolation: Isolation? = nil, readOnly: Bool = false, mark: ChangeMark? = nil,
    timeout: Duration? = nil,
    deadline: Duration? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: (Transaction) throws -> R
  ) throws -> R {
    try governor.transaction(
      retrying: times, isolation: isolation, readOnly: readOnly, mark: mark, timeout: timeout, deadline: deadline,
      file: file,
      line: line, body)
  }

  /// Begins a transaction on this thread without a closure; see `Governor.begin`.
  public func begin(
    _ start: TransactionStart = .immediate, isolation: Isolation? = nil, readOnly: Bool = false,
    mark: ChangeMark? = nil, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Transaction {
    try governor.begin(
      start, isolation: isolation, readOnly: readOnly, mark: mark, timeout: timeout, file: file, line: line)
  }
}
