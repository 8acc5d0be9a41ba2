internal import ORDA

/// Noting what a statement may change in the session.
extension SQLiteConnection {
  /// A statement is about to be compiled, or to run: notes what it may change in the session.
  ///
  /// - Throws: `misuse` for what would let a read-only transaction write.
  func noteSession(before keyword: StatementKeyword, _ sql: @autoclosure () -> String) throws(DatabaseError) {
    switch keyword {
    case .attach, .detach: noteNames()
    case .create, .alter, .drop: if isOfTemporaries(sql()) { noteNames() }
    // Many settings change as soon as the text is compiled, even if only to explain it.
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

  /// True if it may make something temporary, or change or drop an object of the set-ups.
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
    // This is restored first: it sets all of them, and the default for databases attached later.
    if pragma.setsAllDatabases, pragma.setsDefault { pragmas.append(pragma) }
    for pragma in pragmas where !(session?.pragmas.contains { $0.pragma == pragma } ?? true) {
      guard let value = value(of: pragma) else { continue }
      session?.pragmas.append((pragma, value))
    }
  }

  /// A setting's value, as it is set again.
  func value(of pragma: SessionPragma) -> String? {
    pragma.text(forValue: (try? rows(of: pragma.question, []))?.first?.first)
  }

  /// The temporary objects there are.
  var temporaries: [(type: String, name: String)] {
    let found = try? rows(
      of: "SELECT type, name FROM temp.sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'", [])
    return (found ?? []).compactMap { row in
      guard case .text(let type)? = row.first, case .text(let name)? = row.last else { return nil }
      return (type, name)
    }
  }

  /// The attached databases, with their files.
  var databases: [String: String] {
    let found = (try? rows(of: "SELECT name, file FROM pragma_database_list", [])) ?? []
    let pairs = found.compactMap { row in row.text(0).map { ($0, row.text(1) ?? "") } }
    return Dictionary(pairs) { first, _ in first }
  }
}
