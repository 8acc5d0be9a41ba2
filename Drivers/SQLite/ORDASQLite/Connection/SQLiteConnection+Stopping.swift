internal import CSQLite
internal import ORDA

/// How one statement is stopped where others are open on the same connection: while it runs SQLite asks now and then whether
/// it is to. `sqlite3_interrupt` would stop them all.
extension SQLiteConnection {
  /// After how many of SQLite's instructions it asks: some ten thousandths of a second.
  private static let instructions: Int32 = 2_000

  /// Begins to ask for one more statement, or ends that.
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

/// Written in a nonisolated place, as every callback from C must be: SQLite calls it on whichever thread runs.
private func progressCallback(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 0 }
  return Unmanaged<SQLiteCanceller>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
}
