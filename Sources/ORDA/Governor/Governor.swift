/// A program's access to a database: opened by URL, used from any thread or task, closed at the end.
///
/// A governor may be one connection or a pool of them; the interface is the same. For an SQLite file it is one writer
/// and several readers; for a database in memory one connection; for a server a pool. Programs that outlive their
/// governors close them; releasing the last reference closes too.
///
/// Synchronous calls block their thread. The awaited functions of the same names run on the connection's own thread,
/// and never block Swift's cooperative pool.
///
/// Don't implement this protocol: only ORDA can make what it returns, such as connections and rows, and it may get new
/// requirements at any time. A driver makes a ``ConnectionGovernor``, and a test double is a governor on a scripted
/// driver: see <doc:TestingWithoutADatabase>.
public protocol Governor: SQLExecutor, AsyncSQLExecutor, AnyObject {
  /// The driver's name, for example `SQLite`.
  var driverName: String { get }
  /// The URL that it was opened with; its description masks secrets.
  var url: DatabaseURL { get }
  /// How this database quotes and comments.
  var dialect: Dialect { get }

  // What executors have and a governor's tasks await: declared again, so that it is refused where it would block a
  // task.

  /// Prepares one statement for repeated use.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func prepare(_ sql: SQL) throws -> any Statement
  /// Runs a text with any number of statements, in order, and returns each one's result.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult
  func executeScript(_ script: SQL, timeout: Duration?) throws -> [any StatementResult]
  /// The names of tables and views in a schema, or in the default one.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func tables(schema: String?) throws -> [TableName]
  /// The database's description of a table; nil if there is none of that name.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func describe(_ table: TableName) throws -> TableDescription?
  /// The description of all tables and views in a schema, or in the default one, as one value.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func schema(named schema: String?) throws -> DatabaseDescription

  /// Lends a connection on this thread; `withConnection` and `transaction` are built on this.
  func lease(_ request: LeaseRequest, _ body: (Connection) throws -> Void) throws
  /// Lends a connection on its own thread, without blocking the caller's.
  func lease(_ request: LeaseRequest, _ body: @escaping @Sendable (Connection) throws -> Void) async throws
  /// Begins a transaction on this thread without a closure.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func begin(_ request: LeaseRequest) throws -> Transaction
  /// Begins a transaction that lasts across suspensions.
  func begin(_ request: LeaseRequest) async throws -> AsyncTransaction

  /// Rows as an asynchronous sequence, in bounded memory; the statement runs when the first one is asked for.
  func rowStream(of sql: SQL, _ parameters: Parameters, timeout: Duration?) -> AsyncRows

  /// Runs a closure on every existing connection and on every one opened later, before its next use.
  ///
  /// Functions, collations, ATTACH, pragmas and session variables belong here. The closure may run on any thread.
  ///
  /// A connection in use runs it after it was returned, before its next use: never in the middle of a transaction,
  /// whoever calls this. It is tried at once on one connection: that of this thread's `withConnection` closure,
  /// otherwise one that is free or can be opened. If there is none, as in a transaction on the only connection, an
  /// error of the closure reaches whoever is lent a connection next, as for connections opened later.
  ///
  /// - Throws: What the closure throws on the connection that is tried; then it is not registered.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func onConnect(_ setUp: @escaping @Sendable (Connection) throws -> Void) throws

  /// Checks that the database responds.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func ping() throws

  /// Refuses new work, waits for running work, and stops what is still running after `grace`.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` inside one of the governor's own closures. Closing twice is fine.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func close(within grace: Duration) throws
  /// The same, without blocking the task's thread.
  func close(within grace: Duration) async throws

  /// A queue of work that is done in the order of submission.
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

  /// Whose changes are reported, by what means, and why not more.
  var changeCoverage: ChangeCoverage { get }
  /// The same, but asks the database if that is not known: what would apply if somebody listened.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func findChangeCoverage() -> ChangeCoverage
  /// The changes of some tables, or of all if the list is empty; see `changes(of:)`.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func changes(of tables: [TableName]) throws -> ChangeBatches
  /// Calls a closure after each commit that changed one of some tables, or any if the list is empty.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func observeChanges(
    of tables: [TableName], when: ChangeObservation.Moment, ignoring mark: ChangeMark?,
    observer: @escaping @Sendable (ChangeBatch) -> Void
  ) throws -> ChangeObservation
  /// Returns once everything that anybody committed before has been reported; see `catchUp()`.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  func catchUp(within limit: Duration) throws

  /// Informs a closure of the end of this thread's transaction: for code that was given the governor, and not the
  /// transaction.
  ///
  /// - Returns: False if there is none, and then the closure is not called. That is the case in the body of a
  ///   transaction with an asynchronous closure, which belongs to no thread.
  /// - Throws: Like ``Transaction/atEnd(_:)``.
  @discardableResult
  func atTransactionEnd(_ body: @escaping @Sendable (TransactionOutcome) throws -> Void) throws -> Bool
}

extension Governor {
  /// How this database writes SQL.
  public var language: DatabaseLanguage {
    DatabaseLanguage(driverName: driverName, dialect: dialect, schemaDialect: schemaDialect)
  }
}
