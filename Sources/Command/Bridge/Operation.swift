/// What a request of the bridge asks for.
enum Operation: String, CaseIterable {
  case execute, prepare, fetch, close
  case begin, commit, rollback, savepoint, release, rollbackTo
  case tables, describe, capabilities, ping

  /// The members that its request may have besides `id` and `op`.
  var members: [String] {
    switch self {
    case .execute: ["sql", "params", "statement", "cursor", "script"]
    case .prepare: ["sql"]
    case .fetch: ["cursor", "limit"]
    case .close: ["statement", "cursor"]
    case .begin: ["isolation", "readOnly"]
    case .savepoint, .release, .rollbackTo: ["name"]
    case .tables: ["schema"]
    case .describe: ["table", "schema"]
    case .commit, .rollback, .capabilities, .ping: []
    }
  }
}
