import Testing

@testable import Command

@Suite struct LineEditorTests {
  func editor(
    _ history: [String] = [], complete: @escaping (String) -> Completion = { _ in Completion() }
  ) -> LineEditor {
    LineEditor(history: history, isComplete: { $0.hasSuffix(";") }, complete: complete)
  }

  /// What the last of some keys asks for.
  func press(_ keys: Key..., in editor: inout LineEditor) -> LineEditor.Action? {
    keys.reduce(nil) { _, key in editor.handle(key) }
  }

  @Test func enterEndsWhatIsComplete() {
    var editor = editor()
    #expect(press(.text("SELECT"), .enter, in: &editor) == .redraw)
    #expect(editor.buffer.text == "SELECT\n")
    #expect(press(.text("1;"), .up, .enter, in: &editor) == .submit("SELECT\n1;"))
    #expect(editor.buffer.cursor == editor.buffer.characters.count)
  }

  @Test func controlDLeavesOnlyAnEmptyLine() {
    var editor = editor()
    #expect(press(.text("a"), .home, .endOfInput, in: &editor) == .redraw)
    #expect(editor.buffer.isEmpty)
    #expect(press(.endOfInput, in: &editor) == .leave)
    #expect(press(.text("a"), .interrupt, in: &editor) == .cancel)
    #expect(press(.suspend, in: &editor) == .suspend)
    #expect(press(.clearScreen, in: &editor) == .clearScreen)
  }

  @Test func theArrowsGoThroughTheHistory() {
    var editor = editor(["one;", "two\nlines;"])
    _ = press(.text("draft"), .up, in: &editor)
    #expect(editor.buffer.text == "two\nlines;")
    _ = press(.up, .up, in: &editor)
    #expect(editor.buffer.text == "one;")
    _ = press(.up, in: &editor)
    #expect(editor.buffer.text == "one;")
    _ = press(.down, .down, in: &editor)
    #expect(editor.buffer.text == "draft")
    _ = press(.down, in: &editor)
    #expect(editor.buffer.text == "draft")
  }

  @Test func controlRSearchesBackwards() {
    var editor = editor(["SELECT alpha;", "SELECT beta;", "select ALPHA, 2;"])
    _ = press(.text("draft"), .search, .text("al"), in: &editor)
    #expect(editor.search?.match == "select ALPHA, 2;")
    _ = press(.search, in: &editor)
    #expect(editor.search?.match == "SELECT alpha;")
    // Nothing older: it stays.
    _ = press(.search, in: &editor)
    #expect(editor.search?.match == "SELECT alpha;")
    _ = press(.text("x"), in: &editor)
    #expect(editor.search?.match == nil)
    _ = press(.backspace, in: &editor)
    #expect(editor.search?.match == "select ALPHA, 2;")
    _ = press(.interrupt, in: &editor)
    #expect(editor.search == nil)
    #expect(editor.buffer.text == "draft")
    #expect(press(.search, .text("beta"), .enter, in: &editor) == .submit("SELECT beta;"))
    _ = press(.search, .text("alpha"), .home, .text("X"), in: &editor)
    #expect(editor.buffer.text == "Xselect ALPHA, 2;")
  }

  @Test func tabCompletes() {
    let words = ["composer", "composer_id", "count"]
    var editor = editor { text in
      let word = text.split(separator: " ").last ?? ""
      return Completion(length: word.count, candidates: words.filter { $0.hasPrefix(word) })
    }
    #expect(press(.text("x com"), .tab, in: &editor) == .redraw)
    #expect(editor.buffer.text == "x composer")
    #expect(press(.tab, in: &editor) == .list(["composer", "composer_id"]))
    _ = press(.text("_"), .tab, in: &editor)
    #expect(editor.buffer.text == "x composer_id ")
    var empty = self.editor()
    _ = press(.tab, in: &empty)
    #expect(empty.buffer.text == "  ")
  }

  /// Keys at random: nothing traps, and the cursor stays in the text.
  @Test func anyKeysWillDo() {
    let keys: [Key] = [
      .text("a"), .text("日"), .text("\u{301}"), .text("\n"), .paste("x\ny"), .enter, .tab, .escape, .backspace, .delete,
      .left, .right, .up, .down, .home, .end, .wordLeft, .wordRight, .killToEnd, .killToStart, .killWord,
      .killNextWord, .yank, .transpose, .clearScreen, .search, .interrupt, .endOfInput, .suspend, .abort,
    ]
    var seed: UInt64 = 42
    for _ in 0..<200 {
      var editor = editor(["one;", "two\nlines;"]) { Completion(length: min(2, $0.count), candidates: ["ab", "ac"]) }
      for _ in 0..<60 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        _ = editor.handle(keys[Int(seed >> 33) % keys.count])
        #expect(0...editor.buffer.characters.count ~= editor.buffer.cursor)
        let layout = InputLayout(
          prompt: "orda> ", continuation: " ...> ", editor.buffer.characters, cursor: editor.buffer.cursor, width: 7)
        #expect(layout.rows.indices.contains(layout.cursorRow))
        #expect(layout.cursorColumn < 7)
      }
    }
  }
}
