import Foundation
import TestSupport
import Testing

@testable import Command

/// `orda live` in a pseudo-terminal.
@Suite("orda live on a terminal", .ownThread, .serialized) struct LiveTerminalTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sqlite3(_ sql: String) async throws {
    let run = try await BuiltProgram.shell("sqlite3 -cmd '.timeout 20000' a.db \"\(sql)\"", in: folder)
    #expect(run.status == 0, "\(run.error)")
  }

  /// Shows tracks, from the first drawing on.
  private func live<R>(
    _ arguments: String..., columns: Int = 60, rows: Int = 24, environment: [String: String] = [:],
    _ body: (PseudoTerminal) async throws -> R
  ) async throws -> R {
    try await sqlite3(
      "CREATE TABLE track (id INTEGER PRIMARY KEY, title TEXT, seconds INT); INSERT INTO track VALUES (1, 'So What', 562), (2, 'Naima', 261), (3, 'Freddie', 589)"
    )
    return try await PseudoTerminal.run(
      ["live", "sqlite:\(folder.file("a.db"))", "track"] + arguments, columns: columns, rows: rows,
      environment: environment
    ) { terminal in
      try await terminal.wait("the first drawing") { $0.text.contains("q ends") }
      return try await body(terminal)
    }
  }

  @Test("Rows change in place, in their order; q ends, and the terminal is as it was")
  func inPlace() async throws {
    try await live("--where", "seconds > 300", "--order", "seconds DESC") { terminal in
      #expect(!terminal.editsLinesItself)
      let first = terminal.now.screen.lines
      #expect(first.first == "track where seconds > 300")
      #expect(first.contains("│  3 │ Freddie │     589 │"))
      #expect(first.contains("2 rows; q ends"))
      try await sqlite3("UPDATE track SET seconds = 700, title = 'a' || char(27) || 'b' WHERE id = 2")
      let second = try await terminal.wait("three rows") { $0.screen.lines.contains("3 rows; q ends") }.screen.lines
      #expect(second.contains("│  2 │ a\\u{1b}b │     700 │"))
      #expect(second.firstIndex(of: "│  2 │ a\\u{1b}b │     700 │") == 4)
      try await sqlite3("DELETE FROM track WHERE id = 3")
      try await terminal.wait("two rows") { $0.screen.lines.contains("2 rows; q ends") }
      terminal.type("q")
      #expect(try await terminal.end() == 0)
      #expect(terminal.now.text.hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
    }
  }

  @Test("What changed is set off for a moment, where there are colours")
  func marks() async throws {
    try await live(environment: ["NO_COLOR": ""]) { terminal in
      #expect(!terminal.now.text.contains("\u{1B}[7m"))
      try await sqlite3("UPDATE track SET seconds = 262 WHERE id = 2")
      let marked = try await terminal.wait("a mark") { $0.text.contains("\u{1B}[7m     262 \u{1B}[0m") }.text
      // The row is drawn again without it.
      try await terminal.wait("no mark") { view in
        let last = view.text.dropFirst(marked.count).components(separatedBy: "\u{1B}[H").last ?? ""
        return last.contains("262") && !last.contains("\u{1B}[7m")
      }
      terminal.type(PseudoTerminal.control("C"))
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("It follows the size of the terminal, and says how much is not shown")
  func sizes() async throws {
    try await live(columns: 60, rows: 8) { terminal in
      #expect(terminal.now.screen.lines.contains("3 rows, 1 more below; q ends"))
      terminal.resize(columns: 20)
      let narrow = try await terminal.wait("a narrow drawing") { view in
        view.text.components(separatedBy: "\u{1B}[H").last?.contains("3 rows, 1 column") ?? false
      }
      let drawing = try #require(narrow.text.components(separatedBy: "\u{1B}[H").last)
      for line in drawing.replacing("\u{1B}[K", with: "").replacing("\u{1B}[J", with: "").split(separator: "\r\n") {
        #expect(DisplayWidth.of(String(line)) <= 20, "\(line)")
      }
      terminal.send(SIGTERM)
      #expect(try await terminal.end() == -SIGTERM)
      #expect(terminal.now.text.hasSuffix("\u{1B}[?1049l"))
    }
  }

  @Test("A table that is dropped is told of, and one that comes back shown")
  func dropped() async throws {
    try await live { terminal in
      try await sqlite3("ALTER TABLE track RENAME TO other")
      try await terminal.wait("the error") { $0.screen.lines.contains { $0.hasPrefix("noSuchTable: ") } }
      #expect(terminal.now.screen.lines.contains("│  2 │ Naima   │     261 │"))
      try await sqlite3("ALTER TABLE other RENAME TO track; INSERT INTO track VALUES (4, 'Blue', 1)")
      try await terminal.wait("four rows") { $0.screen.lines.contains("4 rows; q ends") }
      terminal.type("Q")
      #expect(try await terminal.end() == 0)
    }
  }
}
