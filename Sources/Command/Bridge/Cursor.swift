import ORDA

/// Rows that a client fetches piece by piece.
final class Cursor {
  var rows: Rows
  /// How many transactions and savepoints were open when it was opened; it ends with the innermost of them.
  let level: Int

  init(_ rows: consuming Rows, level: Int) {
    self.rows = rows
    self.level = level
  }

  /// The first row, if it had to be read for its columns.
  private var first: Draft?

  /// Reads the first row, so that the columns are known.
  func begin() throws {
    guard let row = try rows.next() else { return }
    let draft = Draft()
    try draft.output.writeJSON(row: row, isFirst: true)
    first = draft
  }

  /// Writes the first row, if it was already read.
  func sendFirst(to output: Output) -> Bool {
    guard let draft = first else { return false }
    draft.send(to: output)
    first = nil
    return true
  }
}
