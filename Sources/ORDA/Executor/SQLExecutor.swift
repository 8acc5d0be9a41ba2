/// Anything that SQL can be run on: a governor, a leased connection, a transaction.
///
/// A function that takes `some SQLExecutor` serves all three. What programs call (`execute`, `query`, `first`, `forEach`, …)
/// is written once, in extensions of this protocol.
///
/// A type of a program's own can be one by handing each call to another executor, for example to count them. It can't run a
/// statement itself, since executions and rows ORDA alone can make. Test doubles come as a scripted driver: see
/// <doc:TestingWithoutADatabase>.
public protocol SQLExecutor {
  /// Prepares one statement for repeated use.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` if the text is empty or holds several statements, and what the
  ///   database says of it.
  func prepare(_ sql: SQL) throws -> any Statement

  /// Lends one statement for one execution; what everything else is built on.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - parameters: What to bind; nil if the body binds by itself.
  ///   - timeout: How long the call may take, the wait for a connection and its opening included; nil for the governor's limits.
  ///   - body: Is lent the execution, to bind, step and read.
  func withExecution(
    of sql: SQL, _ parameters: Parameters?, timeout: Duration?, _ body: (StatementExecution) throws -> Void) throws

  /// Opens rows to be read one by one, in bounded memory.
  func openRows(of sql: SQL, _ parameters: Parameters, timeout: Duration?) throws -> Rows

  /// Runs a text of any number of statements, in order, and gives each one's result.
  ///
  /// The text may hold BEGIN and COMMIT, as dumps do, where no transaction is open yet; one that it leaves open is rolled
  /// back, and an error. Parameters and interpolated values have no place in a script.
  ///
  /// - Throws: The first error, with the line in the text where its statement begins.
  @discardableResult
  func executeScript(_ script: SQL, timeout: Duration?) throws -> [any StatementResult]

  /// What this database can do.
  var capabilities: Capabilities { get }
  /// How this database writes the schema of its tables; the default is the SQL standard's way.
  var schemaDialect: any SchemaDialect { get }

  /// The names of tables and views in a schema, or in the default one.
  func tables(schema: String?) throws -> [TableName]

  /// All that the database tells of a table; nil if there is none of that name.
  func describe(_ table: TableName) throws -> TableDescription?

  /// Makes changes of a table that is there, in order.
  ///
  /// All of them are looked at before the first is made. Where the database has ``Capability/transactionalDDL`` either all are
  /// made or none; elsewhere what was made before one that fails stays.
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

  /// What the database tells of all tables and views in a schema, or in the default one, as one value.
  ///
  /// On a governor and in a transaction it is what held at one moment, where the database has transactions for its schema
  /// (SQLite). Elsewhere what is dropped meanwhile is left out. It takes time in proportion to the number of tables.
  func schema(named schema: String?) throws -> DatabaseDescription
}

extension SQLExecutor {
  /// Describes one table after the other.
  public func schema(named schema: String?) throws -> DatabaseDescription {
    DatabaseDescription(of: try tables(schema: schema).compactMap { try describe($0) })
  }
  /// The SQL standard's way.
  public var schemaDialect: any SchemaDialect { StandardSchemaDialect() }

  /// By the database's statements alone.
  public func alter(_ table: TableName, _ changes: [TableChange]) throws {
    let run = TableChangeRun(table: table, changes: changes)
    _ = try run.check(on: self)
    try run.make(on: self)
  }
}
