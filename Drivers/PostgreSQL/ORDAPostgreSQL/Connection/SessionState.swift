internal import ORDA

/// What is known of a session's state, which the server does not tell.
struct SessionState {
  /// True if a statement has left something in it.
  var isChanged = false
  /// True if a statement may have.
  var isDoubtful = false
  /// True if the program has prepared statements by SQL.
  var hasOwnNames = false
  /// Whether settings were made that end with the transaction, or would if it were rolled back.
  var hasPassingSettings = false
  /// True if the program has said how long statements may take.
  var hasOwnLimit = false
  /// How many milliseconds a statement may take by the session's own settings, 0 for any time; nil until it was asked.
  var limit: Int?
  /// What transactions are isolated by that ask for nothing.
  var isolation: Isolation?
}

extension PostgreSQLConnection {
  /// A statement runs that may leave something in the session.
  func noteSession(_ words: SessionWords) {
    names.doubt()
    locksMayHaveEnded()
    if words.changes { session.isChanged = true }
    if words.mayChange { session.isDoubtful = true }
    if words.prepares {
      session.isChanged = true
      session.hasOwnNames = true
    }
    if words.setsLimit { session.hasOwnLimit = true }
    if words.changes || words.mayChange { session.isolation = nil }
    forgetKeyColumns()
    if stands { session.hasPassingSettings = true }
  }
}
