internal import ORDA

/// What an ODB's tables are called: several may be in one database.
struct TableNames: Sendable, Hashable {
  let nodes: String
  let state: String

  init(prefix: String) {
    nodes = "\(prefix)_nodes"
    state = "\(prefix)_state"
  }

  func isState(_ table: TableName) -> Bool { table.name.lowercased() == state.lowercased() }
}
