internal import CSQLite
internal import ORDA

/// One open SQLite database, used by one thread at a time: it is opened without SQLite's own mutex.
final class SQLiteConnection: DriverConnection, LogKeeping, RestoringConnection {
  let database: OpaquePointer
  let role: ConnectionRole
  /// What it was opened by.
  let settings: SQLiteSettings
  let interrupter: SQLiteCanceller
  /// What a function of the program's has thrown.
  let functionFailure = SQLiteFunctionFailure()
  private let busyHandler: SQLiteBusyHandler
  let lastKey: SQLiteLastKey
  /// Those that are compiled, by the number of the ``ControlStatement``.
  @exclusivity(unchecked)
  private var controls = [OpaquePointer?](repeating: nil, count: ControlStatement.allCases.count)
  /// True inside a transaction that was begun to read only on a connection that may write.
  private(set) var isQueryOnly = false
  /// True where that transaction found writing forbidden already.
  private var wasQueryOnly = false
  /// Tells of what is written here; nil where nobody could listen.
  private(set) var changes: SQLiteChangeRecorder?
  /// How many statements with a limit run.
  @exclusivity(unchecked) var limitedStatements = 0
  /// What the session was like, where a statement may have changed it.
  @exclusivity(unchecked) var session: SQLiteSession?
  /// What it was like before changes that the program was left to go on with.
  @exclusivity(unchecked) var keptSession: SQLiteSession?

  /// Whether its file is where it was; nil for a database in memory, and for a connection that is no governor's.
  var place: SQLiteFilePlace?

  /// Opens the database and sets it up.
  ///
  /// - Throws: What SQLite says, with the reason found in the file system where it says little.
  /// - Parameter source: Where the governor's change events come from; nil for a connection that is no governor's.
  init(
    _ settings: SQLiteSettings, role: ConnectionRole, source: SQLiteChangeSource? = nil
  ) throws(DatabaseError) {
    self.role = role
    self.settings = settings
    let mode: SQLiteOpenFailure.Mode = role == .reader ? .readOnly : settings.mode
    database = try Self.open(settings, mode: mode)
    interrupter = SQLiteCanceller(database: database)
    busyHandler = SQLiteBusyHandler(limit: settings.busyTimeout, canceller: interrupter)
    // Before anything else: already the first pragma may meet a lock.
    busyHandler.install(on: database)
    lastKey = SQLiteLastKey(database: database)
    lastKey.install()
    do throws(DatabaseError) {
      try setUp(settings)
    } catch {
      sqlite3_close_v2(database)
      // A file that is no database, or a folder, is opened well and fails at the first statement.
      guard let path = settings.path, let code = error.vendorCode, SQLiteErrors.isAboutTheFile(error.kind) else {
        throw error
      }
      throw SQLiteOpenFailure().error(
        code: Int32(truncatingIfNeeded: code), message: error.message, path: path, mode: mode)
    }
    if let source, role == .writer { changes = SQLiteChangeRecorder(self, source: source) }
  }

  private static func open(
    _ settings: SQLiteSettings, mode: SQLiteOpenFailure.Mode
  ) throws(DatabaseError) -> OpaquePointer {
    // A pipe would block the thread for good, so what can be asked of the file system is asked first.
    if let path = settings.path, let reason = SQLiteOpenFailure().reason(path: path, mode: mode, code: SQLITE_CANTOPEN)
    {
      switch reason {
      case .notAFile, .nulInPath, .isFolder:
        throw SQLiteOpenFailure().error(
          code: SQLITE_CANTOPEN, message: "unable to open database file", path: path, mode: mode)
      default: break
      }
    }
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    switch mode {
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .readWriteCreate: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
    if settings.isImmutable { flags |= SQLITE_OPEN_URI }
    var database: OpaquePointer?
    let code = sqlite3_open_v2(settings.fileName, &database, flags, nil)
    guard code == SQLITE_OK, let opened = database else {
      let message = database.map { String(cString: sqlite3_errmsg($0)) }
      let systemErrno = database.map { sqlite3_system_errno($0) } ?? 0
      sqlite3_close_v2(database)
      throw SQLiteOpenFailure().error(
        code: code, message: message, path: settings.path ?? ":memory:", mode: mode, systemErrno: systemErrno)
    }
    return opened
  }

  private func setUp(_ settings: SQLiteSettings) throws(DatabaseError) {
    // The views and triggers of other programs may write strings in double quotes. What is prepared here does not: see
    // `BackquotedText`.
    _ = orda_sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 1, nil)
    _ = orda_sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, nil)
    _ = orda_sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nil)
    if role == .writer, settings.mode != .readOnly {
      try run("PRAGMA journal_mode = \(settings.journalMode)")
      if let limit = settings.walLimit { try run("PRAGMA journal_size_limit = \(limit)") }
    }
    try run("PRAGMA synchronous = \(settings.synchronous)")
    try run("PRAGMA foreign_keys = \(settings.enforcesForeignKeys ? "ON" : "OFF")")
    for pragma in settings.pragmas { try set(pragma.name, pragma.value) }
    // Opening reads nothing; this does, so that a file that is no database is known now.
    try run("SELECT count(*) FROM sqlite_master")
  }

  /// The value may be a key: an error does not quote it.
  private func set(_ pragma: String, _ value: Secret) throws(DatabaseError) {
    do throws(DatabaseError) {
      try run("PRAGMA \(pragma) = \(Self.pragmaValue(value.text))")
    } catch {
      var error = error
      error.sql = "PRAGMA \(pragma) = …"
      if error.message.contains(value.text) { error.message = "SQLite does not take the value of pragma.\(pragma)" }
      throw error
    }
  }

  /// A number or a word as it is, anything else as a string.
  private static func pragmaValue(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D || byte == 0x5F
          || byte == 0x2E
      }
    return isPlain
      ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  // MARK: DriverConnection

  var dialect: Dialect { .sqlite }
  var canceller: any DriverCanceller { interrupter }
  var isInTransaction: Bool { sqlite3_get_autocommit(database) == 0 }

  func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement {
    // Some settings are changed as soon as the text is compiled.
    if request.keyword.mayTouchSession { try noteSession(before: request.keyword, request.sql) }
    return try statement(request.sql, keyword: request.keyword, isPersistent: request.isPersistent)
  }

  func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation {
    if options.isReadOnly {
      if role == .writer {
        wasQueryOnly = try rows(of: "PRAGMA query_only", []).first?.first == .int(1)
        try control(.onlyQuery)
        isQueryOnly = true
      }
      do throws(DatabaseError) {
        try control(.begin)
      } catch {
        // No transaction, no rollback: nobody else would allow writing again.
        try endQueryOnly()
        throw error
      }
    } else {
      // A transaction that reads first and writes later could find its snapshot stale; one that begins as a writer can't.
      try control(options.isDeferred ? .begin : .beginImmediate)
    }
    return .serializable
  }

  func commit() throws(DatabaseError) {
    try control(.commit)
    try endQueryOnly()
  }

  func rollback() throws(DatabaseError) {
    if isInTransaction { try control(.rollback) }
    try endQueryOnly()
  }

  private func endQueryOnly() throws(DatabaseError) {
    guard isQueryOnly else { return }
    isQueryOnly = false
    if !wasQueryOnly { try control(.mayWrite) }
  }

  // MARK: RestoringConnection

  /// It ends with the transaction, where SQLite checks what was put off.
  func beginRestoring() throws(DatabaseError) { try control(.deferForeignKeys) }

  func endRestoring() throws(DatabaseError) {}

  // MARK: The log and the schema

  /// Asked of SQLite's own handle of the log: opening and closing the file would drop SQLite's locks on it.
  var overgrownLog: (size: Int64, limit: Int64)? {
    guard let walLimit = settings.walLimit.map(Int64.init) else { return nil }
    let size = orda_sqlite3_wal_size(database)
    return size > walLimit ? (size, walLimit) : nil
  }

  /// - Throws: `io` where its file was deleted or replaced: SQLite would go on with what it has open.
  func ping() throws(DatabaseError) {
    try run("SELECT 1")
    try place?.check(database)
  }

  /// Asked before each use, so that it is the place to look after the file now and then.
  var isAlive: Bool {
    place?.lookNowAndThen(database)
    return true
  }

  var isSessionChanged: Bool {
    get { session != nil }
    set { if !newValue { keepSession() } }
  }

  /// The connection stays, for a database in memory would go with it. What the set-ups left is not touched.
  func reset() throws(DatabaseError) -> Bool {
    try restoreSession()
    return false
  }

  /// Has SQLite ask ORDA while a lock is held by another.
  func installBusyHandler() { busyHandler.install(on: database) }

  func isBroken(by error: DatabaseError) -> Bool { false }

  func tables(schema: String?) throws(DatabaseError) -> [TableName] {
    let reader = SQLiteSchema { [unowned self] (sql, values) throws(DatabaseError) in try rows(of: sql, values) }
    return try reader.names(of: [.table, .view, .virtual], in: schema ?? "main")
  }

  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription? {
    let reader = SQLiteSchema { [unowned self] (sql, values) throws(DatabaseError) in try rows(of: sql, values) }
    return try reader.description(of: table.name, in: table.schema)
  }

  func savepoint(_ name: String) throws(DatabaseError) {
    try run("SAVEPOINT \(name)")
    changes?.savepointSet(name)
  }

  func release(savepoint name: String) throws(DatabaseError) {
    try run("RELEASE SAVEPOINT \(name)")
    changes?.savepointReleased(name)
  }

  func rollback(toSavepoint name: String) throws(DatabaseError) {
    try run("ROLLBACK TO SAVEPOINT \(name)")
    changes?.rolledBack(to: name)
    try release(savepoint: name)
  }

  func close() {
    changes?.close()
    for index in controls.indices {
      sqlite3_finalize(controls[index])
      controls[index] = nil
    }
    // Statements that a program still holds by the raw handle keep it open; `v2` then closes with the last of them.
    sqlite3_close_v2(database)
  }

  // MARK: Its own statements

  /// True where the journal is a write-ahead log.
  var isWriteAheadLogged: Bool {
    (try? rows(of: "PRAGMA journal_mode", []))?.first?.text(0) == "wal"
  }

  /// Runs a statement of the driver's own and keeps its rows.
  func rows(of sql: String, _ values: [Value]) throws(DatabaseError) -> [[Value]] {
    let statement = try statement(sql, keyword: .other)
    defer { statement.close() }
    for (index, value) in values.enumerated() { statement.bind(value, at: index) }
    var rows: [[Value]] = []
    while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value($0) }) }
    return rows
  }

  private func control(_ statement: ControlStatement) throws(DatabaseError) {
    let handle: OpaquePointer
    if let known = controls[statement.rawValue] {
      handle = known
    } else {
      handle = try compile(statement.sql, isPersistent: true)
      controls[statement.rawValue] = handle
    }
    let mark = changes?.statementBegins() ?? 0
    let code = sqlite3_step(handle)
    let failure = code == SQLITE_DONE || code == SQLITE_ROW ? nil : error(code, sql: statement.sql, during: .step)
    sqlite3_reset(handle)
    if let changes, changes.needsAttention {
      changes.statementEnded(
        .init(keyword: .commit, hasFailed: failure != nil, isOver: true, mark: mark, sql: { statement.sql }))
    }
    if let failure { throw failure }
  }
}

extension SQLiteErrors {
  /// True where opening the file, and not what is in it, may be what failed.
  static func isAboutTheFile(_ kind: DatabaseError.Kind) -> Bool {
    [DatabaseError.Kind.cannotOpen, .corrupt, .io, .permission, .readOnly].contains { $0.matches(kind) }
  }
}

extension Dialect {
  /// SQLite's quoting: it also understands MySQL's and SQL Server's.
  static let sqlite = Dialect(backtickIdentifiers: true, bracketIdentifiers: true)
}
