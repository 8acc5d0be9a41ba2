/// The pragmas that change nothing: neither the file, nor the connection, nor the process.
enum ReadingPragma {
  /// True for one that only tells.
  static func isOne(_ name: String, hasArgument: Bool) -> Bool {
    let name = SQLiteName.folded(name)
    if questions.contains(name) { return true }
    return !hasArgument && (told.contains(name) || SessionPragma.known.contains(name))
  }

  /// Their argument says what is asked about.
  private static let questions: Set = [
    "collation_list", "compile_options", "database_list", "foreign_key_check", "foreign_key_list", "function_list",
    "index_info", "index_list", "index_xinfo", "integrity_check", "module_list", "pragma_list", "quick_check",
    "table_info", "table_list", "table_xinfo",
  ]

  /// An argument would set them.
  private static let told: Set = [
    "application_id", "auto_vacuum", "data_version", "encoding", "freelist_count", "hard_heap_limit", "page_count",
    "page_size", "schema_version", "soft_heap_limit", "user_version",
  ]
}
