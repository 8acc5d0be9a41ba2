import Foundation
import TestSupport
import Testing

@testable import Command

/// `orda shell` in a pseudo-terminal.
@Suite(.ownThread, .serialized) struct ShellTerminalTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a shell in a terminal, from its first prompt on.
  func shell<R>(
    _ url: String = "sqlite::memory:", columns: Int = 80, _ body: (PseudoTerminal) async throws -> R
  ) async throws -> R {
    try await PseudoTerminal.run(
      ["shell", url], columns: columns, environment: ["ORDA_HISTORY": folder.file("history")]
    ) { terminal in
      try await terminal.wait(line: "orda>")
      return try await body(terminal)
    }
  }

  /// Types a statement and waits for the next prompt.
  func answer(_ input: String, _ terminal: PseudoTerminal, prompt: String = "orda>") async throws -> [String] {
    let before = terminal.now.screen.row
    terminal.type(input + "\r")
    return try await terminal.wait("an answer to \(input)") { $0.screen.row > before && $0.screen.cursorLine == prompt }
      .screen.lines
  }

  /// A query that would take for ever.
  let endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c;"

  @Test("Control-D leaves with status 0, and the terminal is as it was")
  func leaving() async throws {
    try await shell { terminal in
      #expect(!terminal.editsLinesItself)
      terminal.type("SELECT\u{4}")
      try await terminal.wait(line: "orda> SELECT")
      terminal.type(PseudoTerminal.control("U") + PseudoTerminal.control("D"))
      #expect(try await terminal.end() == 0)
      #expect(terminal.now.text.hasSuffix("\u{1B}[?2004l"))
    }
    try await PseudoTerminal.run(["shell", "sqlite::memory:"]) { terminal in
      try await terminal.wait(line: "orda>")
      terminal.type(".quit\r")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("The arrow up brings back what was typed, in the next shell too")
  func history() async throws {
    try await shell { terminal in
      _ = try await answer("SELECT 41 + 1 AS answer;", terminal)
      _ = try await answer("SELECT\r 'two lines';", terminal)
      terminal.type(PseudoTerminal.up)
      try await terminal.wait("the last statement") { $0.screen.cursorLine == " ...>  'two lines';" }
      // Once to the first line, once to the statement before.
      terminal.type(PseudoTerminal.up + PseudoTerminal.up)
      try await terminal.wait(line: "orda> SELECT 41 + 1 AS answer;")
      #expect(try await answer("", terminal).contains("│     42 │"))
      _ = try await answer(" SELECT 'kept private';", terminal)
      _ = try await answer("SELECT 'my password';", terminal)
    }
    #expect(
      try folder.text("history")
        == "SELECT 41 + 1 AS answer;\nSELECT\\n 'two lines';\nSELECT 41 + 1 AS answer;\n")
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file("history"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try await shell { terminal in
      terminal.type(PseudoTerminal.up)
      try await terminal.wait(line: "orda> SELECT 41 + 1 AS answer;")
      terminal.type(PseudoTerminal.control("C") + PseudoTerminal.control("R") + "TWO")
      try await terminal.wait("what was searched for") {
        $0.screen.lines.contains("(search: TWO) SELECT") && $0.screen.cursorLine == " ...>  'two lines';"
      }
      #expect(try await answer("", terminal).contains("│ two lines   │"))
    }
  }

  @Test("A statement goes on until its semicolon")
  func severalLines() async throws {
    try await shell { terminal in
      terminal.type("SELECT ';'\r")
      try await terminal.wait(line: " ...>")
      terminal.type("AS text -- ;\r")
      try await terminal.wait("the third line") { $0.screen.lines.last == " ...>" && $0.screen.row >= 4 }
      let lines = try await answer("; SELECT 2 AS two;", terminal)
      #expect(lines.contains("│ ;    │"))
      #expect(lines.contains("│   2 │"))
    }
  }

  @Test("Control-C while typing clears the input and stays")
  func interruptingTyping() async throws {
    try await shell { terminal in
      terminal.type("SELECT 'never\r")
      try await terminal.wait(line: " ...>")
      terminal.type(PseudoTerminal.control("C"))
      try await terminal.wait(line: "orda>")
      #expect(try await answer("SELECT 1 AS one;", terminal).contains("│   1 │"))
    }
  }

  @Test("Control-C stops the statement that runs, and the shell goes on")
  func interruptingAStatement() async throws {
    try await shell { terminal in
      _ = try await answer("CREATE TEMP TABLE kept (a); INSERT INTO kept VALUES (7);", terminal)
      for isOnce in [true, false] {
        terminal.type(endless + "\r")
        try await terminal.wait("the statement to begin") { $0.text.hasSuffix("\u{1B}[?2004l") }
        #expect(terminal.editsLinesItself)
        terminal.type(String(repeating: PseudoTerminal.control("C"), count: isOnce ? 1 : 2))
        // A terminal forgets what was written and not yet shown when it sees a Control-C: the second one may take the
        // message with it.
        try await terminal.wait("the prompt") {
          $0.screen.cursorLine == "orda>" && (!isOnce || $0.text.contains("cancelled"))
        }
      }
      #expect(try await answer("SELECT a FROM kept;", terminal).contains("│ 7 │"))
      terminal.type(PseudoTerminal.control("D"))
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("Control-C stops rows that go on for ever")
  func interruptingRows() async throws {
    try await shell { terminal in
      terminal.type("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c;\r")
      try await terminal.wait("rows") { $0.text.contains("│  200 │") || $0.text.contains("│ 200 │") }
      terminal.type(PseudoTerminal.control("C"))
      try await terminal.wait("the prompt") { $0.text.hasSuffix("orda> \r\u{1B}[6C") && $0.text.contains("cancelled") }
    }
  }

  @Test("Wide characters and emoji are edited as one")
  func wideCharacters() async throws {
    try await shell { terminal in
      let two = PseudoTerminal.left + PseudoTerminal.left
      terminal.type("SELECT 'a日本👩‍👩‍👧é';")
      try await terminal.wait(line: "orda> SELECT 'a日本👩‍👩‍👧é';")
      terminal.type(two + PseudoTerminal.backspace + PseudoTerminal.backspace)
      try await terminal.wait(line: "orda> SELECT 'a日本';")
      #expect(terminal.now.screen.column == DisplayWidth.of("orda> SELECT 'a日本"))
      terminal.type(PseudoTerminal.backspace + "e\u{301}")
      try await terminal.wait(line: "orda> SELECT 'a日e\u{301}';")
      #expect(try await answer("", terminal).contains("│ a日e\u{301}   │"))
    }
  }

  @Test("In a narrow window lines go on in the next row")
  func narrowWindow() async throws {
    try await shell(columns: 40) { terminal in
      let text = "SELECT 'abcdefghijklmnopqrstuvwxyz' || '日本日本日本日本日本日本' AS wide_one;"
      terminal.type(text)
      try await terminal.wait("all of it") { $0.screen.lines.suffix(3).joined() == "orda> " + text }
      let lines = terminal.now.screen.lines
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= 40 })
      terminal.type(PseudoTerminal.home + PseudoTerminal.control("K") + "SELECT 1 AS one;")
      try await terminal.wait(line: "orda> SELECT 1 AS one;")
      #expect(terminal.now.screen.lines.count == lines.count - 2)
      #expect(try await answer("", terminal).contains("│   1 │"))
      terminal.type(text)
      try await terminal.wait("all of it") { $0.screen.lines.suffix(3).joined() == "orda> " + text }
      terminal.resize(columns: 100)
      try await terminal.wait(line: "orda> " + text)
    }
  }

  @Test("What is pasted is one input, whatever lines it has")
  func pasting() async throws {
    try await shell { terminal in
      let text = "CREATE TABLE t (a);\rINSERT INTO t\r\tVALUES (1), (2);\rSELECT sum(a) AS s FROM t;"
      terminal.type("\u{1B}[200~" + text + "\u{1B}[201~")
      try await terminal.wait(line: " ...> SELECT sum(a) AS s FROM t;")
      #expect(terminal.now.screen.lines.suffix(4).first == "orda> CREATE TABLE t (a);")
      let lines = try await answer("", terminal)
      #expect(lines.contains("2 rows changed, last ID 2"))
      #expect(lines.contains("│ 3 │"))
    }
    #expect(
      try folder.text("history")
        == "CREATE TABLE t (a);\\nINSERT INTO t\\n\tVALUES (1), (2);\\nSELECT sum(a) AS s FROM t;\n")
  }

  @Test("The tab key completes words, tables and commands")
  func completing() async throws {
    try await shell { terminal in
      _ = try await answer("CREATE TABLE composer (composer_id INTEGER, name TEXT);", terminal)
      terminal.type("sel\t* FROM comp\tWHERE composer.na\t= 'x';")
      try await terminal.wait(line: "orda> select * FROM composer WHERE composer.name = 'x';")
      terminal.type(PseudoTerminal.control("U") + ".sch\t\r")
      try await terminal.wait("the schema") {
        $0.screen.lines.contains("CREATE TABLE composer (composer_id INTEGER, name TEXT);")
          && $0.screen.cursorLine == "orda>"
      }
      terminal.type("SELECT comp\t\t")
      try await terminal.wait("what there is") {
        $0.screen.lines.contains("composer     composer_id") && $0.screen.cursorLine == "orda> SELECT composer"
      }
    }
  }

  @Test("A pager shows what is longer than the screen, and nothing else")
  func pager() async throws {
    try folder.write("#!/bin/sh\necho paged > $0.out\nsed -n '4p;$p'\n", to: "pager")
    try folder.write("#!/bin/sh\nread line\necho left\n", to: "leaver")
    try await shell { terminal in
      let state = try await answer(".pager", terminal)
      #expect(state.suffix(2).first == "off")
      _ = try await answer(".pager sh '\(folder.file("pager"))'", terminal)
      #expect(try await answer("SELECT 1 AS one;", terminal).contains("│   1 │"))
      #expect((try? folder.text("pager.out")) == nil)
      let many = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 100) SELECT n FROM c;"
      let lines = try await answer(many, terminal)
      #expect(lines.suffix(3) == ["│   1 │", "100 rows", "orda>"])
      #expect(try folder.text("pager.out") == "paged\n")
      // Who has seen enough ends the statement.
      _ = try await answer(".pager sh '\(folder.file("leaver"))'", terminal)
      let forEver = many.replacing("LIMIT 100", with: "")
      let left = try await answer(forEver, terminal)
      #expect(left.suffix(2) == ["left", "orda>"])
      _ = try await answer(".pager /nowhere/pager", terminal)
      let failed = try await answer(many, terminal)
      #expect(failed.contains { $0.hasPrefix("orda: the pager '/nowhere/pager' can't be run, and is off now;") })
      let unpaged = try await answer(many, terminal)
      #expect(unpaged.suffix(2) == ["100 rows", "orda>"])
    }
  }

  @Test("Words of other shells are no beginnings of statements")
  func foreignWords() async throws {
    try await shell { terminal in
      let help = try await answer("help", terminal)
      #expect(help.contains { $0.hasPrefix("Everything else is SQL") })
      let lines = try await answer("SELECT 6 * 7 AS a\\G", terminal)
      #expect(lines.suffix(3) == ["a | 42", "1 row", "orda>"])
      terminal.type("exit\r")
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("An open transaction shows in the prompt, and leaving rolls it back")
  func transactions() async throws {
    let url = "sqlite:\(folder.file("a.db"))"
    try await shell(url) { terminal in
      _ = try await answer("CREATE TABLE t (a);", terminal)
      _ = try await answer("BEGIN;", terminal, prompt: "orda*>")
      _ = try await answer("INSERT INTO t VALUES (1);", terminal, prompt: "orda*>")
      #expect(try await answer("COMMIT;", terminal).contains("committed"))
      _ = try await answer("BEGIN IMMEDIATE;", terminal, prompt: "orda*>")
      _ = try await answer("INSERT INTO t VALUES (2);", terminal, prompt: "orda*>")
      #expect(
        try await answer("SELECT count(*) AS n FROM t;", terminal, prompt: "orda*>").contains("│ 2 │"))
      // A statement that is stopped does not end the transaction.
      terminal.type(endless + "\r")
      try await terminal.wait("the statement to begin") { $0.text.hasSuffix("\u{1B}[?2004l") }
      terminal.type(PseudoTerminal.control("C"))
      try await terminal.wait("the prompt") { $0.text.contains("cancelled") && $0.screen.cursorLine == "orda*>" }
      terminal.type(PseudoTerminal.control("D"))
      #expect(try await terminal.end() == 0)
      #expect(terminal.now.text.contains("orda: the open transaction was rolled back"))
    }
    let run = try await orda("query", url, "SELECT count(*) AS n FROM t", in: folder)
    #expect(run.output.contains("│ 1 │"))
  }

  @Test("Errors are shown, the rest of the input is left out, and the shell goes on")
  func errors() async throws {
    try await shell { terminal in
      let lines = try await answer("SELEC 1; SELECT 'never';", terminal)
      #expect(lines.contains("orda: syntax: near \"SELEC\": syntax error"))
      #expect(!lines.contains { $0.contains("│ never") })
      #expect(
        try await answer(".tabels", terminal).contains("orda: there is no command .tabels; did you mean .tables?"))
      #expect(try await answer(".timing on", terminal).last == "orda>")
      let timed = try await answer("SELECT 1;", terminal)
      #expect(timed.contains { $0.hasPrefix("1 row, ") && $0.hasSuffix(" ms") })
      terminal.type(PseudoTerminal.control("D"))
      #expect(try await terminal.end() == 0)
    }
  }

  @Test("A terminal that hangs up ends the shell", arguments: [false, true])
  func hangingUp(isRunning: Bool) async throws {
    try await shell { terminal in
      if isRunning {
        terminal.type(endless + "\r")
        try await terminal.wait("the statement to begin") { $0.text.hasSuffix("\u{1B}[?2004l") }
      }
      terminal.hangUp()
      #expect(try await terminal.end() == -SIGHUP)
    }
  }

  @Test("A signal that ends the shell leaves the terminal as it was")
  func terminating() async throws {
    try await shell { terminal in
      terminal.type("SELECT 1")
      try await terminal.wait(line: "orda> SELECT 1")
      terminal.send(SIGTERM)
      try await terminal.wait("the terminal's own editing") { $0.text.hasSuffix("\u{1B}[?2004l") || $0.isOver }
      #expect(try await terminal.end() == -SIGTERM)
    }
  }

  @Test("A terminal that can't move its cursor is typed into all the same")
  func dumbTerminal() async throws {
    try await PseudoTerminal.run(["shell", "sqlite::memory:"], environment: ["TERM": "dumb"]) { terminal in
      terminal.type("SELECT 6 * 7 AS answer;\n")
      try await terminal.wait("an answer") { $0.text.contains("│     42 │") }
      #expect(!terminal.now.text.contains("\u{1B}"))
      terminal.type(PseudoTerminal.control("D"))
      #expect(try await terminal.end() == 0)
    }
  }
}
