import ORDA
import Testing

@testable import Command

@Suite("Markdown is written") struct MarkdownWriterTests {
  @Test("with numbers to the right, aligned in its source")
  func table() throws {
    let rows: [[Value]] = [[.int(1), .text("Jazz"), .null], [.int(1200), .text("Rock & Roll"), .bytes([1])]]
    #expect(
      try written(.markdown, ["id", "name", "n"], rows) == """
        |   id | name         | n     |
        | ---: | ------------ | ----- |
        |    1 | Jazz         | NULL  |
        | 1200 | Rock \\& Roll | x'01' |

        """)
    #expect(try written(.markdown, ["a"], []) == "| a   |\n| --- |\n")
  }

  @Test(
    "so that nothing of a value is taken for Markdown",
    arguments: [
      ("a|b", "a\\|b"), ("\\|", "\\\\\\|"), ("a\nb\r\nc\rd", "a<br>b<br>c<br>d"), ("<br>", "\\<br>"),
      ("*a* `b` [c]", "\\*a\\* \\`b\\` \\[c\\]"),
      ("snake_case", "snake_case"), ("_a_", "\\_a\\_"), ("a__b", "a\\_\\_b"), ("~~a~~", "\\~\\~a\\~\\~"),
      ("&amp;", "\\&amp;"),
      ("a\0\u{1B}", "a\\\\0\\\\u{1b}"), ("", ""),
    ])
  func escapes(_ value: String, _ expected: String) {
    #expect(MarkdownWriter.escaping(value) == expected)
  }

  @Test("with the text NULL unlike NULL")
  func null() throws {
    #expect(try written(.markdown, ["a"], [[.text("NULL")], [.null]]).hasSuffix("| 'NULL' |\n| NULL   |\n"))
  }

  @Test("with long texts whole")
  func long() throws {
    let long = String(repeating: "x", count: 20_000)
    #expect(try written(.markdown, ["a"], [[.text(long)]], to: .screen(width: 40)).contains("| \(long) |\n"))
  }
}
