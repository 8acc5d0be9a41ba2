internal import CMariaDB
internal import ORDA

/// One connection to a server, used by one thread at a time.
///
/// This is what it consists of, and what it does without prepared statements; the rest is on higher floors.
final class MariaDBConnection {
  let handle: UnsafeMutablePointer<MYSQL>
  let settings: MariaDBSettings
  let interrupter: MariaDBCanceller
  /// Readers may not write.
  let role: ConnectionRole
  /// The connection's share of its host.
  let use: HostUse?
  /// The library's functions, some replaced by ORDA's own.
  let methods: UnsafeMutablePointer<orda_mariadb_methods>
  var session = MariaDBSession()
  /// False if the account certainly lacks the grant to read the server's log; true also if nobody asked.
  var mayReadLog = true
  /// Whether the server accepts arrays of parameters.
  let takesArrays: Bool
  let isEncrypted: Bool
  /// Whether a statement can be prepared and executed in one round trip.
  let executesDirectly: Bool
  /// Whether the server itself stops statements; MySQL does so for a few only.
  let keepsTimeLimits: Bool
  /// The statement whose rows are not all read yet; nothing else may be sent before they are.
  @exclusivity(unchecked) var reading: (any UnreadStatement)?
  /// Statements to close as soon as nothing is being read: closing one would discard the other's rows.
  @exclusivity(unchecked) private var closing: [UnsafeMutablePointer<MYSQL_STMT>] = []
  /// The statements that may be prepared; none is kept alive.
  var statements: [ObjectIdentifier: WeakStatement] = [:]
  /// Counts how often the server forgot all prepared statements.
  var generation = 0
  /// Hears what this connection commits; nil for a connection without a governor.
  var changes: (any CommitListener)? { didSet { commits = changes?.commits } }
  /// What is committed on the server; nil if nobody is interested.
  private(set) var commits: ServerCommits?
  /// The number of the announced statement that may commit, and is not answered yet.
  @exclusivity(unchecked) var announced: Int?
  /// What the server named last for an announced statement.
  @exclusivity(unchecked) var lastNamed: GTID?
  /// The mark of the transaction that was begun last.
  var mark: ChangeMark?
  /// True while that transaction is committed.
  var isCommitting = false
  /// False if the transaction has certainly written nothing; maintained while somebody follows the commits.
  @exclusivity(unchecked) var mayHaveWritten = true
  /// Whether the server reports with its answers that something in the session changed.
  let tracksSession: Bool
  /// True if a statement with its own limit returned rows: their end does not report the change that the limit was.
  @exclusivity(unchecked) var hasUntoldLimit = false
  /// True if a statement has left something in the session, or most likely did.
  @exclusivity(unchecked) private var isCertainlyChanged = false
  /// True if a procedure or a block ran, which may have left anything.
  @exclusivity(unchecked) private var isPossiblyChanged = false
  /// True if a function of the database was called, which may have taken a named lock.
  @exclusivity(unchecked) private var mayHoldLock = false
  /// Whether the server can release all named locks.
  let releasesAllLocks: Bool
  /// True if another database is the current one.
  var hasLeftDatabase = false
  /// The columns that lists were compared with, and whether their character sets had all letters when last asked.
  var listColumns: [ColumnName: Bool] = [:]
  /// The version of the seen transactions that the server is known to have.
  var caughtUpWith = 0
  /// Set if an error ended the transaction, which the library does not know.
  var lostTransaction = false

  /// What was connected, before its session is set up.
  init(_ made: MariaDBOpening.Made, _ settings: MariaDBSettings, _ role: ConnectionRole) {
    self.role = role
    handle = made.handle
    use = made.use
    self.settings = settings
    methods = .allocate(capacity: 1)
    orda_mariadb_check_answers(handle, methods)
    orda_mariadb_count_statements(methods)
    interrupter = MariaDBCanceller(made, settings: settings)
    takesArrays = orda_mariadb_takes_arrays(handle) != 0
    isEncrypted = mysql_get_ssl_cipher(handle) != nil
    // The servers are the same that prepare and execute at once; with compression the library can't.
    executesDirectly = takesArrays && !settings.compresses
    let version = ServerVersion(of: handle)
    keepsTimeLimits = mariadb_connection(handle) != 0 && version >= ServerVersion(10, 1, 2)
    releasesAllLocks = version >= (mariadb_connection(handle) != 0 ? ServerVersion(10, 5, 2) : ServerVersion(5, 7, 5))
    tracksSession = version >= (mariadb_connection(handle) != 0 ? ServerVersion(10, 2, 2) : ServerVersion(5, 7, 4))
  }

  deinit { methods.deallocate() }

  /// False for MySQL.
  var isMariaDB: Bool { mariadb_connection(handle) != 0 }

  // MARK: The session

  var dialect: Dialect { session.dialect }

  var isSessionChanged: Bool {
    get { isCertainlyChanged || isPossiblyChanged || mayHoldLock }
    set {
      isCertainlyChanged = newValue
      guard !newValue else { return }
      isPossiblyChanged = false
      mayHoldLock = false
    }
  }
  /// True if it only may have been.
  var isSessionUnsure: Bool { !isCertainlyChanged }
  /// True if only a lock may be left.
  var isOnlyLockUnsure: Bool { mayHoldLock && !isCertainlyChanged && !isPossiblyChanged }

  /// A statement runs whose changes the server may not report.
  @inline(__always)
  func note(_ untold: UntoldChanges) {
    if untold.isLikely { isCertainlyChanged = true }
    if untold.isUnknown { isPossiblyChanged = true }
    if untold.mayLock { mayHoldLock = true }
  }

  // MARK: The end

  /// Logs off from the server if that needs no waiting: unread answers are not read, and a server that accepts nothing,
  /// frozen or behind a dead network, is left without a word.
  func close() {
    if reading != nil || !interrupter.line.hasRoom { interrupter.cut() }
    reading = nil
    for statement in closing { mysql_stmt_close(statement) }
    closing = []
    mysql_close(handle)
  }

  // MARK: Its own statements

  /// Runs a statement's text that returns no rows, in one round trip.
  func run(_ sql: String) throws(DatabaseError) {
    try makeFree()
    if mysql_real_query(handle, sql, UInt(sql.utf8.count)) != 0 { throw error(sql: sql) }
    // If it returns rows after all, they are discarded.
    if let result = mysql_store_result(handle) { mysql_free_result(result) }
    if mysql_errno(handle) != 0 { throw error(sql: sql) }
  }

  /// Runs a statement's text and keeps its rows, each cell as the server writes it.
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

  // MARK: Whose turn it is

  /// Makes sure that nothing is being read, before anything is sent.
  ///
  /// - Throws: `transactionEnded` if the transaction turns out to be rolled back: the next statement would run outside.
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

  /// At the end of one statement's rows the library believes that nothing is being read, whatever another statement
  /// does.
  func restoreStatus() {
    if reading != nil { handle.pointee.status = MYSQL_STATUS_STMT_RESULT }
  }

  /// An error has ended the running statement: the library must not wait for the results announced before it.
  func forgetFurtherResults() { orda_mariadb_forget_further_results(handle) }

  private func closeStatements() {
    for statement in closing { mysql_stmt_close(statement) }
    closing = []
  }
}
