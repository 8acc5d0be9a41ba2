/// One connection of a driver to its database.
///
/// A connection is used by one thread at a time, but by different threads in turn; only its ``canceller`` is called while
/// another thread is inside. Pooling, caches, parameters' names, decoding and nesting are the core's business.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol DriverConnection: AnyObject {
  /// How this connection quotes and comments, and how it wants parameters to be written.
  var dialect: Dialect { get }

  /// Prepares one statement, whose parameters are written as ``Dialect/parameterStyle`` says: all as `?` by default.
  func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement

  /// Whether a transaction is open. Asked after every statement of a transaction, so it must be cheap; also after one whose
  /// rows were not read to their end.
  var isInTransaction: Bool { get }
  /// Whether what was run outside of transactions left one open, as the call of a procedure may, or the session in a state in
  /// which the next statement opens one. Asked after every such statement, so it must be cheap; where it is true the core
  /// calls ``rollback()``, and throws. The default is ``isInTransaction``.
  var leavesTransactionOpen: Bool { get }
  /// Begins a transaction that is at least as isolated as asked for.
  ///
  /// - Returns: The isolation in force.
  func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation
  /// Makes the open transaction permanent.
  func commit() throws(DatabaseError)
  /// Undoes the open transaction; does nothing if there is none. ``leavesTransactionOpen`` is false after it.
  func rollback() throws(DatabaseError)
  /// Sets a savepoint; `name` is a plain identifier made by the core.
  func savepoint(_ name: String) throws(DatabaseError)
  /// Forgets a savepoint and keeps what was done since.
  func release(savepoint name: String) throws(DatabaseError)
  /// Undoes what was done since a savepoint, and forgets it.
  func rollback(toSavepoint name: String) throws(DatabaseError)

  /// Stops what runs, from any thread; lives as long as anyone holds it.
  var canceller: any DriverCanceller { get }

  /// Asks the database for a sign of life.
  func ping() throws(DatabaseError)
  /// True if a statement may have left something in the session that the next user of the connection would meet: a
  /// temporary table, a variable, a lock, another current database. Asked when the connection is given back, so it must
  /// be cheap; best is what the database itself tells with its answers. The core sets it to false when the set-ups have
  /// run, since what these leave is to stay.
  ///
  /// The default is always false, which only a database without a session may say. A driver whose database tells nothing of it
  /// says true here and at ``isSessionUnsure`` once it has run a statement whose ``StatementKeyword/mayChangeSession`` is true.
  var isSessionChanged: Bool { get set }
  /// True if ``isSessionChanged`` is true for what only may be, since the database does not tell of it. Asked after
  /// ``reset()``, which may have found out: where it is still true nobody is told that something was undone. The default is
  /// always false.
  var isSessionUnsure: Bool { get }
  /// True if ``reset()`` can't undo what came last and leave the rest: it makes the session as after connecting. The
  /// default is always false.
  var resetsWholeSession: Bool { get }
  /// Undoes what was left in the session, when ``isSessionChanged`` was true; nothing runs on the connection meanwhile.
  ///
  /// - Returns: True if the session is now as after connecting, so that the set-ups are to run again; false if it
  ///   is as they left it. The default does nothing and gives false.
  /// - Throws: What keeps it from that: the connection is given up then, and another one takes its place.
  func reset() throws(DatabaseError) -> Bool
  /// True if an error means that the connection is of no further use.
  func isBroken(by error: DatabaseError) -> Bool
  /// False if the connection became useless without an error that told so; asked when it is given back. The default is
  /// true.
  var isUsable: Bool { get }
  /// False if the connection ended while nobody used it; asked before it is lent again, so it must be cheap. What was
  /// not sent yet then goes to another connection. The default is true.
  var isAlive: Bool { get }

  /// How long the database keeps this connection while nobody uses it; nil where it does not tell, or keeps it for good. The
  /// pool replaces it before. The default is nil.
  var idleLimit: Duration? { get }

  /// The names of tables and views in a schema, or in the default one.
  func tables(schema: String?) throws(DatabaseError) -> [TableName]
  /// All that the database tells of a table, or nil if there is none of that name.
  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription?
  /// All that the database tells of all tables and views in a schema, or in the default one. The default describes one after
  /// the other; of ten thousand tables a driver tells sooner that asks for many at once.
  ///
  /// What is dropped meanwhile is left out, and a view that can't be run any more is told without columns.
  func describeAll(schema: String?) throws(DatabaseError) -> [TableDescription]

  /// Ends the connection. No statement of it is used afterwards; those still there have been closed.
  func close()
}

/// Stops the statement that runs on one connection.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol DriverCanceller: Sendable {
  /// Stops what runs now, from any thread, and does nothing if nothing runs. The core calls it only while the
  /// connection is leased to the work that is to be stopped, and never under a lock.
  ///
  /// It may take a moment, as where another connection has to tell a server: the core calls it on a thread of its own,
  /// again some 20 ms after it returned where the work still goes on, and does not close the connection before it returns.
  func cancel()
  /// Gives the connection up, from any thread and at once: what waits for the database in it returns, with an error of kind
  /// `connectionLost`, and ``DriverConnection/isUsable`` is false from then on. The core calls it where work goes on some
  /// 100 ms after it was to stop, or where ``cancel()`` takes that long, perhaps while ``cancel()`` is under way.
  ///
  /// It must not block, and must do no harm where the connection is being closed meanwhile, or is closed already. The
  /// default does nothing, which is right where nothing but the program itself has to answer.
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
  /// Describes one after the other.
  public func describeAll(schema: String?) throws(DatabaseError) -> [TableDescription] {
    var descriptions: [TableDescription] = []
    for name in try tables(schema: schema) {
      if let description = try describe(name) { descriptions.append(description) }
    }
    return descriptions
  }

  /// Runs a statement that gives no rows and has no parameters.
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
  /// As ``isInTransaction``.
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
