internal import ORDA

/// Inserts rows into a table of any name.
struct NodeInsert: Sendable {
  let statement: any Statement

  init(_ db: any Governor, _ names: TableNames) throws {
    statement = try db.prepare(
      """
      INSERT INTO \(identifier: names.nodes) (\(NodeRow.stored)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
  }

  /// Inserts rows, in one transaction.
  func run(_ rows: some Sequence<NodeRow>) throws {
    try statement.executeMany(rows) { row, parameters in
      try parameters.bind(
        row.id, row.parent, row.name.text, row.name.storedKey, row.kind, row.applicationType, row.integer, row.double,
        row.text, row.bytes, row.size)
    }
  }
}
