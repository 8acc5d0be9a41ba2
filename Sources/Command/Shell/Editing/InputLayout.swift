import ORDAImport

/// An input as rows of a terminal, and the cursor's place in them.
struct InputLayout: Equatable {
  private(set) var rows: [String] = [""]
  private(set) var cursorRow = 0
  private(set) var cursorColumn = 0

  /// Lays an input out.
  ///
  /// - Parameters:
  ///   - prompt: What comes before the first line.
  ///   - continuation: What comes before each other line.
  ///   - cursor: How many characters come before the cursor.
  ///   - width: How many cells a row has; longer rows continue in the next one.
  init(prompt: String, continuation: String, _ characters: [Character], cursor: Int, width: Int) {
    let width = max(2, width)
    var column = 0
    func put(_ text: String, _ cells: Int, _ layout: inout InputLayout) {
      if column + cells > width, column > 0 {
        layout.rows.append("")
        column = 0
      }
      layout.rows[layout.rows.count - 1] += text
      column += cells
    }
    for character in prompt { put(String(character), DisplayWidth.of(character), &self) }
    for index in 0...characters.count {
      if index == cursor {
        // The cursor is on the next row if this one is full, or a wide character does not fit.
        let next = index < characters.count && characters[index] != "\n" ? Self.cells(characters[index]) : 1
        if column + max(1, min(next, width)) > width {
          rows.append("")
          column = 0
        }
        cursorRow = rows.count - 1
        cursorColumn = column
      }
      guard index < characters.count else { break }
      if characters[index] == "\n" {
        rows.append("")
        column = 0
        for character in continuation { put(String(character), DisplayWidth.of(character), &self) }
      } else {
        let text = Self.shown(characters[index])
        // An escaped control character is several characters.
        if text.count > 1 {
          for part in text { put(String(part), DisplayWidth.of(part), &self) }
        } else {
          put(text, DisplayWidth.of(text), &self)
        }
      }
    }
  }

  /// A character as it is shown: one that could move the cursor is escaped.
  private static func shown(_ character: Character) -> String {
    character == "\t" ? "    " : VisibleText.escaping(String(character))
  }

  private static func cells(_ character: Character) -> Int { DisplayWidth.of(shown(character).first ?? " ") }
}
