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

extension SQLiteConnection {
  /// A statement is about to be compiled, or to run: notes what it may change in the session.
  ///
  /// - Throws: `misuse` for what would let a transaction write that was begun to read only.
  func noteSession(before keyword: StatementKeyword, _ sql: @autoclosure () -> String) throws(DatabaseError) {
    switch keyword {
    case .attach, .detach: noteNames()
    case .create, .alter, .drop: if isOfTemporaries(sql()) { noteNames() }
    // Many settings are changed as soon as the text is compiled, be it only to be explained.
    case .pragma, .explain:
      guard let pragma = SessionPragma(setBy: sql()) else { return }
      if isQueryOnly, pragma.name == "query_only" {
        throw DatabaseError(
          .misuse, "query_only is what keeps a read-only transaction from writing; it can't be set in one", sql: sql())
      }
      noteNames()
      note(pragma)
    default: break
    }
  }

  /// True where something temporary may be made, or one of the set-ups' be changed or dropped.
  private func isOfTemporaries(_ sql: String) -> Bool {
    if session != nil { return false }
    return sql.lowercased().contains("temp") || hasTemporaries
  }

  private var hasTemporaries: Bool { (try? rows(of: "SELECT 1 FROM temp.sqlite_master LIMIT 1", []))?.isEmpty == false }

  private func noteNames() {
    if session == nil { session = SQLiteSession(temporaries: Set(temporaries.map(\.name)), databases: databases) }
  }

  private func note(_ pragma: SessionPragma) {
    var places = [pragma.schema ?? "main"]
    if pragma.setsAllDatabases { places = databases.keys.map(SQLiteName.folded).filter { $0 != "temp" }.sorted() }
    var pragmas = places.map { SessionPragma(schema: $0, name: pragma.name) }
    // Put back first: it sets all of them, and what databases get that are attached later.
    if pragma.setsAllDatabases, pragma.setsDefault { pragmas.append(pragma) }
    for pragma in pragmas where !(session?.pragmas.contains { $0.pragma == pragma } ?? true) {
      guard let value = value(of: pragma) else { continue }
      session?.pragmas.append((pragma, value))
    }
  }

  private func value(of pragma: SessionPragma) -> String? {
    pragma.text(forValue: (try? rows(of: pragma.question, []))?.first?.first)
  }

  private var temporaries: [(type: String, name: String)] {
    let found = try? rows(
      of: "SELECT type, name FROM temp.sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'", [])
    return (found ?? []).compactMap { row in
      guard case .text(let type)? = row.first, case .text(let name)? = row.last else { return nil }
      return (type, name)
    }
  }

  private var databases: [String: String] {
    let found = (try? rows(of: "SELECT name, file FROM pragma_database_list", [])) ?? []
    let pairs = found.compactMap { row in row.text(0).map { ($0, row.text(1) ?? "") } }
    return Dictionary(pairs) { first, _ in first }
  }

  // MARK: Putting it back

  /// Leaves the session as it is now: it is undone only where the whole session is.
  func keepSession() {
    guard let session else { return }
    keptSession = keptSession?.followed(by: session) ?? session
    self.session = nil
  }

  /// Puts back what was noted: what came after it goes, what went comes back, and nothing else.
  ///
  /// - Throws: Where something is gone that the set-ups have to make anew, on another connection. A database in memory
  ///   would go with this one, which therefore stays without it.
  func restoreSession() throws(DatabaseError) {
    guard let before = session else { return }
    restore(before.pragmas)
    let known = temporaries
    drop(known.filter { !before.temporaries.contains($0.name) })
    let isComplete = before.temporaries.isSubset(of: known.map(\.name))
    do throws(DatabaseError) {
      try restore(before.databases)
      if !isComplete { throw DatabaseError(.other, "a temporary object of the set-ups was dropped") }
    } catch {
      guard settings.path == nil else { throw error }
    }
    session = nil
  }

  private func restore(_ pragmas: [(pragma: SessionPragma, value: String)]) {
    for (pragma, value) in pragmas.reversed() {
      if pragma.keepsValue(self.value(of: pragma), before: value) { continue }
      _ = try? rows(of: "PRAGMA \(pragma.text) = \(value)", [])
    }
    if pragmas.contains(where: { $0.pragma.name == "busy_timeout" }) { installBusyHandler() }
  }

  private func restore(_ before: [String: String]) throws(DatabaseError) {
    let now = databases
    for (name, file) in now where before[name] != file && !SQLiteName.equal(name, "temp") {
      try? run("DETACH \(dialect.quoted(identifier: name))")
      changes?.noteDatabases()
    }
    for (name, file) in before where now[name] != file && !SQLiteName.equal(name, "temp") {
      guard !file.isEmpty else { throw DatabaseError(.other, "a database in memory was detached") }
      try attach(file, as: name)
    }
  }

  /// Drops temporary objects, whichever depend on which. What another one takes with it is gone already.
  private func drop(_ objects: [(type: String, name: String)]) {
    if objects.isEmpty { return }
    let enforced = (try? rows(of: "PRAGMA foreign_keys", []))?.first?.first == .int(1)
    if enforced { try? run("PRAGMA foreign_keys = OFF") }
    for type in ["trigger", "view", "table"] {
      for object in objects where object.type == type {
        try? run("DROP \(type) IF EXISTS temp.\(dialect.quoted(identifier: object.name))")
      }
    }
    for object in objects where object.type == "index" {
      try? run("DROP INDEX IF EXISTS temp.\(dialect.quoted(identifier: object.name))")
    }
    if enforced { try? run("PRAGMA foreign_keys = ON") }
  }
}

extension SQLiteConnection: SessionResetting {
  func resetWholeSession() throws(DatabaseError) {
    keepSession()
    session = keptSession
    keptSession = nil
    try restoreSession()
  }
}
