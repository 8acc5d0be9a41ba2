import Testing

@testable import Command

@Suite("Text is broken into lines") struct TextWrapTests {
  @Test(arguments: [
    ("", 5, [""]), ("a b", 5, ["a b"]), ("one two three", 7, ["one two", "three"]),
    ("one two three", 3, ["one", "two", "thr", "ee"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]), ("ab cdefgh", 4, ["ab", "cdef", "gh"]), ("日本語", 4, ["日本", "語"]),
    ("日本語", 1, ["日", "本", "語"]),
    ("a  b", 10, ["a  b"]), ("x", 0, ["x"]),
  ])
  func lines(_ text: String, _ width: Int, _ expected: [String]) {
    #expect(TextWrap.lines(text, width: width) == expected)
  }

  @Test("In a table that wraps, nothing is cut")
  func table() {
    var options = TableRenderer.Options()
    options.width = 20
    options.wraps = true
    var result = ""
    var renderer = TableRenderer(columns: ["n", "text"], options: options) { result += $0 }
    renderer.add([.number("1"), .text("a text too long for it")])
    renderer.add([.number("2")])
    renderer.finish()
    #expect(
      result == """
        ┌───┬──────────────┐
        │ n │ text         │
        ├───┼──────────────┤
        │ 1 │ a text too   │
        │   │ long for it  │
        │ 2 │              │
        └───┴──────────────┘

        """)
  }
}
