/// An open transaction, lent to the closure of `transaction { tx in … }`, or returned by `begin()`.
///
/// It is committed when the closure returns and rolled back when it throws; one from `begin()` ends with ``commit()``
/// or ``rollback()``. What runs on the governor itself meanwhile, on the same thread, is part of it too.
public final class Transaction: SQLExecutor {
  let connection: Connection
  /// Its end, if it has no closure.
  let begun: BegunTransaction?

  @usableFromInline init(_ connection: Connection) {
    self.connection = connection
    begun = nil
  }

  init(_ connection: Connection, begun: BegunTransaction) {
    self.connection = connection
    self.begun = begun
  }

  deinit { begun?.letGo() }

  /// The isolation in force, which may be stronger than the requested one.
  public var isolation: Isolation { connection.isolation }
  /// What this database supports.
  public var capabilities: Capabilities { connection.capabilities }
  /// How this database writes the schema of its tables.
  public var schemaDialect: any SchemaDialect { connection.schemaDialect }

  /// Prepares one statement, which can be used within the transaction.
  public func prepare(_ sql: SQL) throws -> any Statement { try connection.prepare(sql) }

  /// Lends one statement for one execution.
  public func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void
  ) throws {
    try connection.withExecution(of: sql, parameters, timeout: timeout, body)
  }

  /// Opens rows for reading one by one; they end with the transaction at the latest.
  public func openRows(of sql: SQL, _ parameters: Parameters, timeout: Duration?) throws -> Rows {
    try connection.openRows(of: sql, parameters, timeout: timeout)
  }

  /// Runs a text with any number of statements, in order, and returns each one's result.
  @discardableResult
  public func executeScript(_ script: SQL, timeout: Duration? = nil) throws -> [any StatementResult] {
    try connection.executeScript(script, timeout: timeout)
  }

  /// The names of tables and views in a schema, or in the default one.
  public func tables(schema: String? = nil) throws -> [TableName] { try connection.tables(schema: schema) }

  /// The database's description of a table; nil if there is none of that name.
  public func describe(_ table: TableName) throws -> TableDescription? { try connection.describe(table) }

  /// Changes an existing table, in order.
  public func alter(_ table: TableName, _ changes: [TableChange]) throws { try connection.alter(table, changes) }

  /// The description of all tables and views in a schema, or in the default one, as one value.
  public func schema(named schema: String? = nil) throws -> DatabaseDescription {
    try connection.schema(named: schema)
  }

  /// A savepoint: what the closure does is kept when it returns and undone when it throws, and the outer transaction
  /// continues.
  @discardableResult
  public func transaction<R>(
    file: StaticString = #fileID, line: UInt = #line, _ body: (Transaction) throws -> R
  ) throws -> R {
    try connection.transaction(file: file, line: line, body)
  }
}

@available(*, unavailable, message: "a transaction belongs to the thread of its closure")
extension Transaction: Sendable {}
