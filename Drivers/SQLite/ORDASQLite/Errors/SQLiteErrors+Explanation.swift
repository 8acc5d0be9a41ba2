internal import ORDA

extension SQLiteErrors {
  /// What a code says that SQLite's message does not; nil if there is nothing to add.
  static func explanation(code: Int32, systemErrno: Int32 = 0) -> String? {
    switch code {
    case SQLiteCode.busySnapshot:
      "another connection has written since this transaction began to read; roll back and repeat the transaction"
    case SQLiteCode.readOnlyRecovery:
      "the WAL must be recovered, which needs permission to write"
    case SQLiteCode.readOnlyRollback:
      "a write that was cut short must be undone first, which needs permission to write"
    case SQLiteCode.readOnlyCantLock, SQLiteCode.readOnlyCantInit:
      "a database in WAL mode needs its -shm file, which can't be made or written here"
    case SQLiteCode.readOnlyMoved:
      "its file was moved or deleted while it was open"
    case SQLiteCode.readOnlyDirectory:
      "no journal can be made in its folder, which this user may not write to"
    case SQLiteCode.ioTemporaryPath, SQLiteCode.cannotOpenTemporary:
      "no folder for temporary files can be written to"
    case SQLiteCode.ioChecksum:
      "a page's checksum is wrong"
    case SQLiteCode.ioFileSystemCorrupt:
      "the file system itself is damaged"
    case SQLiteCode.ioLock:
      SystemError.text(systemErrno) ?? "the file can't be locked; some network file systems can't"
    default:
      SQLiteCode.primary(code) == SQLiteCode.io ? SystemError.text(systemErrno) : nil
    }
  }

  /// The advice for an error that only SQLite's message distinguishes; nil without advice.
  static func explanation(of message: String) -> String? {
    if message.hasPrefix("too many SQL variables") {
      return "each value of \\(in:) is one; \\(list:) binds a list of any length as one"
    }
    if message.hasPrefix("no such collation sequence: ") {
      return "add the collation to every connection with SQLite.addCollation, also for tables that other programs made"
    }
    if message.hasPrefix("fts5: syntax error") || message.hasPrefix("unterminated string") {
      return "a text from a person is no FTS5 query; put it in double quotes, and double the quotes inside it"
    }
    return nil
  }
}
