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
  /// True for one that is set off from the others, where there are colours.
  var isMarked = false

  /// NULL, which is dimmed where there are colours.
  static let null = Cell(kind: .null, text: "NULL")

  /// A number, aligned to the right.
  static func number(_ text: String) -> Cell { Cell(kind: .number, text: text) }

  /// Text, its control characters spelled out. The text `NULL` is put in quotes, so that it looks unlike NULL.
  static func text(_ text: String, limit: Int = longest) -> Cell {
    Cell(kind: .text, text: text == "NULL" ? "'NULL'" : VisibleText.escaping(text, limit: limit))
  }

  /// Bytes, as text that describes them.
  static func bytes(_ description: String) -> Cell { Cell(kind: .bytes, text: VisibleText.escaping(description)) }

  /// A table's cell shows no more graphemes than this, on whatever it is shown.
  static let longest = 10_000
}
