internal import CSQLite
internal import ORDA

/// Transactions and savepoints.
extension SQLiteConnection {
  var isInTransaction: Bool { sqlite3_get_autocommit(database) == 0 }

  func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation {
    mark = options.mark
    changes?.transactionIsMarked(mark)
    if options.isReadOnly {
      // Where statements only read anyway, nothing is set, either.
      if role == .writer, !settings.isConfined {
        wasQueryOnly = try rows(of: "PRAGMA query_only", []).first?.first == .int(1)
        try control(.onlyQuery)
        isQueryOnly = true
      }
      do throws(DatabaseError) {
        try control(.begin)
      } catch {
        // Without a transaction there is no rollback: nobody else would allow writing again.
        try endQueryOnly()
        throw error
      }
    } else {
      // A transaction that reads first and writes later could find its snapshot stale; one that begins as a writer
      // can't.
      try control(options.isDeferred ? .begin : .beginImmediate)
    }
    return .serializable
  }

  func commit() throws(DatabaseError) {
    changes?.mark = mark
    defer {
      changes?.mark = nil
      changes?.transactionIsMarked(nil)
    }
    try control(.commit)
    try endQueryOnly()
  }

  func rollback() throws(DatabaseError) {
    changes?.transactionIsMarked(nil)
    if isInTransaction { try control(.rollback) }
    try endQueryOnly()
  }

  private func endQueryOnly() throws(DatabaseError) {
    guard isQueryOnly else { return }
    isQueryOnly = false
    if !wasQueryOnly { try control(.mayWrite) }
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

  private func control(_ statement: ControlStatement) throws(DatabaseError) {
    let handle: OpaquePointer
    if let known = controls[statement.rawValue] {
      handle = known
    } else {
      handle = try compile(statement.sql, isPersistent: true)
      controls[statement.rawValue] = handle
    }
    let mark = changes?.statementBegins() ?? 0
    let code = interrupter.interruptible { sqlite3_step(handle) }
    let failure = code == SQLITE_DONE || code == SQLITE_ROW ? nil : error(code, sql: statement.sql, during: .step)
    sqlite3_reset(handle)
    if let changes, changes.needsAttention {
      changes.statementEnded(
        .init(keyword: .commit, hasFailed: failure != nil, isOver: true, mark: mark, sql: { statement.sql }))
    }
    if let failure { throw failure }
  }
}

extension SQLiteConnection: RestoringConnection {
  /// This ends with the transaction, when SQLite checks what was deferred.
  func beginRestoring() throws(DatabaseError) { try control(.deferForeignKeys) }

  func endRestoring() throws(DatabaseError) {}
}
