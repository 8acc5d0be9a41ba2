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
  /// True where a statement may have left something in the session.
  @exclusivity(unchecked) var isSessionChanged = false
  /// True where another database is the current one.
  var hasLeftDatabase = false
  /// Set where an error ended the transaction, which the library is not told.
  private var lostTransaction = false

  /// Connects and sets the session up.
  ///
  /// - Parameter asksGrants: Whether ``mayReadLog`` is found out, in the same round trip.
  /// - Throws: `cannotOpen`, `authentication`, and what the server says of the URL's session variables.
  init(_ settings: MariaDBSettings, asksGrants: Bool = false) throws(DatabaseError) {
    let handle = try MariaDBOpening(settings: settings).connect()
    self.handle = handle
    self.settings = settings
    methods = .allocate(capacity: 1)
    orda_mariadb_check_answers(handle, methods)
    orda_mariadb_count_statements(methods)
    interrupter = MariaDBCanceller(
      settings: settings, thread: mysql_thread_id(handle), socket: Int32(mysql_get_socket(handle)))
    takesArrays = orda_mariadb_takes_arrays(handle) != 0
    isEncrypted = mysql_get_ssl_cipher(handle) != nil
    // The same servers prepare and execute at once; through compression the library does not.
    executesDirectly = takesArrays && !settings.compresses
    let version = ServerVersion(of: handle)
    keepsTimeLimits = mariadb_connection(handle) != 0 && version >= ServerVersion(10, 1, 2)
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

  func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement {
    try makeFree()
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

  func close() {
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
      throw DatabaseError(.connectionLost, "the connection was cut, for the server did not answer")
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
      error.kind = interrupter.isCancelled ? .cancelled : .connectionLost
      return error
    }
    guard let code = error.vendorCode, isInTransaction, !MariaDBCode.leavesTransaction(code) else { return error }
    // The server's message of an error does not tell the transaction's state; its answer to the next statement does.
    if MariaDBCode.isLost(code) || !answersWithState() { lostTransaction = true }
    return error
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
