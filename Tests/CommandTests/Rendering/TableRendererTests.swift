import Testing

@testable import Command

@Suite struct TableRendererTests {
  private func table(
    _ columns: [String], _ rows: [[Cell]], _ options: TableRenderer.Options = TableRenderer.Options()
  ) -> String {
    var result = ""
    var renderer = TableRenderer(columns: columns, options: options) { result += $0 }
    for row in rows { renderer.add(row) }
    renderer.finish()
    return result
  }

  @Test func boxWithNumbersToTheRight() {
    let text = table(
      ["id", "name"], [[.number("1"), .text("Jazz")], [.number("120"), .text("Rock & Roll")], [.null, .text("")]])
    #expect(
      text == """
        ┌──────┬─────────────┐
        │   id │ name        │
        ├──────┼─────────────┤
        │    1 │ Jazz        │
        │  120 │ Rock & Roll │
        │ NULL │             │
        └──────┴─────────────┘

        """)
  }

  @Test func ascii() {
    var options = TableRenderer.Options()
    options.rules = .ascii
    #expect(table(["a"], [[.text("x")]], options) == "+---+\n| a |\n+---+\n| x |\n+---+\n")
  }

  @Test func noRows() {
    #expect(table(["a", "bc"], []) == "┌───┬────┐\n│ a │ bc │\n├───┼────┤\n└───┴────┘\n")
  }

  @Test func wideSignsAreAligned() {
    let lines = table(["t"], [[.text("日本")], [.text("e\u{301}")], [.text("👩‍👩‍👧!")], [.text("abcd")]])
    #expect(
      lines == "┌──────┐\n│ t    │\n├──────┤\n│ 日本 │\n│ e\u{301}    │\n│ 👩‍👩‍👧!  │\n│ abcd │\n└──────┘\n")
  }

  @Test func controlCharactersDoNotBreakLines() {
    let text = table(["a\nb"], [[.text("1\n2\0")]])
    #expect(text == "┌────────┐\n│ a\\nb   │\n├────────┤\n│ 1\\n2\\0 │\n└────────┘\n")
  }

  @Test func cutToTheWidth() {
    var options = TableRenderer.Options()
    options.width = 20
    let text = table(["n", "t"], [[.number("1234"), .text("a text too long for it")]], options)
    #expect(text.contains("│ 1234 │ a text t… │\n"))
    for line in text.split(separator: "\n") { #expect(DisplayWidth.of(line) == 20) }
  }

  @Test func aWideSignIsNeverHalved() {
    var options = TableRenderer.Options()
    options.width = 8
    #expect(table(["t"], [[.text("日本語")]], options).contains("│ 日…  │\n"))
  }

  @Test func rowsAreStreamedAfterTheSample() {
    var options = TableRenderer.Options()
    options.sample = 2
    var lines: [String] = []
    var renderer = TableRenderer(columns: ["a"], options: options) { lines.append($0) }
    renderer.add([.text("1")])
    #expect(lines.isEmpty)
    renderer.add([.text("22")])
    #expect(lines.count == 5)
    renderer.add([.text("333")])
    #expect(lines.last == "│ 333 │\n")  // nothing is lost where no width is asked for
    renderer.finish()
    #expect(lines.last == "└────┘\n")
    #expect(renderer.count == 3)
  }

  @Test func aLaterNumberGetsAWiderColumnUnderAHeaderOfItsOwn() {
    var options = TableRenderer.Options()
    options.sample = 1
    options.width = 80
    #expect(
      table(["id", "t"], [[.number("99"), .text("a")], [.number("100"), .text("a")]], options) == """
        ┌────┬───┐
        │ id │ t │
        ├────┼───┤
        │ 99 │ a │
        └────┴───┘
        ┌─────┬───┐
        │  id │ t │
        ├─────┼───┤
        │ 100 │ a │
        └─────┴───┘

        """)
  }

  @Test func laterTextsGetMoreThanTheyNeed() {
    var options = TableRenderer.Options()
    options.sample = 1
    options.width = 80
    let texts = (1...60).map { [Cell.text(String(repeating: "x", count: $0))] }
    let text = table(["a"], texts, options)
    #expect(!text.contains("…"))
    #expect(text.count(where: { $0 == "┌" }) < 12)
  }

  @Test func whereThereIsNoRoomALaterTextIsCutAndANumberIsNot() {
    var options = TableRenderer.Options()
    options.sample = 1
    options.width = 17
    let rows: [[Cell]] = [
      [.number("12345678"), .text("ab")], [.number("12345678"), .text("abc")], [.number("12345678901"), .null],
    ]
    let text = table(["a", "b"], rows, options)
    #expect(text.contains("│ 12345678 │ a… │\n"))
    #expect(text.contains("│ 12345678901 │ "))
    #expect(text.count(where: { $0 == "┌" }) == 2)
  }

  @Test func aHeaderIsCutWhereANumberIsNot() {
    var options = TableRenderer.Options()
    options.width = 12
    #expect(table(["a_long_name"], [[.number("12345")]], options).contains("│ a_lo… │\n├───────┤\n│ 12345 │\n"))
  }

  @Test func shortAndLongRows() {
    let text = table(["a", "b"], [[.text("1")], [.text("1"), .text("2"), .text("3")]])
    #expect(text.contains("│ 1 │   │\n│ 1 │ 2 │\n"))
  }

  @Test func stylesDoNotCountAsWidth() {
    var options = TableRenderer.Options()
    options.style = .colored
    let text = table(["a"], [[.null]], options)
    #expect(text.contains("\u{1B}[2mNULL\u{1B}[0m"))
    #expect(text.contains("\u{1B}[1ma   \u{1B}[0m"))
  }
}
