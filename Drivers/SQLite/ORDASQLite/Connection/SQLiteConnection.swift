internal import CSQLite
internal import FileWatch
internal import ORDA
internal import ORDAThreads

/// One open SQLite database, used by one thread at a time: it is opened without SQLite's own mutex.
///
/// This is what it consists of; what statements do with it is on higher floors.
final class SQLiteConnection {
  let database: OpaquePointer
  let role: ConnectionRole
  /// The settings that it was opened with.
  let settings: SQLiteSettings
  let interrupter: SQLiteCanceller
  /// What a function of the program has thrown.
  let functionFailure = SQLiteFunctionFailure()
  let busyHandler: SQLiteBusyHandler
  let lastKey: SQLiteLastKey
  let authorizer: SQLiteAuthorizer
  /// The compiled ones, by the number of the ``ControlStatement``.
  @exclusivity(unchecked)
  var controls = [OpaquePointer?](repeating: nil, count: ControlStatement.allCases.count)
  /// The mark of the transaction that was begun last.
  var mark: ChangeMark?
  /// True inside a read-only transaction on a connection that may write.
  var isQueryOnly = false
  /// True if writing was already forbidden when that transaction began.
  var wasQueryOnly = false
  /// Reports what is written here; nil if nobody could listen.
  var changes: SQLiteChangeRecorder?
  /// How many statements with a limit run.
  @exclusivity(unchecked) var limitedStatements = 0
  /// The session's state before a statement that may have changed it.
  @exclusivity(unchecked) var session: SQLiteSession?
  /// The rows that referred to nothing when foreign keys were switched off.
  var knownForeignKeyFaults: [SQLiteForeignKeyFault: Int] = [:]
  /// Its state before changes that the program keeps.
  @exclusivity(unchecked) var keptSession: SQLiteSession?

  /// Which columns can be NULL. Asking compiles statements, none of which comes back here.
  @exclusivity(unchecked) var nullability = SQLiteNullability()

  /// The named lock that it holds, and the lock's file; no file for a database in memory.
  var heldLock: (name: String, file: FileIdentity?)?

  /// Its file as this process has it open; nil for a database in memory.
  let file: SQLiteFile?
  /// Whether its file is still in place; nil for a database in memory, and for a connection without a governor.
  let place: SQLiteFilePlace?

  /// Opens the database, and nothing else: no statement has run on it.
  ///
  /// - Throws: SQLite's error, with a reason from the file system if SQLite says little.
  init(
    opening settings: SQLiteSettings, role: ConnectionRole, place: SQLiteFilePlace?
  ) throws(DatabaseError) {
    self.place = place
    self.role = role
    self.settings = settings
    database = try Self.open(settings, mode: Self.mode(settings, role))
    file = settings.path.map { SQLiteFiles.file(at: $0) }
    file?.noteOpened()
    interrupter = SQLiteCanceller(database: database)
    busyHandler = SQLiteBusyHandler(limit: settings.busyTimeout, canceller: interrupter)
    // First of all: even the first pragma may meet a lock.
    busyHandler.install(on: database)
    lastKey = SQLiteLastKey(database: database)
    lastKey.install()
    authorizer = SQLiteAuthorizer(database: database, isReadOnly: Self.mode(settings, role) == .readOnly)
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
    // A pipe would block the thread for good, so first ask the file system what it can tell.
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
}
