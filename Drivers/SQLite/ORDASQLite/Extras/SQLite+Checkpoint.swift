internal import CSQLite
public import ORDA

extension SQLite {
  /// How far a checkpoint goes.
  public enum CheckpointMode: Sendable, CaseIterable {
    /// Moves what it can without waiting.
    case passive
    /// Waits for writers, and for readers of older states, and moves everything.
    case full
    /// As ``full``; the next writer then begins the log from its start.
    case restart
    /// As ``restart``, and truncates the log's file.
    case truncate
  }

  /// What a checkpoint found and did.
  public struct Checkpoint: Sendable, Hashable {
    /// Pages in the write-ahead log; 0 for another journal, and after ``CheckpointMode/truncate``.
    public let logged: Int
    /// How many of them are in the database file by now.
    public let moved: Int
    /// True if nothing is only in the log.
    public var isComplete: Bool { moved == logged }
  }

  /// Moves the write-ahead log's content into the database file, for attached databases too.
  ///
  /// SQLite does so by itself once the log has 1000 pages, and when the last connection is closed. Call this before the
  /// file is copied by other means, or after writing much. Blocks meanwhile.
  ///
  /// - Throws: `DatabaseError` of kind `busy` if, except with ``CheckpointMode/passive``, readers or writers went on
  ///   longer than `busy-timeout`; `misuse` inside a transaction; `unsupported` for another driver's governor.
  @discardableResult
  public static func checkpoint(_ db: any Governor, _ mode: CheckpointMode = .passive) throws -> Checkpoint {
    try db.withConnection { connection in
      try connection.withDriver(SQLiteConnection.self) { try $0.checkpoint(mode) }
    }
  }

  /// Moves the write-ahead log's content into the database file, on the connection's own thread.
  ///
  /// - Throws: As the blocking function, and `cancelled`.
  @discardableResult
  public static func checkpoint(_ db: any Governor, _ mode: CheckpointMode = .passive) async throws -> Checkpoint {
    try await db.withConnection { connection in
      try connection.withDriver(SQLiteConnection.self) { try $0.checkpoint(mode) }
    }
  }
}

extension SQLiteConnection {
  fileprivate func checkpoint(_ mode: SQLite.CheckpointMode) throws(DatabaseError) -> SQLite.Checkpoint {
    if isInTransaction { throw DatabaseError(.misuse, "a checkpoint can't be made inside a transaction") }
    let sort =
      switch mode {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .full: SQLITE_CHECKPOINT_FULL
      case .restart: SQLITE_CHECKPOINT_RESTART
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    var logged: Int32 = 0
    var moved: Int32 = 0
    let code = interrupter.interruptible { sqlite3_wal_checkpoint_v2(database, nil, sort, &logged, &moved) }
    guard code == SQLITE_OK else { throw error(code, sql: nil, during: .other) }
    // -1 means that the journal is no write-ahead log.
    return SQLite.Checkpoint(logged: max(0, Int(logged)), moved: max(0, Int(moved)))
  }
}
