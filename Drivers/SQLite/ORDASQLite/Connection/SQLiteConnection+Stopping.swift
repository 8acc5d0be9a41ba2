internal import CSQLite
internal import ORDA

/// How one statement is stopped while others are open on the same connection: it asks now and then, while it runs,
/// whether to stop. `sqlite3_interrupt` would stop them all.
extension SQLiteConnection {
  /// The number of SQLite's instructions between two questions: some ten thousandths of a second.
  private static let instructions: Int32 = 2_000

  /// Begins to ask for one more statement, or stops asking.
  func ask(_ isWanted: Bool) {
    limitedStatements += isWanted ? 1 : -1
    switch (limitedStatements, isWanted) {
    case (1, true):
      sqlite3_progress_handler(
        database, Self.instructions, progressCallback, Unmanaged.passUnretained(interrupter).toOpaque())
      interrupter.setAsked(true)
    case (0, false):
      interrupter.setAsked(false)
      sqlite3_progress_handler(database, 0, nil, nil)
    default: break
    }
  }
}

/// Declared nonisolated, as every callback from C must be: SQLite calls it on whichever thread is running.
private func progressCallback(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 0 }
  return Unmanaged<SQLiteCanceller>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
}
