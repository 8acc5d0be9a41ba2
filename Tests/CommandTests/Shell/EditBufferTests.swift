import Testing

@testable import Command

@Suite struct EditBufferTests {
  /// A buffer whose cursor is where the bar is.
  func buffer(_ text: String) -> EditBuffer {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    var buffer = EditBuffer(String(parts.joined()))
    while buffer.cursor > parts[0].count { buffer.left() }
    return buffer
  }

  func shown(_ buffer: EditBuffer) -> String {
    String(buffer.characters[..<buffer.cursor]) + "|" + String(buffer.characters[buffer.cursor...])
  }

  @Test(
    arguments: [
      ("ab|c", [.backspace], "a|c"),
      ("|ab", [.backspace], "|ab"),
      ("a|bc", [.delete], "a|c"),
      ("ab|", [.delete], "ab|"),
      ("a日e\u{301}|", [.backspace], "a日|"),
      ("x👩‍👩‍👧|y", [.backspace], "x|y"),
      ("a b|c d", [.killToEnd], "a b|"),
      ("a|\nb", [.killToEnd], "a|b"),
      ("ab\nc|d", [.killToStart], "ab\n|d"),
      ("ab\n|d", [.killToStart], "ab|d"),
      ("a b.c |d", [.killWord], "a |d"),
      ("a |b_c d", [.killNextWord], "a | d"),
      ("a|b", [.killToEnd, .left, .yank], "b|a"),
      ("ab|", [.transpose], "ba|"),
      ("a|bc", [.transpose], "ba|c"),
      ("|ab", [.transpose], "|ab"),
      ("ab|\nc", [.transpose], "ba|\nc"),
      ("ab\nc|d", [.home], "ab\n|cd"),
      ("a|b\ncd", [.end], "ab|\ncd"),
      ("ab c_d|", [.wordLeft], "ab |c_d"),
      ("a|b c_d, e", [.wordRight], "ab| c_d, e"),
      ("abc\nde|", [.up], "ab|c\nde"),
      ("a\nbcd|", [.up], "a|\nbcd"),
      ("abc|\nd", [.down], "abc\nd|"),
      ("a|b", [.up], "a|b"),
      ("|", [.left, .right, .delete, .backspace, .killWord, .yank], "|"),
      ("e|x", [.text("\u{301}")], "e\u{301}|x"),
      ("👩|", [.text("\u{200D}👧")], "👩\u{200D}👧|"),
      ("a|b", [.text("1\n2")], "a1\n2|b"),
    ] as [(String, [Key], String)])
  func edits(_ before: String, _ keys: [Key], _ after: String) {
    var buffer = buffer(before)
    for key in keys {
      switch key {
      case .text(let text): buffer.insert(text)
      case .backspace: buffer.backspace()
      case .delete: buffer.delete()
      case .left: buffer.left()
      case .right: buffer.right()
      case .up: _ = buffer.up()
      case .down: _ = buffer.down()
      case .home: buffer.home()
      case .end: buffer.end()
      case .wordLeft: buffer.wordLeft()
      case .wordRight: buffer.wordRight()
      case .killToEnd: buffer.killToEnd()
      case .killToStart: buffer.killToStart()
      case .killWord: buffer.killWord()
      case .killNextWord: buffer.killNextWord()
      case .yank: buffer.yank()
      case .transpose: buffer.transpose()
      default: Issue.record("no edit: \(key)")
      }
    }
    #expect(shown(buffer) == after)
  }

  @Test func replacing() {
    var buffer = buffer("SELECT co|x")
    buffer.replace(last: 2, with: "count ")
    #expect(shown(buffer) == "SELECT count |x")
    buffer.replace(last: 50, with: "a")
    #expect(shown(buffer) == "a|x")
    buffer.toEnd()
    #expect(shown(buffer) == "ax|")
  }

  @Test func upAndDownTellWhereTheyEnd() {
    var buffer = buffer("a\nb|\nc")
    #expect([buffer.up(), buffer.up()] == [true, false])
    #expect([buffer.down(), buffer.down(), buffer.down()] == [true, true, false])
    #expect(shown(buffer) == "a\nb\nc|")
  }
}
