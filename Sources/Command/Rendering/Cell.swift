import ORDAImport

/// The content of one place in a table.
struct Cell: Equatable, Sendable {
  /// How a cell is shown.
  enum Kind: Sendable {
    case text
    case number
    case bytes
    case null
  }

  var kind: Kind
  /// What is printed; it has no control characters.
  var text: String
  /// True if it is highlighted, with colours.
  var isMarked = false

  /// NULL, dimmed with colours.
  static let null = Cell(kind: .null, text: "NULL")

  /// A number, aligned to the right.
  static func number(_ text: String) -> Cell { Cell(kind: .number, text: text) }

  /// Text, with control characters escaped. The text `NULL` is quoted, so that it looks unlike NULL.
  static func text(_ text: String, limit: Int = longest) -> Cell {
    Cell(kind: .text, text: text == "NULL" ? "'NULL'" : VisibleText.escaping(text, limit: limit))
  }

  /// Bytes, as text that describes them.
  static func bytes(_ description: String) -> Cell { Cell(kind: .bytes, text: VisibleText.escaping(description)) }

  /// The maximum number of graphemes in a table's cell, wherever it is shown.
  static let longest = 10_000
}
