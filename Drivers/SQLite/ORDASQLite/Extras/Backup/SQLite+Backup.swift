public import ORDA

extension SQLite {
  /// Copies the database into a file, while others go on reading and writing it.
  ///
  /// ```swift
  /// try SQLite.backup(db, to: "music-backup.db") { print("\(Int($0.fraction * 100)) %") }
  /// ```
  ///
  /// The copy is the database as it was when the backup began. In WAL mode writers go on meanwhile; in other modes they
  /// wait. Attached databases are not part of it. Pages go to a file beside the destination, with `.orda-` and eight
  /// digits after its name, which is renamed when it is complete; its permissions are those of the database's own file.
  /// If there is a database at the destination, one transaction replaces its content, so that those who have it open
  /// see the old or the new content. A backup that fails or is cancelled leaves the destination as it was.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver; its database may be in memory.
  ///   - path: The destination; a relative path starts at the working directory.
  ///   - pagesPerStep: How many pages are copied between two calls of `progress`, at least 1; a page mostly has 4096
  ///     bytes.
  ///   - file: The file of the call, for messages that name the connection's holder.
  ///   - line: The line in `file`.
  ///   - progress: Called after every step, for the last time before the copy is renamed; an error that it throws ends
  ///     the backup.
  /// - Throws: What `progress` throws; `DatabaseError` of kind `cannotOpen` for a missing folder and the like;
  ///   `corrupt` if the destination is a file and no database; `busy` if the database at the destination is in use
  ///   longer than `busy-timeout`; `full` or `io`; `misuse` if the destination is the database itself, and inside a
  ///   transaction that writes; `unsupported` for another driver's governor.
  public static func backup(
    _ db: any Governor, to path: String, pagesPerStep: Int = 256, file: StaticString = #fileID, line: UInt = #line,
    progress: (BackupProgress) throws -> Void = { _ in }
  ) throws {
    let backup = try SQLiteBackup(to: path, pagesPerStep: pagesPerStep)
    try db.lease(LeaseRequest(role: .reader, file: file, line: line)) { try backup.run($0, progress) }
  }

  /// Copies the database into a file, on a separate thread; cancelling the task ends it.
  ///
  /// - Parameters:
  ///   - db: A governor of this driver; its database may be in memory.
  ///   - path: The destination; a relative path starts at the working directory.
  ///   - pagesPerStep: How many pages are copied between two calls of `progress`, at least 1.
  ///   - file: The file of the call, for messages that name the connection's holder.
  ///   - line: The line in `file`.
  ///   - progress: Called after every step on the connection's thread; an error that it throws ends the backup.
  /// - Throws: As the blocking function, and `cancelled`.
  public static func backup(
    _ db: any Governor, to path: String, pagesPerStep: Int = 256, file: StaticString = #fileID, line: UInt = #line,
    progress: @escaping @Sendable (BackupProgress) throws -> Void = { _ in }
  ) async throws {
    let backup = try SQLiteBackup(to: path, pagesPerStep: pagesPerStep)
    try await db.lease(LeaseRequest(role: .reader, file: file, line: line)) { try backup.run($0, progress) }
  }
}
