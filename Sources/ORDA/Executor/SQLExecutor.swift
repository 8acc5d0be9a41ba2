/// Anything that can run SQL: a governor, a leased connection, a transaction.
///
/// A function that takes `some SQLExecutor` serves all three. What programs call (`execute`, `query`, `first`, `forEach`, …)
/// is written once, in extensions of this protocol.
///
/// A program's own type can conform by passing each call on to another executor, for example to count them. It can't
/// run a statement itself, since only ORDA can make executions and rows. For test doubles use a scripted driver: see
/// <doc:TestingWithoutADatabase>.
public protocol SQLExecutor {
  /// Prepares one statement for repeated use.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if the text is empty or contains several statements, and the
  ///   database's errors about it.
  func prepare(_ sql: SQL) throws -> any Statement

  /// Lends one statement for one execution; everything else is built on this.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - parameters: What to bind; nil if the body binds them itself.
  ///   - timeout: How long the call may take, including the wait for a connection and its opening; nil for the
  ///     governor's limits.
  ///   - body: Receives the execution, to bind, step and read.
  func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void) throws

  /// Opens rows for reading one by one, in bounded memory.
  func openRows(of sql: SQL, _ parameters: Parameters, timeout: Duration?) throws -> Rows

  /// Runs a text with any number of statements, in order, and returns each one's result.
  ///
  /// If no transaction is open yet, the text may contain BEGIN and COMMIT, as dumps do; a transaction that it leaves
  /// open is rolled back, and is an error. A script can't have parameters and interpolated values.
  ///
  /// - Throws: The first error, with the line in the text if its statement begins.
  @discardableResult
  func executeScript(_ script: SQL, timeout: Duration?) throws -> [any StatementResult]

  /// What this database supports.
  var capabilities: Capabilities { get }
  /// How this database writes the schema of its tables; the default is the SQL standard's way.
  var schemaDialect: any SchemaDialect { get }

  /// The names of tables and views in a schema, or in the default one.
  func tables(schema: String?) throws -> [TableName]

  /// The database's description of a table; nil if there is none of that name.
  func describe(_ table: TableName) throws -> TableDescription?

  /// Changes an existing table, in order.
  ///
  /// All of them are checked before the first is made. If the database has ``Capability/transactionalDDL`` either all
  /// are made or none; otherwise changes made before one that fails stay.
  ///
  /// SQLite has no statement for many changes (``TableChange/changeColumn(_:)``, references, conditions, what is unique), and so the
  /// table is written anew, with its rows, indexes and triggers, as
  /// [SQLite's page](https://www.sqlite.org/lang_altertable.html#otheralter) describes. That can't be done while foreign keys are
  /// enforced: outside of transactions they are left aside meanwhile, and all rows checked before the commit, as in a migration; in
  /// a transaction of the program's own it is `misuse`.
  ///
  /// - Throws: `noSuchTable`, `noSuchColumn`, `noSuchIndex`, `alreadyExists`; `misuse` for what contradicts the table, as a column to
  ///   be dropped that a key is made of; `constraint` if rows that are there don't meet what is to hold; `unsupported` without
  ///   ``Capability/alteringTables``, and for an executor of a program's own that does not hand the call on.
  func alter(_ table: TableName, _ changes: [TableChange]) throws

  /// The description of all tables and views in a schema, or in the default one, as one value.
  ///
  /// On a governor and in a transaction it is the state at one moment, if the database has transactions for its schema
  /// (SQLite). Otherwise tables that are dropped meanwhile are left out. It takes time in proportion to the number of
  /// tables.
  func schema(named schema: String?) throws -> DatabaseDescription
}

extension SQLExecutor {
  /// Describes one table after another.
  public func schema(named schema: String?) throws -> DatabaseDescription {
    DatabaseDescription(of: try tables(schema: schema).compactMap { try describe($0) })
  }
  /// The SQL standard's way.
  public var schemaDialect: any SchemaDialect { StandardSchemaDialect() }

  /// With the database's own statements only.
  public func alter(_ table: TableName, _ changes: [TableChange]) throws {
    let run = TableChangeRun(table: table, changes: changes)
    _ = try run.check(on: self)
    try run.make(on: self)
  }
}
