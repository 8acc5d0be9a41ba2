internal import ORDA

/// What a statement may leave in the session of which the server does not tell.
///
/// It tells of most temporary tables, of variables, of a role, of statements that a text prepared and of the current
/// database, also where a trigger or a procedure changed them. It does not tell of locks, of handlers, of the isolation of the
/// next transaction, of variables that a query set, nor of a temporary table that is made of a query's rows.
struct UntoldChanges {
  /// True if it leaves something for sure, or so likely that nobody asks.
  private(set) var isLikely = false
  /// True if it runs what may leave anything: a procedure, or a block. The session is made new without a word.
  private(set) var isUnknown = false
  /// True if it calls a function of the database's own, which may take a named lock.
  private(set) var mayLock = false
  /// True if the server tells of variables that they have a value which was theirs only meanwhile.
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
