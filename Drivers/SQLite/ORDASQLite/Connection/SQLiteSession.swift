internal import ORDA

/// A connection's session before a user's statement changed it: temporary objects, attached databases, settings.
///
/// It is noted before the first statement that may change any of these, so nobody pays who changes nothing. Only these
/// are undone: the objects, the databases, and the settings in ``SessionPragma/known``.
struct SQLiteSession {
  /// The temporary tables and the like, by their names.
  var temporaries: Set<String>
  /// The attached databases, by their names, with their files; empty for a database in memory.
  var databases: [String: String]
  /// The settings changed since, in the order of their first change, with their previous values.
  var pragmas: [(pragma: SessionPragma, value: String)] = []

  /// The session to restore if a later one has to be undone too.
  func followed(by later: SQLiteSession) -> SQLiteSession {
    var all = self
    all.pragmas += later.pragmas.filter { change in !pragmas.contains { $0.pragma == change.pragma } }
    return all
  }
}
