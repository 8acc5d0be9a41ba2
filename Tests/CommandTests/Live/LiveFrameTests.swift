import ORDA
import Testing

@testable import Command

@Suite("A screen of a live result") struct LiveFrameTests {
  private func frame(_ columns: [String], width: Int, height: Int, color: Bool = false) -> LiveFrame {
    let terminal = Terminal(
      isTerminal: true, reportedWidth: width, environment: .init { $0 == "NO_COLOR" && !color ? "1" : nil })
    return LiveFrame(title: "track", columns: columns, terminal: terminal, height: height)
  }

  @Test("Rows, and what there is besides them")
  func rows() {
    let frame = frame(["id", "title"], width: 40, height: 8)
    #expect(frame.room == 2)
    #expect(
      frame.lines([.init(values: [1, "So What"]), .init(values: [2, .null])], of: 1234, error: nil) == [
        "track", "┌────┬─────────┐", "│ id │ title   │", "├────┼─────────┤", "│  1 │ So What │", "│  2 │ NULL    │",
        "└────┴─────────┘", "1,234 rows, 1,232 more below; q ends",
      ])
    #expect(frame.lines([], of: 0, error: "noSuchTable: gone\u{1B}").last == "noSuchTable: gone\\u{1b}")
  }

  @Test("No line is longer than the terminal is wide, and there are no more than it is high")
  func cut() {
    let columns = (1...30).map { "column \($0)" }
    let values = (1...30).map { Value.text(String(repeating: "x", count: $0 * 3)) }
    for width in [12, 20, 41, 80, 200] {
      for height in [1, 3, 6, 7, 24] {
        let frame = frame(columns, width: width, height: height)
        let rows = Array(repeating: LiveFrame.Row(values: values), count: frame.room)
        let lines = frame.lines(rows, of: 500, error: nil)
        #expect(lines.count <= height)
        for line in lines { #expect(DisplayWidth.of(line) <= width, "\(line) in \(width)") }
      }
    }
    let last = frame(columns, width: 41, height: 24).lines([], of: 0, error: nil).last
    #expect(last == "0 rows, 27 columns more; q ends")
  }

  @Test("What changed is set off where there are colours")
  func marks() {
    let row = LiveFrame.Row(values: [1, "Naima"], marked: [1])
    let colored = frame(["id", "title"], width: 40, height: 9, color: true).lines([row], of: 1, error: nil)
    #expect(colored.contains { $0.contains("\u{1B}[7m Naima \u{1B}[0m") })
    #expect(!frame(["id", "title"], width: 40, height: 9).lines([row], of: 1, error: nil).joined().contains("\u{1B}"))
  }
}
