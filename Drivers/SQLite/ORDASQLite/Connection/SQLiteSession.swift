internal import ORDA

/// What a connection held before a statement of its user's changed it: temporary objects, attached databases, settings.
///
/// It is noted before the first statement that may change any of them, so that one who changes nothing pays nothing.
struct SQLiteSession {
  /// The temporary tables and the like, by their names.
  var temporaries: Set<String>
  /// The attached databases, by their names.
  var databases: Set<String>
  /// The settings that were changed since, in the order of their first change, with their values before.
  var pragmas: [(pragma: String, value: String)] = []
}

extension SQLiteConnection {
  /// A statement is about to be compiled, or to run: notes what it may change in the session.
  func noteSession(before keyword: StatementKeyword, _ sql: @autoclosure () -> String) {
    switch keyword {
    case .attach, .detach: noteNames()
    case .create: if sql().mentionsTemporary { noteNames() }
    case .pragma:
      guard let pragma = SessionPragma(setBy: sql()) else { return }
      noteNames()
      if session?.pragmas.contains(where: { $0.pragma == pragma.text }) ?? true { return }
      session?.pragmas.append((pragma.text, value(of: pragma)))
    default: break
    }
  }

  private func noteNames() {
    if session == nil { session = SQLiteSession(temporaries: Set(temporaries.map(\.name)), databases: databases) }
  }

  private func value(of pragma: SessionPragma) -> String {
    switch (try? rows(of: "PRAGMA \(pragma.text)", []))?.first?.first {
    case .int(let number)?: "\(number)"
    case .text(let text)?: text
    // One of them tells nothing. It is off unless the URL says otherwise.
    default: settings.pragmas.last { SQLiteName.equal($0.name, pragma.name) }?.value ?? "OFF"
    }
  }

  private var temporaries: [(type: String, name: String)] {
    let found = try? rows(
      of: "SELECT type, name FROM temp.sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'", [])
    return (found ?? []).compactMap { row in
      guard case .text(let type)? = row.first, case .text(let name)? = row.last else { return nil }
      return (type, name)
    }
  }

  private var databases: Set<String> {
    Set(((try? rows(of: "SELECT name FROM pragma_database_list", [])) ?? []).compactMap { $0.text(0) })
  }

  /// Puts back what was noted: what came after it goes, and nothing else.
  func restoreSession() {
    guard let before = session else { return }
    for (pragma, value) in before.pragmas.reversed() { try? run("PRAGMA \(pragma) = \(value)") }
    if before.pragmas.contains(where: { $0.pragma == "busy_timeout" }) { installBusyHandler() }
    drop(temporaries.filter { !before.temporaries.contains($0.name) })
    for name in databases.subtracting(before.databases) where !SQLiteName.equal(name, "temp") {
      try? run("DETACH \(dialect.quoted(identifier: name))")
    }
    session = nil
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

extension String {
  /// True where it may be of something temporary: `CREATE TEMP TABLE`, or `CREATE TABLE temp.t`.
  fileprivate var mentionsTemporary: Bool { lowercased().contains("temp") }
}

/// A setting of one connection: `cache_size`, or `other.cache_size` of an attached database. Those that are kept in the
/// file, such as `user_version`, are none.
private struct SessionPragma {
  var schema: String?
  var name: String

  var text: String { (schema.map { $0 + "." } ?? "") + name }

  /// The setting that a statement sets; nil for one that asks, or does something else.
  init?(setBy sql: String) {
    // PRAGMA, and one or two names with a dot between them; then `= value` or `(value)`.
    let end = sql.firstIndex { $0 == "=" || $0 == "(" } ?? sql.endIndex
    guard end < sql.endIndex else { return nil }
    let words = sql[..<end].split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { $0.lowercased() }
    guard let place = words.firstIndex(of: "pragma") else { return nil }
    let names = words[(place + 1)...]
    guard (1...2).contains(names.count), let last = names.last, Self.known.contains(last) else { return nil }
    name = last
    schema = names.count == 2 && names.first != "main" ? names.first : nil
  }

  private static let known: Set<String> = [
    "analysis_limit", "automatic_index", "busy_timeout", "cache_size", "cache_spill", "case_sensitive_like",
    "cell_size_check", "checkpoint_fullfsync", "foreign_keys", "full_column_names", "fullfsync",
    "ignore_check_constraints", "journal_size_limit", "legacy_alter_table", "locking_mode", "max_page_count",
    "mmap_size",
    "query_only", "read_uncommitted", "recursive_triggers", "reverse_unordered_selects", "secure_delete",
    "short_column_names", "synchronous", "temp_store", "threads", "trusted_schema", "wal_autocheckpoint",
    "writable_schema",
  ]
}
