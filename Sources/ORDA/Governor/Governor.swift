/// What a program holds of a database: opened by URL, used from any thread or task, closed at the end.
///
/// A governor may be one connection or a pool of them; the interface is the same. For a SQLite file it is one writer and
/// several readers; for a database in memory one connection; for a server a pool. Programs that outlive their governors
/// close them, and letting the last reference go closes too.
///
/// Synchronous calls block their thread. The functions of the same names that are awaited run on the connection's own
/// thread, and never block Swift's cooperative pool.
///
/// Don't implement this protocol: what it hands out, such as connections and rows, ORDA alone can make, and it may get new
/// requirements at any time. A driver makes a ``ConnectionGovernor``, and a test double is a governor on a scripted driver:
/// see <doc:TestingWithoutADatabase>.
public protocol Governor: SQLExecutor, AsyncSQLExecutor, AnyObject {
  /// The driver's name, for example `SQLite`.
  var driverName: String { get }
  /// What it was opened by; describes itself with secrets masked.
  var url: DatabaseURL { get }
  /// How this database quotes and comments.
  var dialect: Dialect { get }

  // What an executor can do and a governor's tasks await: said again, so that it is refused where it would block a task.

  /// Prepares one statement for repeated use.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func prepare(_ sql: SQL) throws -> any Statement
  /// Runs a text of any number of statements, in order, and gives each one's result.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult
  func executeScript(_ script: SQL, timeout: Duration?) throws -> [any StatementResult]
  /// The names of tables and views in a schema, or in the default one.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func tables(schema: String?) throws -> [TableName]
  /// All that the database tells of a table; nil if there is none of that name.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func describe(_ table: TableName) throws -> TableDescription?
  /// What the database tells of all tables and views in a schema, or in the default one, as one value.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func schema(named schema: String?) throws -> DatabaseDescription

  /// Lends a connection on this thread; what `withConnection` and `transaction` are built on.
  func lease(_ request: LeaseRequest, _ body: (Connection) throws -> Void) throws
  /// Lends a connection on its own thread, without blocking the caller's.
  func lease(_ request: LeaseRequest, _ body: @escaping @Sendable (Connection) throws -> Void) async throws
  /// Begins a transaction on this thread that no closure encloses.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func begin(_ request: LeaseRequest) throws -> Transaction
  /// Begins a transaction that lasts across suspensions.
  func begin(_ request: LeaseRequest) async throws -> AsyncTransaction

  /// Rows as an asynchronous sequence, in bounded memory; the statement runs when the first one is asked for.
  func rowStream(of sql: SQL, _ parameters: Parameters, timeout: Duration?) -> AsyncRows

  /// Runs a closure on every connection that there is and on every one that will be opened, before its next use.
  ///
  /// Functions, collations, ATTACH, pragmas and session variables belong here. The closure may run on any thread.
  ///
  /// A connection that is in use runs it when it has come back, before its next use: never in the middle of a transaction,
  /// whoever calls this. One is tried at once: that of the `withConnection` closure that this thread is in, or else one that
  /// is free or can be opened. If there is none, as in a transaction on the only connection, an error of the closure
  /// reaches whoever is lent a connection next, as it does for connections that are opened later.
  ///
  /// - Throws: What the closure throws on the connection that is tried; it is then not registered.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func onConnect(_ setUp: @escaping @Sendable (Connection) throws -> Void) throws

  /// Asks the database for a sign of life.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func ping() throws

  /// Refuses what comes, waits for what runs, and stops what is still running after `grace`.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` inside one of the governor's own closures. Closing twice is fine.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func close(within grace: Duration) throws
  /// The same, without blocking the task's thread.
  func close(within grace: Duration) async throws

  /// A queue of work that is done in the order in which it is given.
  func queue() -> WorkQueue

  /// How many connections there are, and what they do; see ``GovernorStatistics``.
  var statistics: GovernorStatistics { get }
  /// Changes how many connections there may be, and how many are kept. What there is too much is closed once nobody uses
  /// it; where there are connections that only read, their number is meant.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` where the numbers contradict each other, and where everything runs, or would
  ///   run, on a single connection: that is settled when the governor is opened.
  func resize(maximum: Int, minimum: Int) throws
  /// Has every connection replaced: those that are idle at once, the others when they are given back. A password that is kept in
  /// a file or in a variable is read again for each new one.
  func refresh()

  /// Whose changes are heard of, by what means, and why not more.
  var changeCoverage: ChangeCoverage { get }
  /// The same, asked of the database where that is not known: what would be in force if somebody listened.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func findChangeCoverage() -> ChangeCoverage
  /// The changes of some tables, or of all if there is no name in the list; see `changes(of:)`.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func changes(of tables: [TableName]) throws -> ChangeBatches
  /// Calls a closure after each commit that changed one of some tables, or any if there is no name in the list.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func observeChanges(
    of tables: [TableName], when: ChangeObservation.Moment, ignoring mark: ChangeMark?,
    observer: @escaping @Sendable (ChangeBatch) -> Void
  ) throws -> ChangeObservation
  /// Returns when everything that anybody committed before has been told; see `catchUp()`.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func catchUp(within limit: Duration) throws

  /// Has a closure told what becomes of the transaction that this thread is in: for code that was given the governor,
  /// and not the transaction.
  ///
  /// - Returns: False if there is none, and the closure will not be called. That is the case in the body of a transaction with
  ///   an asynchronous closure, which belongs to no thread.
  /// - Throws: As ``Transaction/atEnd(_:)`` does.
  @discardableResult
  func atTransactionEnd(_ body: @escaping @Sendable (TransactionOutcome) throws -> Void) throws -> Bool
}

extension Governor {
  /// How this database writes SQL.
  public var language: DatabaseLanguage {
    DatabaseLanguage(driverName: driverName, dialect: dialect, schemaDialect: schemaDialect)
  }
}
