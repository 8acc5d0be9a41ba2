internal import CSQLite
internal import ORDA

/// From an open database to a connection that works.
extension SQLiteConnection {
  /// Opens the database and sets it up.
  ///
  /// - Throws: SQLite's error, with a reason from the file system if SQLite says little.
  /// - Parameter source: The governor's source of change events; nil for a connection without a governor.
  convenience init(
    _ settings: SQLiteSettings, role: ConnectionRole, source: SQLiteChangeSource? = nil, place: SQLiteFilePlace? = nil
  ) throws(DatabaseError) {
    try self.init(opening: settings, role: role, place: place)
    do throws(DatabaseError) {
      try setUp()
    } catch {
      closeDatabase()
      // SQLite opens a folder, or a file that is no database, and fails at the first statement.
      guard let path = settings.path, let code = error.vendorCode, SQLiteErrors.isAboutTheFile(error.kind) else {
        throw error
      }
      throw SQLiteOpenFailure().error(
        code: Int32(truncatingIfNeeded: code), message: error.message, path: path, mode: mode)
    }
    if let source, role == .writer { changes = SQLiteChangeRecorder(self, source: source) }
  }

  private func setUp() throws(DatabaseError) {
    // The views and triggers of other programs may write strings in double quotes. Statements prepared here do not: see
    // `BackquotedText`.
    _ = orda_sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 1, nil)
    _ = orda_sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, nil)
    _ = orda_sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nil)
    if role == .writer, settings.mode != .readOnly {
      try setJournalMode()
      if let limit = settings.walLimit { try run("PRAGMA journal_size_limit = \(limit)") }
    }
    try run("PRAGMA synchronous = \(settings.synchronous)")
    try run("PRAGMA foreign_keys = \(settings.enforcesForeignKeys ? "ON" : "OFF")")
    try checkPragmas()
    for pragma in settings.pragmas { try set(pragma.name, pragma.value) }
    // Opening reads nothing; this does, so that a file that is no database is noticed now.
    try run("SELECT count(*) FROM sqlite_master")
    // What comes before are the driver's own statements, and what the URL says.
    if settings.isConfined { authorizer.confine() }
  }

  /// Waits while others set it too. To change it, a connection reads and then asks to write. SQLite tells a reading
  /// connection at once that it is busy, without calling the busy handler: of two that open a new file at the same
  /// moment, the second would be turned away.
  private func setJournalMode() throws(DatabaseError) {
    var wait = SQLiteRetry(limit: settings.busyTimeout, canceller: interrupter)
    while true {
      do throws(DatabaseError) {
        return try run("PRAGMA journal_mode = \(settings.journalMode)")
      } catch {
        guard DatabaseError.Kind.busy.matches(error.kind), try wait.sleep() else { throw error }
      }
    }
  }

  /// Refuses pragmas that SQLite doesn't have, and would ignore.
  private func checkPragmas() throws(DatabaseError) {
    if settings.pragmas.isEmpty { return }
    // Not in every build of SQLite.
    guard let rows = try? rows(of: "SELECT name FROM pragma_pragma_list", []), !rows.isEmpty else { return }
    let known = rows.compactMap { $0.text(0) }
    for pragma in settings.pragmas {
      let name = pragma.name
      if known.contains(where: { SQLiteName.equal($0, name) }) || Self.isOfEncryption(name) { continue }
      let nearest = nearestName(to: name, among: known).map { "; did you mean 'pragma.\($0)'?" } ?? ""
      throw DatabaseError(.badURL, "the option 'pragma.\(pragma.name)' is unknown to SQLite\(nearest)")
    }
  }

  /// Whether a pragma is one of the builds of SQLite that encrypt files, which don't list these.
  private static func isOfEncryption(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("cipher") || ["key", "rekey", "hexkey", "hexrekey", "textkey", "textrekey"].contains(name)
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
}
