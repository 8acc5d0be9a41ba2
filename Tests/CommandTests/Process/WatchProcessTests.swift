import Foundation
import TestSupport
import Testing

/// `orda watch`, run as a process, and what others write meanwhile.
@Suite("orda watch", .ownThread) struct WatchProcessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func setUp() async throws {
    let sql =
      "CREATE TABLE track (id INTEGER PRIMARY KEY, title TEXT, seconds INT); CREATE TABLE pair (a, b); INSERT INTO track VALUES (1, 'So What', 562)"
    #expect(try await orda("shell", "sqlite:a.db", input: sql + ";", in: folder).status == 0)
  }

  /// Runs a statement by the shell of SQLite.
  private func sqlite3(_ sql: String) async throws {
    let run = try await BuiltProgram.shell("sqlite3 -cmd '.timeout 20000' a.db \"\(sql)\"", in: folder)
    #expect(run.status == 0, "\(run.error)")
  }

  /// Begins to watch, and changes a row until the watch has seen one, for nothing tells when it has begun: from then on it
  /// sees everything.
  private func watching(_ arguments: String...) async throws -> RunningProgram {
    let program = try RunningProgram(["watch", "sqlite:a.db"] + arguments, in: folder)
    while program.output.isEmpty { try await sqlite3("UPDATE track SET seconds = seconds + 1") }
    return program
  }

  @Test("shows what the shell of SQLite and another orda write, until Control-C")
  func lines() async throws {
    try await setUp()
    let program = try await watching("track", "pair")
    try await sqlite3("INSERT INTO track VALUES (2, 'Naima', 261)")
    try await program.wait(for: "insert  track  id=2: id=2, title='Naima', seconds=261\n")
    #expect(
      try await orda("query", "sqlite:a.db", "UPDATE track SET title = ? WHERE id = 2", "a\u{1B}[1mb", in: folder)
        .status == 0)
    try await program.wait(for: "update  track  id=2: title='Naima' -> 'a\\u{1b}[1mb'\n")
    try await sqlite3("BEGIN; DELETE FROM track WHERE id = 1; UPDATE track SET id = 7; COMMIT")
    try await program.wait(for: "delete  track  id=2: ")
    try await program.wait(for: "insert  track  id=7: ")
    // A table without a key can't be compared.
    try await sqlite3("INSERT INTO pair VALUES (1, 2)")
    try await program.wait(for: "change  pair  some rows\n")
    try await sqlite3("CREATE TABLE other (x)")
    try await program.wait(for: "schema  main  tables were made, altered or dropped\n")
    try await sqlite3(
      "BEGIN; INSERT INTO track VALUES (50, 'undone', 1); ROLLBACK; INSERT INTO track VALUES (51, 'last', 1)")
    try await program.wait(for: "insert  track  id=51: ")
    program.signal(SIGINT)
    let outcome = try program.end(afterExit: true)
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(!outcome.output.contains("undone"))
  }

  @Test("as objects for programs; --compare 0 tells only that a table changed")
  func json() async throws {
    try await setUp()
    let program = try await watching("--format", "jsonl")
    try await sqlite3("INSERT INTO track VALUES (2, 'Naima', 261)")
    try await program.wait(
      for:
        #"{"kind":"insert","table":"track","schema":"main","key":{"id":2},"columns":["id","title","seconds"],"new":{"id":2,"title":"Naima","seconds":261},"origin":"elsewhere","batch":"#
    )
    program.signal(SIGTERM)
    #expect(try program.end(afterExit: true).status == -SIGTERM)

    let vague = try await watching("track", "--format", "jsonl", "--compare", "0", "--count", "1")
    let outcome = try vague.end(afterExit: true)
    #expect(outcome.status == 0)
    #expect(
      outcome.output.hasPrefix(#"{"kind":"change","table":"track","schema":"main","origin":"elsewhere","batch":"#))
  }

  @Test("--where shows what concerns the rows of a condition, and which rows begin and cease to meet it")
  func condition() async throws {
    try await setUp()
    let program = try await watching("track", "--where", "seconds > 300 AND title <> 'none' -- long ones")
    try await sqlite3("INSERT INTO track VALUES (2, 'Naima', 261), (3, 'Freddie', 589)")
    try await program.wait(for: "insert  track  id=3: id=3, title='Freddie', seconds=589\n")
    try await sqlite3("UPDATE track SET seconds = 301 WHERE id = 2")
    try await program.wait(for: "enter   track  id=2: seconds=261 -> 301\n")
    try await sqlite3("UPDATE track SET title = 'Naima!' WHERE id = 2")
    try await program.wait(for: "update  track  id=2: title='Naima' -> 'Naima!'\n")
    try await sqlite3("UPDATE track SET seconds = 1 WHERE id = 2")
    try await program.wait(for: "leave   track  id=2: seconds=301 -> 1\n")
    try await sqlite3("UPDATE track SET seconds = 2 WHERE id = 2")
    try await sqlite3("DELETE FROM track WHERE id = 2")
    try await sqlite3("DELETE FROM track WHERE id = 3")
    try await program.wait(for: "delete  track  id=3: id=3, title='Freddie', seconds=589\n")
    program.signal(SIGINT)
    let outcome = try program.end(afterExit: true)
    #expect(outcome.status == 0)
    #expect(outcome.output.components(separatedBy: "id=2").count == 4)

    let json = try await watching("track", "--where", "seconds > 300", "--format", "jsonl", "--count", "1")
    _ = try json.end(afterExit: true)
    let bad = [("nonsense = 1", "noSuchColumn"), ("seconds >", "syntax"), ("'open", "syntax")]
    for (condition, kind) in bad {
      let run = try await orda("watch", "sqlite:a.db", "track", "--where", condition, in: folder)
      #expect(run.status == 1)
      #expect(run.error.hasPrefix("orda: \(kind): "), "\(run.error)")
    }
    #expect(try await orda("watch", "sqlite:a.db", "--where", "seconds > 1", in: folder).status == 64)
    let keyless = try await orda("watch", "sqlite:a.db", "pair", "--where", "a > 1", in: folder)
    #expect(keyless.error.hasPrefix("orda: misuse: the table pair has no key"))
  }

  @Test("A table that there is not, a database in memory, and numbers that make no sense")
  func refused() async throws {
    try await setUp()
    let missing = try await orda("watch", "sqlite:a.db", "nothing", in: folder)
    #expect(missing.status == 1)
    #expect(missing.error == "orda: noSuchTable: there is no table or view called nothing\n")
    let count = try await orda("watch", "sqlite:a.db", "--count", "0", in: folder)
    #expect(count.status == 64)
  }
}
