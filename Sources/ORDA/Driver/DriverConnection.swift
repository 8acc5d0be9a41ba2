/// One connection of a driver to its database.
///
/// A connection is used by one thread at a time, but by different threads in turn; only its ``canceller`` is called
/// while another thread is inside. The core takes care of pooling, caches, parameters' names, decoding and nesting.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol DriverConnection: AnyObject {
  /// How this connection quotes and comments, and how it wants parameters to be written.
  var dialect: Dialect { get }

  /// Prepares one statement, whose parameters are written as ``Dialect/parameterStyle`` says: all as `?` by default.
  func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement

  /// Whether a transaction is open. Called after every statement of a transaction, so it must be cheap; also after one
  /// whose rows were not read to the end.
  var isInTransaction: Bool { get }
  /// Whether what ran outside of transactions left one open, as a procedure call may, or the session in a state in
  /// which the next statement opens one. Called after every such statement, so it must be cheap; if it is true the core
  /// calls ``rollback()``, and throws. The default is ``isInTransaction``.
  var leavesTransactionOpen: Bool { get }
  /// Begins a transaction with at least the requested isolation.
  ///
  /// - Returns: The isolation in force.
  func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation
  /// Makes the open transaction permanent.
  func commit() throws(DatabaseError)
  /// Undoes the open transaction; does nothing if there is none. ``leavesTransactionOpen`` is false after it.
  func rollback() throws(DatabaseError)
  /// Sets a savepoint; `name` is a plain identifier made by the core.
  func savepoint(_ name: String) throws(DatabaseError)
  /// Forgets a savepoint and keeps the changes since.
  func release(savepoint name: String) throws(DatabaseError)
  /// Undoes the changes since a savepoint, and forgets it.
  func rollback(toSavepoint name: String) throws(DatabaseError)

  /// Stops what is running, from any thread; lives as long as anyone holds it.
  var canceller: any DriverCanceller { get }

  /// Checks that the database responds.
  func ping() throws(DatabaseError)
  /// True if a statement may have left something in the session that the next user of the connection would notice: a
  /// temporary table, a variable, a lock, another current database. Called when the connection is returned, so it must
  /// be cheap; ideally the database itself reports it with its answers. The core sets it to false when the set-ups have
  /// run, since their changes stay.
  ///
  /// The default is always false, which is only right for a database without a session. If a driver's database reports
  /// nothing about it, the driver returns true here and at ``isSessionUnsure`` once it has run a statement whose
  /// ``StatementKeyword/mayChangeSession`` is true.
  var isSessionChanged: Bool { get set }
  /// True if ``isSessionChanged`` is true for what is only possible, since the database does not report it. Called
  /// after ``reset()``, which may have found out: if it is still true, nobody is told that something was undone. The
  /// default is always false.
  var isSessionUnsure: Bool { get }
  /// True if ``reset()`` can't undo only the latest changes: it restores the session as after connecting. The default
  /// is always false.
  var resetsWholeSession: Bool { get }
  /// Undoes what was left in the session, if ``isSessionChanged`` was true; nothing runs on the connection meanwhile.
  ///
  /// - Returns: True if the session is now as after connecting, so that the set-ups must run again; false if it is as
  ///   they left it. The default does nothing and returns false.
  /// - Throws: What prevents it from doing so: then the connection is given up and replaced.
  func reset() throws(DatabaseError) -> Bool
  /// True if an error means that the connection is useless.
  func isBroken(by error: DatabaseError) -> Bool
  /// False if the connection became useless without an error that said so; called when it is returned. The default is
  /// true.
  var isUsable: Bool { get }
  /// False if the connection ended while nobody used it; called before it is lent again, so it must be cheap. What was
  /// not sent yet then goes to another connection. The default is true.
  var isAlive: Bool { get }

  /// How long the database keeps this connection while nobody uses it; nil where it does not tell, or keeps it for good. The
  /// pool replaces it before. The default is nil.
  var idleLimit: Duration? { get }

  /// The names of tables and views in a schema, or in the default one.
  func tables(schema: String?) throws(DatabaseError) -> [TableName]
  /// The database's full description of a table, or nil if there is none of that name.
  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription?
  /// The full descriptions of all tables and views in a schema, or in the default one. The default describes one after
  /// another; with ten thousand tables a driver that asks for many at once is faster.
  ///
  /// Tables dropped meanwhile are left out, and a view that can no longer be run is returned without columns.
  func describeAll(schema: String?) throws(DatabaseError) -> [TableDescription]

  /// Ends the connection. No statement of it is used afterwards; remaining ones have been closed.
  func close()
}

/// Stops the statement running on one connection.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol DriverCanceller: Sendable {
  /// Stops what is running, from any thread; does nothing if nothing is. The core calls it only while the connection is
  /// leased to the work to be stopped, and never under a lock.
  ///
  /// It may take a moment, for example if another connection must inform a server: the core calls it on a separate
  /// thread, again some 20 ms after it returned if the work still goes on, and does not close the connection before it
  /// returns.
  func cancel()
  /// Gives the connection up, from any thread and at once: what waits for the database in it returns, with an error of
  /// kind `connectionLost`, and ``DriverConnection/isUsable`` is false from then on. The core calls it if work goes on
  /// some 100 ms after it was to stop, or ``cancel()`` takes that long, perhaps while ``cancel()`` is running.
  ///
  /// It must not block, and must do no harm if the connection is being closed meanwhile, or is already closed. The
  /// default does nothing, which is right if nothing but the program itself must answer.
  func cut()
  /// Forgets an earlier ``cancel()`` that the connection outlived, before its next work begins. The default does nothing.
  func clear()
}

extension DriverCanceller {
  /// Does nothing.
  public func cut() {}
  /// Does nothing.
  public func clear() {}
}

extension DriverConnection {
  /// Describes one after another.
  public func describeAll(schema: String?) throws(DatabaseError) -> [TableDescription] {
    var descriptions: [TableDescription] = []
    for name in try tables(schema: schema) {
      if let description = try describe(name) { descriptions.append(description) }
    }
    return descriptions
  }

  /// Runs a statement without rows or parameters.
  public func run(_ sql: String) throws(DatabaseError) {
    let statement = try prepare(PrepareRequest(sql: sql, keyword: .other, isPersistent: false))
    defer { statement.close() }
    while try statement.step() {}
  }

  /// Runs `SAVEPOINT name`.
  public func savepoint(_ name: String) throws(DatabaseError) { try run("SAVEPOINT \(name)") }
  /// Runs `RELEASE SAVEPOINT name`.
  public func release(savepoint name: String) throws(DatabaseError) { try run("RELEASE SAVEPOINT \(name)") }
  /// Runs `ROLLBACK TO SAVEPOINT name` and releases it.
  public func rollback(toSavepoint name: String) throws(DatabaseError) {
    try run("ROLLBACK TO SAVEPOINT \(name)")
    try run("RELEASE SAVEPOINT \(name)")
  }
  /// Like ``isInTransaction``.
  public var leavesTransactionOpen: Bool { isInTransaction }
  /// Always false.
  public var isSessionChanged: Bool {
    get { false }
    set {}
  }
  /// Always false.
  public var isSessionUnsure: Bool { false }
  /// Always false.
  public var resetsWholeSession: Bool { false }
  /// Does nothing.
  public func reset() throws(DatabaseError) -> Bool { false }
  /// Always true.
  public var isUsable: Bool { true }
  /// Always true.
  public var isAlive: Bool { true }
  /// Always nil.
  public var idleLimit: Duration? { nil }
  /// True for a lost connection.
  public func isBroken(by error: DatabaseError) -> Bool {
    DatabaseError.Kind.connectionLost.matches(error.kind) || DatabaseError.Kind.protocolViolation.matches(error.kind)
  }
}
