internal import ORDA

/// What a connection held before a statement of its user's changed it: temporary objects, attached databases, settings.
///
/// It is noted before the first statement that may change any of them, so that one who changes nothing pays nothing. All that
/// is undone is this: the objects, the databases, and the settings that ``SessionPragma/known`` lists.
struct SQLiteSession {
  /// The temporary tables and the like, by their names.
  var temporaries: Set<String>
  /// The attached databases, by their names, with their files; a database in memory has none.
  var databases: [String: String]
  /// The settings that were changed since, in the order of their first change, with their values before.
  var pragmas: [(pragma: SessionPragma, value: String)] = []

  /// What is undone to come to before this, where a later one is to be undone too.
  func followed(by later: SQLiteSession) -> SQLiteSession {
    var all = self
    all.pragmas += later.pragmas.filter { change in !pragmas.contains { $0.pragma == change.pragma } }
    return all
  }
}
