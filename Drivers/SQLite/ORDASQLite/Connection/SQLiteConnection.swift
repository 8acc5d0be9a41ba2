internal import CSQLite
internal import ORDA
internal import ORDAThreads

/// One open SQLite database, used by one thread at a time: it is opened without SQLite's own mutex.
///
/// Here is what it consists of; what is done by statements on it stands above, with them.
final class SQLiteConnection {
  let database: OpaquePointer
  let role: ConnectionRole
  /// What it was opened by.
  let settings: SQLiteSettings
  let interrupter: SQLiteCanceller
  /// What a function of the program's has thrown.
  let functionFailure = SQLiteFunctionFailure()
  let busyHandler: SQLiteBusyHandler
  let lastKey: SQLiteLastKey
  /// Those that are compiled, by the number of the ``ControlStatement``.
  @exclusivity(unchecked)
  var controls = [OpaquePointer?](repeating: nil, count: ControlStatement.allCases.count)
  /// What the transaction is marked with that was begun last.
  var mark: ChangeMark?
  /// True inside a transaction that was begun to read only on a connection that may write.
  var isQueryOnly = false
  /// True if that transaction found writing forbidden already.
  var wasQueryOnly = false
  /// Tells of what is written here; nil if nobody could listen.
  var changes: SQLiteChangeRecorder?
  /// How many statements with a limit run.
  @exclusivity(unchecked) var limitedStatements = 0
  /// What the session was like, where a statement may have changed it.
  @exclusivity(unchecked) var session: SQLiteSession?
  /// What it was like before changes that the program was left to go on with.
  @exclusivity(unchecked) var keptSession: SQLiteSession?

  /// Which columns can be NULL. Asking compiles statements, and none of them comes back here.
  @exclusivity(unchecked) var nullability = SQLiteNullability()

  /// The lock by name that it holds, and the file that this is in; no file for a database in memory.
  var heldLock: (name: String, file: FileIdentity?)?

  /// Whether its file is where it was; nil for a database in memory, and for a connection that is no governor's.
  let place: SQLiteFilePlace?

  /// Opens the database, and nothing else: no statement has run on it.
  ///
  /// - Throws: What SQLite says, with the reason found in the file system where it says little.
  init(
    opening settings: SQLiteSettings, role: ConnectionRole, place: SQLiteFilePlace?
  ) throws(DatabaseError) {
    self.place = place
    self.role = role
    self.settings = settings
    database = try Self.open(settings, mode: Self.mode(settings, role))
    interrupter = SQLiteCanceller(database: database)
    busyHandler = SQLiteBusyHandler(limit: settings.busyTimeout, canceller: interrupter)
    // Before anything else: already the first pragma may meet a lock.
    busyHandler.install(on: database)
    lastKey = SQLiteLastKey(database: database)
    lastKey.install()
    orda_sqlite3_add_lists(database)
  }

  /// How its files are opened.
  var mode: SQLiteOpenFailure.Mode { Self.mode(settings, role) }

  private static func mode(_ settings: SQLiteSettings, _ role: ConnectionRole) -> SQLiteOpenFailure.Mode {
    role == .reader ? .readOnly : settings.mode
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

  /// Closes the database, which nobody uses after this.
  ///
  /// Whoever finds another connection leaves the write-ahead log to that one. Of two that are closed at the same moment
  /// each would find the other, and the log would stay; so a file's connections are closed one after another.
  func closeDatabase() {
    // Statements that a program still holds by the raw handle keep it open; `v2` then closes with the last of them.
    SQLiteFiles.file(at: settings.path).closing.withLock { _ = sqlite3_close_v2(database) }
  }
}
