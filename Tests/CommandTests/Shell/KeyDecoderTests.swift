import Testing

@testable import Command

@Suite struct KeyDecoderTests {
  @Test(
    arguments: [
      ("a", [.text("a")]), ("日é👩‍👩‍👧", [.text("日é👩‍👩‍👧")]), ("a\rb", [.text("a"), .enter, .text("b")]),
      ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
      ("\u{1B}OA\u{1B}OH\u{1B}OF", [.up, .home, .end]),
      ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end, .home, .end]),
      ("\u{1B}[3~\u{1B}[3;5~", [.delete, .killNextWord]),
      ("\u{1B}[1;5C\u{1B}[1;3D\u{1B}[1;2C", [.wordRight, .wordLeft, .right]),
      ("\u{1B}b\u{1B}f\u{1B}d\u{1B}\u{7F}", [.wordLeft, .wordRight, .killNextWord, .killWord]),
      (
        "\u{1}\u{5}\u{2}\u{6}\u{B}\u{15}\u{17}\u{19}\u{14}\u{C}\u{12}",
        [.home, .end, .left, .right, .killToEnd, .killToStart, .killWord, .yank, .transpose, .clearScreen, .search]
      ),
      ("\u{3}\u{4}\u{1A}\u{7}", [.interrupt, .endOfInput, .suspend, .abort]),
      ("\t\u{8}\u{7F}", [.tab, .backspace, .backspace]),
      ("\u{1B}[200~a;\rb\r\nc\u{1B}[A\u{1B}[201~d", [.paste("a;\nb\nc\u{1B}[A"), .text("d")]),
      // What is not known is left out.
      ("\u{1B}[5~a\u{1B}[99;99Xb\u{1B}Oxc\u{0}d", [.text("abcd")]),
    ] as [(String, [Key])]) func keys(_ text: String, _ keys: [Key])
  {
    var decoder = KeyDecoder()
    #expect(decoder.decode(text.utf8) == keys)
    #expect(!decoder.isAmbiguous)

    // In single bytes the same, but for texts, which then come in pieces.
    var piecemeal: [Key] = []
    for byte in text.utf8 { piecemeal += decoder.decode([byte]) }
    #expect(joined(piecemeal) == joined(keys))
  }

  private func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { result, key in
      if case .text(let more) = key, case .text(let text) = result.last {
        result[result.count - 1] = .text(text + more)
      } else {
        result.append(key)
      }
    }
  }

  @Test func anEscapeIsAKeyOnlyWhenNothingFollows() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isAmbiguous)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isAmbiguous)
    #expect(decoder.decode([0x1B, 0x1B]) == [.escape])
    #expect(decoder.decode("[A".utf8) == [.up])
    #expect(decoder.flush() == [])
    #expect(decoder.decode("\u{1B}[12".utf8) == [])
    #expect(decoder.flush() == [.escape, .text("[12")])
  }

  @Test func whatIsNoTextIsReplaced() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xFF, 0x61]) == [.text("\u{FFFD}a")])
    #expect(decoder.decode([0xE6, 0x97]) == [])
    #expect(decoder.decode([0xA5]) == [.text("日")])
    #expect(decoder.decode([0xE6, 0x0D]) == [.text("\u{FFFD}"), .enter])
  }

  @Test func aSequenceWithoutEndIsGivenUp() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}[".utf8) == [])
    for _ in 0..<100 { _ = decoder.decode("1".utf8) }
    #expect(decoder.decode("a".utf8).last == .text("a") || decoder.decode("a".utf8) == [.text("a")])
  }

  @Test func aLongPasteComesInPieces() {
    var decoder = KeyDecoder()
    let line = "INSERT INTO t VALUES (1);\r"
    var keys = decoder.decode("\u{1B}[200~".utf8)
    for _ in 0..<1000 { keys += decoder.decode(line.utf8) }
    keys += decoder.decode("\u{1B}[20".utf8)
    #expect(keys == [])
    #expect(
      decoder.decode("1~".utf8) == [.paste(String(repeating: "INSERT INTO t VALUES (1);\n", count: 1000))])
  }
}
