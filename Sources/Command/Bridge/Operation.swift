/// What a request of the bridge asks for.
enum Operation: String, CaseIterable {
  case execute, results, batch, prepare, fetch, close
  case begin, commit, rollback, savepoint, release, rollbackTo, isolation, autocommit
  case tables, describe, capabilities, ping, reset

  /// The members that its request may have besides `id` and `op`.
  var members: [String] {
    switch self {
    case .execute: ["sql", "params", "statement", "cursor", "script"]
    case .results: ["sql", "params", "statement"]
    case .batch: ["requests", "sql", "statement", "rows"]
    case .prepare: ["sql"]
    case .fetch: ["cursor", "limit"]
    case .close: ["statement", "cursor"]
    case .begin: ["isolation", "readOnly", "mode"]
    case .savepoint, .release, .rollbackTo: ["name"]
    case .isolation: ["level"]
    case .autocommit: ["on"]
    case .tables: ["schema"]
    case .describe: ["table", "schema"]
    case .commit, .rollback, .capabilities, .ping, .reset: []
    }
  }

  /// True if it runs statements: without autocommit, a transaction begins before it.
  var runsStatements: Bool {
    switch self {
    case .execute, .results, .batch: true
    default: false
    }
  }
}
