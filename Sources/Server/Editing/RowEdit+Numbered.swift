import ORDA

/// Rows that only SQLite's own number of them tells apart.
///
/// VACUUM may give the number to another row, and so may whoever inserts one when this one is gone. So such a row is written only
/// where all of it is as it was seen.
extension RowEdit {
  var isNumbered: Bool { table.isNumbered }

  /// Writes what differs, in one transaction.
  func writeNumbered(_ changed: [Change]) async throws {
    try await inTransaction { transaction in
      let values = changed.map { "\(identifier: $0.column) = \($0.wanted)" as SQL }.joined(separator: ", ")
      try transaction.execute("UPDATE \(source) SET \(values) WHERE \(condition)")
    }
  }

  /// Deletes the row.
  func deleteNumbered() async throws {
    try await inTransaction { transaction in try transaction.execute("DELETE FROM \(source) WHERE \(condition)") }
  }

  /// Does something with a row that is as it was seen, and that nobody else writes meanwhile: SQLite has one writer.
  private func inTransaction(_ body: @escaping @Sendable (Transaction) throws -> Void) async throws {
    let select = TableSelect(table: table, request: TableRequest(), kind: database.kind, longest: 0)
    let columns = table.columns
    try await database.governor.transaction(timeout: database.limit) { [self] transaction in
      guard let row = try transaction.first(select.row(key, columns.map(\.name))) else { throw Self.gone }
      var differing: [(column: String, seen: Value, now: Value)] = []
      for (column, now) in zip(columns, row.values) where !column.isGenerated {
        guard let change = changes.first(where: { $0.column == column.name }) else {
          throw Problem(
            .unprocessable,
            "\(table.name.name) has no key: of its rows, those are changed here of which all values are shown, and \(column.name) is not."
          )
        }
        if KeyText.encoded(now) != KeyText.encoded(change.seen) { differing.append((column.name, change.seen, now)) }
      }
      guard differing.isEmpty else { throw Refusal.changed(differing) }
      try body(transaction)
    }
  }

  private var source: SQL { "\(identifier: table.name.name)" }

  private var condition: SQL {
    zip(table.keyNames, key).map { "\(identifier: $0) = \($1)" as SQL }.joined(separator: " AND ")
  }
}
