import ORDA
import Testing

extension HeardChanges {
  /// The lines of each batch since the last call of `take`.
  func lines() -> [[String]] { take().map(\.lines) }
}

extension ChangeBatch {
  /// What it tells, a line each: rows; `? t` and `? main.*` for what is not known exactly, `schema main`.
  var lines: [String] {
    rows.map { $0.line($0.table.schema == "main" ? $0.table.name : $0.table.description) }
      + unknown.tables.map { "? \($0.name)" }.sorted() + unknown.schemas.map { "? \($0).*" }.sorted()
      + (unknown.isEverything ? ["? *"] : []) + schemaChanges.map { "schema \($0.schema ?? "?")" }
  }
}

extension StatementCase {
  /// Runs the statements, and expects what they tell.
  func check(on db: any Governor) throws {
    let heard = try HeardChanges(db)
    try db.executeScript(SQL(text: script))
    #expect(heard.lines() == expected)
  }
}
