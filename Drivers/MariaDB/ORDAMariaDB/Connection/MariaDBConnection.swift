internal import CMariaDB
internal import ORDA

/// One connection to a server, used by one thread at a time.
///
/// Here is what it consists of, and what it does without prepared statements; the rest stands above, with them.
final class MariaDBConnection {
  let handle: UnsafeMutablePointer<MYSQL>
  let settings: MariaDBSettings
  let interrupter: MariaDBCanceller
  /// The library's functions, some of which are ORDA's own.
  let methods: UnsafeMutablePointer<orda_mariadb_methods>
  var session = MariaDBSession()
  /// False if the account certainly lacks the grant to read the server's log; true if that was not asked.
  var mayReadLog = true
  /// Whether the server takes arrays of parameters.
  let takesArrays: Bool
  let isEncrypted: Bool
  /// Whether a statement can be prepared and executed in one round trip.
  let executesDirectly: Bool
  /// Whether the server stops statements itself; MySQL does so for a few only.
  let keepsTimeLimits: Bool
  /// The statement whose rows are not all read yet; nothing else may be sent before they are.
  @exclusivity(unchecked) var reading: (any UnreadStatement)?
  /// Statements to be closed as soon as nothing is being read: closing one would read the other's rows away.
  @exclusivity(unchecked) private var closing: [UnsafeMutablePointer<MYSQL_STMT>] = []
  /// Counts the times at which the server forgot all prepared statements.
  var generation = 0
  /// Told what this connection commits; nil for one that is no governor's.
  var changes: (any CommitListener)? { didSet { commits = changes?.commits } }
  /// What is committed on the server; nil if nobody is told.
  private(set) var commits: ServerCommits?
  /// The number of the statement that was announced as one that may commit, and is not answered yet.
  @exclusivity(unchecked) var announced: Int?
  /// What the transaction is marked with that was begun last.
  var mark: ChangeMark?
  /// True while that is committed.
  var isCommitting = false
  /// False if the transaction has certainly written nothing; kept while somebody follows what is committed.
  @exclusivity(unchecked) var mayHaveWritten = true
  /// Whether the server tells with its answers that something of the session was changed.
  let tracksSession: Bool
  /// True if a statement with a limit of its own gave rows: their end does not tell of the change that the limit was.
  @exclusivity(unchecked) var hasUntoldLimit = false
  /// True if a statement has left something in the session, or most likely did.
  @exclusivity(unchecked) private var isCertainlyChanged = false
  /// True if a procedure or a block ran, which may have left anything.
  @exclusivity(unchecked) private var isPossiblyChanged = false
  /// True if a function of the database's own was called, which may have taken a named lock.
  @exclusivity(unchecked) private var mayHoldLock = false
  /// Whether the server can let go of all named locks.
  let releasesAllLocks: Bool
  /// True if another database is the current one.
  var hasLeftDatabase = false
  /// The columns that lists were compared with, and whether their character sets had all letters when that was asked.
  var listColumns: [ColumnName: Bool] = [:]
  /// Set where an error ended the transaction, which the library is not told.
  var lostTransaction = false

  /// What was connected, before its session is set up.
  init(_ made: MariaDBOpening.Made, _ settings: MariaDBSettings) {
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
  /// True if it is but a lock that may be left.
  var isOnlyLockUnsure: Bool { mayHoldLock && !isCertainlyChanged && !isPossiblyChanged }

  /// A statement is run of whose changes the server may not tell.
  @inline(__always)
  func note(_ untold: UntoldChanges) {
    if untold.isLikely { isCertainlyChanged = true }
    if untold.isUnknown { isPossiblyChanged = true }
    if untold.mayLock { mayHoldLock = true }
  }

  // MARK: The end

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

  // MARK: Whose turn it is

  /// Makes sure that nothing is being read, before anything is sent.
  ///
  /// - Throws: `transactionEnded` if the transaction turns out to be rolled back: what was to be sent would be done
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
}
