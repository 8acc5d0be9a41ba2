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
}
