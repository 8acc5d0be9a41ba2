import ORDA
import Testing

@testable import Command

@Suite("One value a line") struct VerticalWriterTests {
  @Test("with names of the same width and numbered records")
  func records() throws {
    let rows: [[Value]] = [
      [.int(1), .text("Kind of Blue\n"), .text("")], [.null, .text("NULL"), .bytes([0, 255])],
    ]
    #expect(
      try written(.vertical, ["id", "名前", "more"], rows) == """
        -- record 1 --
        id   | 1
        名前 | Kind of Blue\\n
        more |
        -- record 2 --
        id   | NULL
        名前 | 'NULL'
        more | x'00ff'

        """)
    #expect(try written(.vertical, ["id"], []) == "")
  }

  @Test("with long texts whole")
  func long() throws {
    let long = String(repeating: "x", count: 20_000)
    #expect(try written(.vertical, ["a"], [[.text(long)]]) == "-- record 1 --\na | \(long)\n")
  }
}
