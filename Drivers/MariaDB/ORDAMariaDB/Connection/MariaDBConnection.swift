internal import CMariaDB
internal import ORDA

/// One connection to a server, used by one thread at a time.
final class MariaDBConnection: DriverConnection {
  let handle: UnsafeMutablePointer<MYSQL>
  let settings: MariaDBSettings
  let interrupter: MariaDBCanceller
  /// The library's functions, some of which are ORDA's own.
  let methods: UnsafeMutablePointer<orda_mariadb_methods>
  var session = MariaDBSession()
  /// False where the account certainly lacks the grant to read the server's log; true where that was not asked.
  var mayReadLog = true
  /// Whether the server takes arrays of parameters.
  let takesArrays: Bool
  let isEncrypted: Bool
  /// Whether a statement can be prepared and executed in one round trip.
  let executesDirectly: Bool
  /// Whether the server stops statements itself; MySQL does so for a few only.
  let keepsTimeLimits: Bool
  /// The statement whose rows are not all read yet; nothing else may be sent before they are.
  @exclusivity(unchecked) var reading: MariaDBStatement?
  /// Statements to be closed as soon as nothing is being read: closing one would read the other's rows away.
  @exclusivity(unchecked) private var closing: [UnsafeMutablePointer<MYSQL_STMT>] = []
  /// Counts the times at which the server forgot all prepared statements.
  var generation = 0
  /// Told what this connection commits; nil for one that is no governor's.
  var changes: MariaDBChangeSource?
  /// The number of the statement that was announced as one that may commit, and is not answered yet.
  @exclusivity(unchecked) var announced: Int?
  /// False where the transaction has certainly written nothing; kept while somebody follows what is committed.
  @exclusivity(unchecked) var mayHaveWritten = true
  /// Whether the server tells with its answers that something of the session was changed.
  let tracksSession: Bool
  /// True where a statement has left something in the session, or most likely did.
  @exclusivity(unchecked) private var isCertainlyChanged = false
  /// True where a procedure or a block ran, which may have left anything.
  @exclusivity(unchecked) private var isPossiblyChanged = false
  /// True where a function of the database's own was called, which may have taken a named lock.
  @exclusivity(unchecked) private var mayHoldLock = false
  /// Whether the server can let go of all named locks.
  let releasesAllLocks: Bool
  /// True where another database is the current one.
  var hasLeftDatabase = false
  /// Set where an error ended the transaction, which the library is not told.
  private var lostTransaction = false

  /// Connects to the first of the hosts that can be had, and sets the session up.
  ///
  /// - Parameter asksGrants: Whether ``mayReadLog`` is found out, in the same round trip.
  /// - Throws: `cannotOpen`, `authentication`, and what the server says of the URL's session variables.
  static func open(
    _ settings: MariaDBSettings, asksGrants: Bool = false
  ) throws(DatabaseError) -> MariaDBConnection {
    try MariaDBOpening(settings: settings).connect { (made) throws(DatabaseError) in
      try MariaDBConnection(made, settings, asksGrants: asksGrants)
    }
  }

  /// Sets the session up; closes it where that fails.
  private init(
    _ made: MariaDBOpening.Made, _ settings: MariaDBSettings, asksGrants: Bool
  ) throws(DatabaseError) {
    handle = made.handle
    self.settings = settings
    methods = .allocate(capacity: 1)
    orda_mariadb_check_answers(handle, methods)
    orda_mariadb_count_statements(methods)
    interrupter = MariaDBCanceller(made, settings: settings)
    takesArrays = orda_mariadb_takes_arrays(handle) != 0
    isEncrypted = mysql_get_ssl_cipher(handle) != nil
    // The same servers prepare and execute at once; through compression the library does not.
    executesDirectly = takesArrays && !settings.compresses
    let version = ServerVersion(of: handle)
    keepsTimeLimits = mariadb_connection(handle) != 0 && version >= ServerVersion(10, 1, 2)
    releasesAllLocks = version >= (mariadb_connection(handle) != 0 ? ServerVersion(10, 5, 2) : ServerVersion(5, 7, 5))
    tracksSession = version >= (mariadb_connection(handle) != 0 ? ServerVersion(10, 2, 2) : ServerVersion(5, 7, 4))
    do throws(DatabaseError) {
      try setUp(asksGrants: asksGrants && isMariaDB)
    } catch {
      mysql_close(handle)
      throw error
    }
  }

  deinit { methods.deallocate() }

  /// False for MySQL.
  var isMariaDB: Bool { mariadb_connection(handle) != 0 }

  // MARK: DriverConnection

  var dialect: Dialect { session.dialect }
  var canceller: any DriverCanceller { interrupter }

  var isSessionChanged: Bool {
    get { isCertainlyChanged || isPossiblyChanged || mayHoldLock }
    set {
      isCertainlyChanged = newValue
      guard !newValue else { return }
      isPossiblyChanged = false
      mayHoldLock = false
    }
  }
  var isSessionUnsure: Bool { !isCertainlyChanged }
  /// True where it is but a lock that may be left.
  var isOnlyLockUnsure: Bool { mayHoldLock && !isCertainlyChanged && !isPossiblyChanged }

  /// A statement is run of whose changes the server may not tell.
  @inline(__always)
  func note(_ untold: UntoldChanges) {
    if untold.isLikely { isCertainlyChanged = true }
    if untold.isUnknown { isPossiblyChanged = true }
    if untold.mayLock { mayHoldLock = true }
  }

  var resetsWholeSession: Bool { true }

  func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement {
    try makeFree()
    try checkParameterPlaces(in: request.sql)
    if let deferred = MariaDBStatement(deferring: request, connection: self) { return deferred }
    do throws(DatabaseError) {
      let statement = try MariaDBStatement(request.sql, keyword: request.keyword, connection: self)
      // Where it is run next, the answer to that tells.
      if request.deferrableParameterCount != nil { return statement }
      do throws(DatabaseError) {
        try askForTransaction(afterPreparing: request.keyword)
      } catch {
        statement.close()
        throw error
      }
      return statement
    } catch {
      guard error.vendorCode == Int(ER_UNSUPPORTED_PS) else { throw error }
      if let count = request.deferrableParameterCount, count > 0 {
        throw DatabaseError(
          .unsupported,
          "MariaDB can't prepare this statement, and takes no parameters in it; write the values themselves",
          sqlState: error.sqlState, vendorCode: error.vendorCode, sql: request.sql)
      }
      return MariaDBTextStatement(request.sql, keyword: request.keyword, connection: self)
    }
  }

  func ping() throws(DatabaseError) {
    try makeFree()
    if mysql_ping(handle) != 0 { throw error(sql: nil) }
  }

  var isUsable: Bool { !interrupter.isCut }

  /// Of a server that was asked nothing, nothing comes but its farewell.
  var isAlive: Bool { orda_mariadb_wait_readable(handle, 0) == 0 }

  /// Takes leave of the server, where that is possible without waiting for it: what it has not sent yet is not read away,
  /// and one that takes nothing, frozen or behind a network that is gone, is left without a word.
  func close() {
    if reading != nil || !interrupter.line.hasRoom { interrupter.cut() }
    reading = nil
    for statement in closing { mysql_stmt_close(statement) }
    closing = []
    mysql_close(handle)
  }

  // MARK: Its own statements

  /// Runs a text that gives no rows, in one round trip.
  func run(_ sql: String) throws(DatabaseError) {
    try makeFree()
    if mysql_real_query(handle, sql, UInt(sql.utf8.count)) != 0 { throw error(sql: sql) }
    // What gives rows nevertheless leaves none behind.
    if let result = mysql_store_result(handle) { mysql_free_result(result) }
    if mysql_errno(handle) != 0 { throw error(sql: sql) }
  }

  /// Runs a text and keeps its rows, each cell as the server writes it.
  func texts(_ sql: String) throws(DatabaseError) -> [[String?]] {
    try makeFree()
    if mysql_real_query(handle, sql, UInt(sql.utf8.count)) != 0 { throw error(sql: sql) }
    return try answeredTexts(sql)
  }

  /// The rows of a text that was answered.
  func answeredTexts(_ sql: String) throws(DatabaseError) -> [[String?]] {
    guard let result = mysql_store_result(handle) else { throw error(sql: sql) }
    defer { mysql_free_result(result) }
    let count = Int(mysql_num_fields(result))
    var rows: [[String?]] = []
    while let row = mysql_fetch_row(result) { rows.append((0..<count).map { row[$0].map { String(cString: $0) } }) }
    return rows
  }

  /// Runs a statement with values and keeps its rows.
  func rows(of sql: String, _ values: [Value]) throws(DatabaseError) -> [[Value]] {
    let statement = try MariaDBStatement(sql, keyword: .select, connection: self)
    defer { statement.close() }
    guard statement.parameterCount == values.count else {
      throw DatabaseError(.protocolViolation, "the server finds \(statement.parameterCount) parameters in: \(sql)")
    }
    for (index, value) in values.enumerated() { statement.bind(value, at: index) }
    var rows: [[Value]] = []
    while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
    return rows
  }

  // MARK: Whose turn it is

  /// Makes sure that nothing is being read, before anything is sent.
  ///
  /// - Throws: `transactionEnded` where the transaction turns out to be rolled back: what was to be sent would be done
  ///   outside.
  func makeFree() throws(DatabaseError) {
    if let reading {
      let stood = isInTransaction
      try reading.keepRest()
      if stood { try checkTransaction() }
    }
    if !closing.isEmpty { closeStatements() }
    if interrupter.isCut {
      var error = DatabaseError(.connectionLost, "the connection was cut, for the server did not answer")
      error.isRetryable = true
      throw error
    }
  }

  /// Closes a prepared statement, now or as soon as that does no harm.
  func close(_ statement: UnsafeMutablePointer<MYSQL_STMT>) {
    closing.append(statement)
    if reading == nil { closeStatements() }
  }

  /// The end of one statement's rows makes the library believe that nothing is being read, whatever another one does.
  func restoreStatus() {
    if reading != nil { handle.pointee.status = MYSQL_STATUS_STMT_RESULT }
  }

  /// An error has ended what runs: the library is not to wait for the results that were announced before it.
  func forgetFurtherResults() {
    handle.pointee.server_status &= ~UInt32(SERVER_MORE_RESULTS_EXIST | SERVER_PS_OUT_PARAMS)
  }

  private func closeStatements() {
    for statement in closing { mysql_stmt_close(statement) }
    closing = []
  }

  // MARK: Errors and the transaction

  var isInTransaction: Bool { !lostTransaction && handle.pointee.server_status & UInt32(SERVER_STATUS_IN_TRANS) != 0 }

  /// A session whose autocommit was turned off begins a transaction with its next statement.
  var leavesTransactionOpen: Bool { isInTransaction || !commitsByItself }

  private var commitsByItself: Bool { handle.pointee.server_status & UInt32(SERVER_STATUS_AUTOCOMMIT) != 0 }

  /// Turns autocommit on, where a statement turned it off.
  func commitByItself() throws(DatabaseError) {
    if !commitsByItself { try run("SET autocommit = 1") }
  }

  /// Notes that a transaction was begun.
  func transactionBegan() { lostTransaction = false }

  /// The error that the library has just reported.
  func error(sql: String?) -> DatabaseError {
    noteError(MariaDBErrors.error(of: handle, sql: sql))
  }

  /// Notes what an error means for the connection, and gives it back.
  func noteError(_ error: DatabaseError) -> DatabaseError {
    var error = error
    if interrupter.isCut {
      error.kind = .connectionLost
      return error
    }
    // The end of a connection that was encrypted is told as if it could not be.
    if error.vendorCode == Int(CR_SSL_CONNECTION_ERROR) { error.kind = .connectionLost }
    guard let code = error.vendorCode, isInTransaction, !MariaDBCode.leavesTransaction(code) else { return error }
    // The server's message of an error does not tell the transaction's state; its answer to the next statement does.
    if MariaDBCode.isLost(code) || !answersWithState() { lostTransaction = true }
    return error
  }

  /// The same for what may have begun a transaction before it failed, of which an error tells nothing either.
  func noteError(_ error: DatabaseError, of keyword: StatementKeyword) -> DatabaseError {
    let known = noteError(error)
    guard keyword == .call || keyword == .block || keyword == .other, !interrupter.isCut,
      !MariaDBCode.isLost(error.vendorCode ?? 0)
    else { return known }
    _ = answersWithState()
    return known
  }

  /// Has the server answer something, and so tell the transaction's state; false where it does not.
  private func answersWithState() -> Bool {
    // The stop of a statement that has just ended by itself may come late, and end this one instead.
    for _ in 1...3 {
      if mysql_query(handle, "DO 0") == 0 { return true }
      if mysql_errno(handle) != UInt32(ER_QUERY_INTERRUPTED) { return false }
    }
    return false
  }
}
