/// Draws an input again and again at the same place of a terminal.
struct InputScreen {
  /// How far below the first row of the drawing the cursor is.
  private var cursorRow = 0

  /// Draws a layout in place of the one before; if it is higher than the terminal, only the part around the cursor.
  mutating func draw(_ layout: InputLayout, height: Int) -> String {
    let height = max(1, height)
    let top = max(0, min(layout.cursorRow - height / 2, layout.rows.count - height))
    let rows = layout.rows[top..<min(layout.rows.count, top + height)]
    let drawing = moveToTop() + "\u{1B}[J" + rows.joined(separator: "\r\n")
    cursorRow = layout.cursorRow - top
    let up = rows.count - 1 - cursorRow
    return drawing + "\r" + (up > 0 ? "\u{1B}[\(up)A" : "")
      + (layout.cursorColumn > 0 ? "\u{1B}[\(layout.cursorColumn)C" : "")
  }

  /// Moves the cursor below the drawing, for good.
  mutating func leave(_ layout: InputLayout, height: Int) -> String {
    let down = min(layout.rows.count - 1, max(1, height) - 1) - cursorRow
    cursorRow = 0
    return (down > 0 ? "\u{1B}[\(down)B" : "") + "\r\n"
  }

  /// The terminal was cleared, or something else was written: the next drawing begins where the cursor is.
  mutating func forget() { cursorRow = 0 }

  /// The terminal has the layout's new width: it has moved the rows by itself.
  mutating func resized(_ layout: InputLayout) { cursorRow = layout.cursorRow }

  private func moveToTop() -> String { "\r" + (cursorRow > 0 ? "\u{1B}[\(cursorRow)A" : "") }
}
