internal import ORDA

/// A setting of one connection: `cache_size`, or `other.cache_size` of an attached database.
struct SessionPragma: Hashable {
  /// The database, in small letters; nil if none is named.
  var schema: String?
  /// The setting, in small letters.
  var name: String

  init(schema: String?, name: String) {
    self.schema = schema
    self.name = name
  }

  /// The setting that a statement sets; nil if it reads one, or does something else.
  init?(setBy sql: String) {
    // PRAGMA, and one or two names with a dot between them; then `= value` or `(value)`.
    var tokens = SchemaText(sql).tokens.drop { !$0.isKeyword("PRAGMA") && ($0.isSymbol(";") || $0.kind == .word) }
    guard tokens.popFirst()?.isKeyword("PRAGMA") == true, let first = tokens.popFirst(), first.canBeName else {
      return nil
    }
    var names = [SQLiteName.folded(first.name)]
    if tokens.first?.isSymbol(".") == true {
      tokens = tokens.dropFirst()
      guard let second = tokens.popFirst(), second.canBeName else { return nil }
      names.append(SQLiteName.folded(second.name))
    }
    guard let next = tokens.first, next.isSymbol("=") || next.isSymbol("("), let name = names.popLast(),
      Self.known.contains(name)
    else { return nil }
    self.init(schema: names.first, name: name)
  }

  /// The settings that are undone. These are neither settings kept in the file, such as `user_version`, nor those of
  /// the whole process, such as `soft_heap_limit`.
  static let known: Set<String> = [
    "analysis_limit", "automatic_index", "busy_timeout", "cache_size", "cache_spill", "case_sensitive_like",
    "cell_size_check", "checkpoint_fullfsync", "count_changes", "defer_foreign_keys", "empty_result_callbacks",
    "foreign_keys", "full_column_names", "fullfsync", "ignore_check_constraints", "journal_mode", "journal_size_limit",
    "legacy_alter_table", "locking_mode", "max_page_count", "mmap_size", "query_only", "read_uncommitted",
    "recursive_triggers", "reverse_unordered_selects", "secure_delete", "short_column_names", "synchronous",
    "temp_store", "threads", "trusted_schema", "wal_autocheckpoint", "writable_schema",
  ]

  /// The setting as SQL names it.
  var text: String { (schema.map { SQLiteName.quoted($0) + "." } ?? "") + name }

  /// True if SQLite sets it for all attached databases, unless one is named.
  var setsAllDatabases: Bool {
    guard schema == nil else { return false }
    return ["journal_mode", "journal_size_limit", "locking_mode", "mmap_size", "secure_delete"].contains(name)
  }

  /// True if there is also a value for databases attached later.
  var setsDefault: Bool { name == "locking_mode" || name == "mmap_size" }

  /// Reads its value. No PRAGMA returns this one, but its effect shows.
  var question: String { name == "case_sensitive_like" ? "SELECT 'a' NOT LIKE 'A'" : "PRAGMA \(text)" }

  /// A value as it is set again; nil if there is none, as for something that a database in memory does not have.
  func text(forValue value: Value?) -> String? {
    switch value {
    // SQLite reports FAST as 2, and reads 2 as ON.
    case .int(2)? where name == "secure_delete": "FAST"
    case .int(let number)?: "\(number)"
    case .text(let text)?: text
    default: nil
    }
  }

  /// True if a value that a user has set stays. Leaving the write-ahead log for another safe journal changes the file
  /// for everybody, and does not concern the session; having no journal, or one in memory, does.
  func keepsValue(_ value: String?, before: String) -> Bool {
    guard name == "journal_mode", before == "wal" else { return value == before }
    return value != "off" && value != "memory"
  }
}
