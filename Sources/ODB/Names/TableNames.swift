internal import ORDA

/// The names of an ODB's tables: one database may have several ODBs.
struct TableNames: Sendable, Hashable {
  let nodes: String
  let state: String

  init(prefix: String) {
    nodes = "\(prefix)_nodes"
    state = "\(prefix)_state"
  }

  func isState(_ table: TableName) -> Bool { table.name.lowercased() == state.lowercased() }
}
