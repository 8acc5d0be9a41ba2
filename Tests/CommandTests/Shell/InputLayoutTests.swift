import Testing

@testable import Command

@Suite struct InputLayoutTests {
  func layout(_ text: String, cursor: Int? = nil, width: Int = 10) -> InputLayout {
    let characters = Array(text)
    return InputLayout(
      prompt: "> ", continuation: ". ", characters, cursor: cursor ?? characters.count, width: width)
  }

  @Test func linesHavePrompts() {
    let layout = layout("ab\nc", cursor: 1)
    #expect(layout.rows == ["> ab", ". c"])
    #expect([layout.cursorRow, layout.cursorColumn] == [0, 3])
  }

  @Test func longLinesGoOnInTheNextRow() {
    let full = layout("abcdefgh")
    // The cursor stands behind the last cell, which is on the next row.
    #expect(full.rows == ["> abcdefgh", ""])
    #expect([full.cursorRow, full.cursorColumn] == [1, 0])
    let inside = layout("abcdefghij", cursor: 8)
    #expect(inside.rows == ["> abcdefgh", "ij"])
    #expect([inside.cursorRow, inside.cursorColumn] == [1, 0])
  }

  @Test func wideCharactersAreNotCut() {
    let layout = layout("abcdefg日x", cursor: 7)
    #expect(layout.rows == ["> abcdefg", "日x"])
    #expect([layout.cursorRow, layout.cursorColumn] == [1, 0])
    #expect(self.layout("日本語👩‍👩‍👧é").rows == ["> 日本語👩‍👩‍👧", "é"])
  }

  @Test func controlCharactersAreSpelledOut() {
    #expect(layout("a\u{1B}b\tc", width: 40).rows == ["> a\\u{1b}b    c"])
    #expect(layout("a\u{1B}b", width: 8).rows == ["> a\\u{1b", "}b"])
  }

  /// Drawing on an emulated terminal gives the rows, whatever was drawn before.
  @Test func whatIsDrawnIsWhatIsSeen() {
    let texts = [
      "a", "", "abcdefghijklmnopqrstuvwxyz", "日本語日本語日本語", "a\nb\nc", "abcdefgh",
      "x\n" + String(repeating: "y", count: 30),
    ]
    for width in [4, 10, 13] {
      var screen = InputScreen()
      var drawn = "before\r\n"
      for text in texts + texts.reversed() {
        for cursor in [0, text.count / 2, text.count] {
          let layout = layout(text, cursor: cursor, width: width)
          drawn += screen.draw(layout, height: 50)
          let seen = Screen(drawn, columns: width)
          let rows = layout.rows.map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
          #expect(seen.lines == Screen("before\r\n", columns: width).lines.dropLast() + rows)
          #expect(seen.column == layout.cursorColumn)
          #expect(seen.lines.count - layout.rows.count + layout.cursorRow == seen.row)
        }
      }
      drawn += screen.leave(layout("x\n" + String(repeating: "y", count: 30), width: width), height: 50)
    }
  }

  @Test func aHighInputShowsThePartAroundTheCursor() {
    let text = (1...50).map { "line \($0)" }.joined(separator: "\n")
    var screen = InputScreen()
    let drawn = Screen(screen.draw(layout(text, width: 20), height: 10), columns: 20)
    #expect(drawn.lines.count == 10)
    #expect(drawn.cursorLine == ". line 50")
    let top = Screen(screen.draw(layout(text, cursor: 0, width: 20), height: 10), columns: 20)
    #expect(top.lines.first == "> line 1")
    #expect(top.lines.count == 10)
  }
}
