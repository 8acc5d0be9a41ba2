internal import ORDA

/// What a statement may leave in the session without the server reporting it.
///
/// The server reports most temporary tables, variables, a role, prepared statements made by a text, and the current
/// database, even if a trigger or a procedure changed them. It does not report locks, handlers, the isolation of the
/// next transaction, variables that a query set, nor a temporary table made from a query's rows.
struct UntoldChanges {
  /// True if it leaves something for sure, or so likely that nobody asks.
  private(set) var isLikely = false
  /// True if it runs something that may leave anything: a procedure, or a block. The session is reset without asking.
  private(set) var isUnknown = false
  /// True if it calls a function of the database, which may take a named lock.
  private(set) var mayLock = false
  /// True if the server may report values of variables that were only temporary.
  private(set) var hasPassingValues = false

  init(_ keyword: StatementKeyword, _ sql: String) {
    var sql = sql
    sql.withUTF8 { look(keyword, SQLBytes($0)) }
  }

  private mutating func look(_ keyword: StatementKeyword, _ text: SQLBytes) {
    switch keyword {
    case .set:
      isLikely = true
      hasPassingValues = text.has("statement")
    case .lockTables, .unlockTables, .setTransaction, .xa: isLikely = true
    // EXECUTE runs anything, as a block does.
    case .other: if text.has("execute") { isUnknown = true } else { isLikely = true }
    case .create: isLikely = text.makesTemporary
    case .load: isLikely = text.has("@")
    case .select, .with, .values:
      isLikely = text.has(":=") || text.has("get_lock") || text.has("into") && text.has("@")
      mayLock = text.callsRoutine(listsColumns: false)
    case .insert, .update, .delete, .replace, .explain:
      isLikely = text.has(":=") || text.has("get_lock")
      mayLock = text.callsRoutine(listsColumns: keyword == .insert || keyword == .replace)
    case .call, .block:
      isLikely = text.has(":=") || text.has("get_lock")
      isUnknown = true
      hasPassingValues = true
    default: break
    }
  }
}
