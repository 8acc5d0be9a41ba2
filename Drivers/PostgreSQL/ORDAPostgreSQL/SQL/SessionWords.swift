internal import ORDA

/// Words of a text that change the session.
struct SessionWords {
  /// True if it certainly does.
  var changes = false
  /// True if it may.
  var mayChange = false
  var prepares = false
  /// True if it may say how long statements may take, also for a transaction alone.
  var setsLimit = false

  /// Whether it makes a setting that ends with the transaction.
  var setsLocally = false

  /// True if it leaves nothing that matters.
  var isEmpty: Bool { !changes && !mayChange && !prepares && !setsLimit && !setsLocally }

  private static let certain: Set<String> = [
    "set_config", "pg_advisory_lock", "pg_advisory_lock_shared", "pg_try_advisory_lock", "pg_try_advisory_lock_shared",
    "setseed", "listen", "pg_backup_start",
  ]

  init(_ sql: String, _ keyword: StatementKeyword) {
    var reader = SQLTokens(sql, dialect: PostgreSQLDialect.dialect)
    var previous = ""
    var isFirst = true
    while let token = try? reader.next() {
      guard token.kind == .word || token.kind == .quotedName else { continue }
      let word = token.name.lowercased()
      if isFirst {
        isFirst = false
        switch word {
        case "set", "reset", "listen", "load", "discard": changes = true
        case "prepare", "deallocate": prepares = true
        case "declare", "do", "call", "execute": mayChange = true
        case "notify", "comment", "lock", "refresh", "cluster", "checkpoint", "copy", "fetch", "move", "close",
          "import",
          "security", "unlisten", "reassign":
          break
        default: mayChange = keyword == .other
        }
        if keyword == .setTransaction { changes = false }
      }
      if Self.certain.contains(word) || (word == "hold" && previous == "with") { changes = true }
      if word == "statement_timeout" { setsLimit = true }
      if word == "temp" || word == "temporary" {
        changes = changes || previous == "create" || previous == "into" || previous == "replace" || previous == "local"
      }
      if word.hasPrefix("pg_temp") { changes = true }
      if word == "local", previous == "set" {
        changes = false
        setsLocally = true
      }
      previous = word
    }
  }
}
