import ORDA

extension HeardChanges {
  /// The lines of each batch since the last call of `take`.
  func lines() -> [[String]] { take().map(\.lines) }
}

extension ChangeBatch {
  /// What it tells, a line each: rows; `? t` and `? *` for what is not known exactly, `? .*` for all tables of the test's
  /// database, whose name is another each time, `schema` where its tables were altered.
  var lines: [String] {
    rows.map(\.line) + unknown.tables.map { "? \($0.name)" }.sorted()
      + unknown.schemas.map { _ in "? .*" } + (unknown.isEverything ? ["? *"] : [])
      + schemaChanges.map { _ in "schema" }
  }
}

extension RowChange {
  /// What it tells; see `line(_:)`.
  var line: String { line(table.name) }
}
