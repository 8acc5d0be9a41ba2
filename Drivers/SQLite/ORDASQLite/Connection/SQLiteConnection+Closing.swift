internal import CSQLite
internal import ORDA

extension SQLiteConnection {
  /// Closes the database, which nobody uses after this.
  ///
  /// A connection that finds another one leaves the write-ahead log to it. If two are closed at the same moment, each
  /// would find the other, and the log would stay. So a file's connections are closed one after another.
  func closeDatabase() {
    authorizer.remove()
    guard let file else {
      sqlite3_close_v2(database)
      return
    }
    file.close { isLast in
      let mayLeaveLog = isLast && role == .reader && place?.isGone(database) == false
      // Statements that a program still holds through the raw handle keep it open; `v2` then closes it with the last of
      // them.
      sqlite3_close_v2(database)
      if mayLeaveLog { tidyLogAway() }
    }
  }

  /// Has the log go with the last connection even if it may only read, and so can't write the log back: a reader whose rows
  /// were stopped when the governor was closed ends after the writer.
  private func tidyLogAway() {
    guard settings.mode != .readOnly, !settings.isImmutable, let path = settings.path,
      SQLiteFileSystem().kind(of: path + "-wal") != .missing
    else { return }
    var writer: OpaquePointer?
    if sqlite3_open_v2(settings.fileName, &writer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK {
      // From its first look at the file on it is one of the log's users, of whom the last one tidies up. If it can't look,
      // somebody else is at the file, and will tidy up.
      sqlite3_exec(
        writer, "PRAGMA synchronous = \(settings.synchronous); PRAGMA schema_version", nil, nil, nil)
    }
    sqlite3_close_v2(writer)
  }
}
