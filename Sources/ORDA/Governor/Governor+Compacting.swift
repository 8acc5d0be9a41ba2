extension Governor {
  /// Frees the room that deleted rows have left, by rewriting tables: SQLite's VACUUM, MariaDB's OPTIMIZE TABLE.
  ///
  /// It may take minutes, needs as much room again meanwhile, and keeps writers waiting. SQLite does this with all
  /// tables of a file, whichever are named.
  ///
  /// - Parameters:
  ///   - tables: Which tables; all if none are named.
  ///   - timeout: How long it may take; nil for no limit.
  /// - Throws: ``DatabaseError`` of kind `unsupported` without ``Capability/compaction``; `misuse` inside a
  ///   transaction; `noSuchTable`; `full` and other errors of the database.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func compact(_ tables: [TableName] = [], timeout: Duration? = nil) throws {
    try checkCompacts()
    try withConnection { try $0.compact(tables, timeout: timeout) }
  }

  /// The same, on a connection's own thread; cancelling the task stops it, and leaves everything as it was.
  public func compact(_ tables: [TableName] = [], timeout: Duration? = nil) async throws {
    try checkCompacts()
    try await withConnection { try $0.compact(tables, timeout: timeout) }
  }

  private func checkCompacts() throws(DatabaseError) {
    if capabilities.contains(.compaction) { return }
    throw DatabaseError(
      .unsupported, "\(driverName) has no call that makes it smaller: it lacks the capability compaction")
  }
}

extension BlockingSQLExecutor {
  /// Frees the room that deleted rows have left, on this thread.
  public func compact(_ tables: [TableName] = [], timeout: Duration? = nil) throws {
    try governor.compact(tables, timeout: timeout)
  }
}

extension Connection {
  fileprivate func compact(_ tables: [TableName], timeout: Duration?) throws {
    if scope.depth > 0 {
      throw DatabaseError(.misuse, "a database can't be compacted inside a transaction; do it before or afterwards")
    }
    try withDriver((any CompactingConnection).self, timeout: timeout) { try $0.compact(tables) }
  }
}
