internal import FileWatch
internal import CSQLite
internal import ORDA

/// Copies the database of a leased connection into a file.
///
/// 1. It checks the destination, so that what can't be replaced is known before anything is copied.
/// 2. In one read transaction, so that all pages are from one moment, it copies them into a new file beside the
///    destination.
/// 3. It renames the new file; or, if there is a database at the destination, copies the file into it. Renaming over an
///    open database would leave its users with a file that no longer exists, and its journal with another file's
///    content.
struct SQLiteBackup {
  private let path: String
  private let pagesPerStep: Int32

  init(to path: String, pagesPerStep: Int) throws(DatabaseError) {
    guard !path.isEmpty else { throw DatabaseError(.misuse, "the path of the backup is empty") }
    guard let step = Int32(exactly: pagesPerStep), step > 0 else {
      throw DatabaseError(.misuse, "a step copies 1 to \(Int32.max) pages, not \(pagesPerStep)")
    }
    self.path = SQLiteSettings.absolute(path)
    self.pagesPerStep = step
  }

  func run(_ connection: Connection, _ progress: (BackupProgress) throws -> Void) throws {
    try connection.withDriver(SQLiteConnection.self) { source in
      guard sqlite3_txn_state(source.database, "main") != SQLITE_TXN_WRITE else {
        throw DatabaseError(.misuse, "a backup can't be made inside a transaction that writes")
      }
      let isReplacing = try checkDestination(source)
      let new = try SQLiteNewFile(for: path)
      do {
        try new.create(like: source.settings.path)
        let copy = try SQLiteConnection(
          settings(source, path: new.temporaryPath, .readWriteCreate, "off"), role: .writer)
        do {
          defer { copy.close() }
          try connection.transaction(readOnly: true) { _ in try self.copy(source, into: copy, progress) }
          // The copy's header says what the original's does; a file by itself is easier to handle than one with a WAL.
          _ = try copy.rows(of: "PRAGMA journal_mode = DELETE", [])
          if isReplacing { try replace(with: copy, source) }
        }
        if isReplacing { new.discard() } else { try new.publish() }
      } catch {
        new.discard()
        throw error
      }
    }
  }

  /// True if there is a database at the destination.
  private func checkDestination(_ source: SQLiteConnection) throws(DatabaseError) -> Bool {
    let mode = SQLiteOpenFailure.Mode.readWriteCreate
    if SQLiteOpenFailure().reason(path: path, mode: mode, code: SQLITE_CANTOPEN) != nil {
      throw SQLiteOpenFailure().error(
        code: SQLITE_CANTOPEN, message: "unable to open the backup's file", path: path, mode: mode)
    }
    let files = SQLiteFileSystem()
    guard files.kind(of: path) == .file else { return false }
    if let original = source.settings.path, let file = FileIdentity(path: path), file == FileIdentity(path: original) {
      throw DatabaseError(.misuse, "\(path) is the database itself; a backup needs a file of its own")
    }
    do throws(DatabaseError) {
      try SQLiteConnection(settings(source, path: path, .readOnly, "off"), role: .reader).close()
    } catch {
      // Everything else, a lock or a journal to recover, shows when it is replaced.
      if DatabaseError.Kind.corrupt.matches(error.kind) { throw error }
    }
    return true
  }

  private func settings(
    _ source: SQLiteConnection, path: String, _ mode: SQLiteOpenFailure.Mode, _ journalMode: String
  ) -> SQLiteSettings {
    var settings = source.settings
    settings.path = path
    settings.mode = mode
    settings.isImmutable = false
    settings.isConfined = false
    settings.journalMode = journalMode
    settings.synchronous = "full"
    settings.walLimit = nil
    settings.pragmas = []
    // Waiting is done here, where it can be cancelled.
    settings.busyTimeout = .zero
    return settings
  }

  // MARK: Copying

  private func copy(
    _ source: SQLiteConnection, into copy: SQLiteConnection, _ progress: (BackupProgress) throws -> Void
  ) throws {
    // The first read fixes the transaction's moment.
    _ = try source.rows(of: "SELECT count(*) FROM sqlite_master", [])
    let pages = try Pages(from: source, to: copy)
    defer { pages.finish() }
    var isDone = false
    while !isDone {
      if source.interrupter.isCancelled { throw DatabaseError(.cancelled, "the backup was cancelled") }
      isDone = try pages.copy(pagesPerStep)
      try progress(pages.progress)
    }
    if source.interrupter.isCancelled { throw DatabaseError(.cancelled, "the backup was cancelled") }
  }

  /// Makes the database at the destination equal to the copy.
  private func replace(with copy: SQLiteConnection, _ source: SQLiteConnection) throws(DatabaseError) {
    var wait = SQLiteRetry(limit: source.settings.busyTimeout, canceller: source.interrupter)
    while true {
      do throws(DatabaseError) {
        // A WAL can't take pages of another size; and leaving one that others use fails as busy.
        let destination = try SQLiteConnection(settings(source, path: path, .readWrite, "delete"), role: .writer)
        defer { destination.close() }
        let pages = try Pages(from: copy, to: destination)
        defer { pages.finish() }
        // All in one step, which is one transaction.
        while try !pages.copy(-1) {}
        return
      } catch {
        guard DatabaseError.Kind.busy.matches(error.kind), try wait.sleep() else { throw error }
      }
    }
  }

  /// SQLite's own copying of pages.
  private final class Pages {
    private let handle: OpaquePointer
    private let destination: SQLiteConnection

    init(from source: SQLiteConnection, to destination: SQLiteConnection) throws(DatabaseError) {
      guard let handle = sqlite3_backup_init(destination.database, "main", source.database, "main") else {
        throw destination.error(sqlite3_extended_errcode(destination.database), sql: nil, during: .other)
      }
      self.handle = handle
      self.destination = destination
    }

    /// True if the last page was copied.
    func copy(_ count: Int32) throws(DatabaseError) -> Bool {
      switch sqlite3_backup_step(handle, count) {
      case SQLITE_OK: return false
      case SQLITE_DONE: return true
      case let code:
        throw SQLiteErrors.error(
          code: code, message: sqlite3_errstr(code).map { String(cString: $0) }, during: .other,
          systemErrno: sqlite3_system_errno(destination.database))
      }
    }

    var progress: BackupProgress {
      let total = Int(sqlite3_backup_pagecount(handle))
      return BackupProgress(copied: total - Int(sqlite3_backup_remaining(handle)), total: total)
    }

    /// Ends it; if it is incomplete, the destination is rolled back.
    func finish() { sqlite3_backup_finish(handle) }
  }
}
