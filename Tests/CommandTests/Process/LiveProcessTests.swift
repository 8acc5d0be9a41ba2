import Foundation
import TestSupport
import Testing

/// `orda live` where its output is no terminal.
@Suite("orda live", .ownThread) struct LiveProcessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func setUp() async throws {
    let sql = "CREATE TABLE track (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO track VALUES (1, 'So What')"
    #expect(try await orda("shell", "sqlite:a.db", input: sql + "; CREATE TABLE pair (a, b);", in: folder).status == 0)
  }

  @Test("prints the table, and prints it anew when it has changed")
  func anew() async throws {
    try await setUp()
    let program = try RunningProgram(["live", "sqlite:a.db", "track", "--order", "title", "--count", "2"], in: folder)
    try await program.wait(for: "1 row\n")
    #expect(
      try await orda("query", "sqlite:a.db", "INSERT INTO track VALUES (2, 'Naima')", in: folder).status == 0)
    let outcome = try program.end(afterExit: true)
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(
      outcome.output == """
        ┌────┬─────────┐
        │ id │ title   │
        ├────┼─────────┤
        │  1 │ So What │
        └────┴─────────┘
        1 row

        ┌────┬─────────┐
        │ id │ title   │
        ├────┼─────────┤
        │  2 │ Naima   │
        │  1 │ So What │
        └────┴─────────┘
        2 rows

        """)
  }

  @Test("What can't be shown is told before anything is")
  func refused() async throws {
    try await setUp()
    let cases = [
      (["nothing"], "orda: noSuchTable: there is no table or view called nothing\n"),
      (["track", "--where", "titel = 1"], "orda: noSuchColumn: "), (["track", "--where", "title ="], "orda: syntax: "),
      (["track", "--order", "2"], "orda: misuse: "), (["pair"], "orda: misuse: "),
    ]
    for (arguments, error) in cases {
      let run = try await BuiltProgram(name: "orda").run(["live", "sqlite:a.db"] + arguments, in: folder)
      #expect(run.status == 1)
      #expect(run.error.hasPrefix(error), "\(run.error)")
      #expect(run.output == "")
    }
    #expect(try await orda("live", "sqlite:a.db", "track", "--limit", "-1", in: folder).status == 64)
  }
}
