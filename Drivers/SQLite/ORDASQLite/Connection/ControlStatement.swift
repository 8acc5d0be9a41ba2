/// What a connection itself runs again and again; each is compiled once, when it is first needed.
enum ControlStatement: Int, CaseIterable {
  case begin, beginImmediate, commit, rollback, onlyQuery, mayWrite, deferForeignKeys

  var sql: String {
    switch self {
    case .begin: "BEGIN"
    case .beginImmediate: "BEGIN IMMEDIATE"
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    case .onlyQuery: "PRAGMA query_only = ON"
    case .mayWrite: "PRAGMA query_only = OFF"
    case .deferForeignKeys: "PRAGMA defer_foreign_keys = ON"
    }
  }
}
