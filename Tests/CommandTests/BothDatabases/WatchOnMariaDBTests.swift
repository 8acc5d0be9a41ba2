import Foundation
import TestSupport
import Testing

/// `orda watch` on a server, and what another process writes meanwhile.
@Suite("orda watch on MariaDB", .ownThread) struct WatchOnMariaDBTests {
  @Test("shows the rows as they change, each with its key")
  func rows() async throws {
    let database = try CommandDatabase.mariadb.made()
    let script = """
      CREATE TABLE track (id INT PRIMARY KEY, title VARCHAR(20), seconds INT); CREATE TABLE bag (a INT);
      INSERT INTO track VALUES (1, 'So What', 562);
      """
    #expect(try await database.orda("shell", input: script).status == 0)
    let program = try RunningProgram(["watch", database.url], in: database.folder)
    // It sees everything as soon as it has seen one change.
    while program.output.isEmpty {
      #expect(try await database.orda("query", "UPDATE track SET seconds = seconds + 1").status == 0)
    }
    #expect(program.output.hasPrefix("update  track  id=1: seconds="))
    let changes = """
      START TRANSACTION; INSERT INTO track VALUES (2, 'undone', 1); ROLLBACK;
      INSERT INTO track VALUES (3, 'Naima', 261); INSERT INTO bag VALUES (7);
      """
    #expect(try await database.orda("shell", input: changes).status == 0)
    let expected = "insert  track  id=3: id=3, title='Naima', seconds=261\ninsert  bag  a=7\n"
    try await program.wait(for: expected)
    program.signal(SIGINT)
    let outcome = try program.end(afterExit: true)
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(outcome.output.hasSuffix(expected))
    #expect(!outcome.output.contains("undone"))
  }

  @Test(
    "finds what changed by reading again where the tables are told alone, or their rows without columns",
    arguments: ["poll", "triggers"])
  func compared(_ changes: String) async throws {
    let database = try CommandDatabase.mariadb.made()
    let script =
      "CREATE TABLE track (id INT PRIMARY KEY, seconds INT, title TEXT); INSERT INTO track VALUES (1, 562, 'So What');"
    #expect(try await database.orda("shell", input: script).status == 0)
    if changes == "triggers" {
      let outcome = try await BuiltProgram(name: "orda").run(
        ["triggers", "install", database.url, "track"], in: database.folder)
      #expect(outcome.status == 0)
    }
    let program = try RunningProgram(
      ["watch", database.url + "?changes=\(changes)&poll-interval=20ms", "track"], in: database.folder)
    while program.output.isEmpty {
      #expect(try await database.orda("query", "UPDATE track SET seconds = seconds + 1").status == 0)
    }
    #expect(program.output.hasPrefix("update  track  id=1: seconds="))
    #expect(try await database.orda("query", "INSERT INTO track VALUES (2, 261, 'Naima')").status == 0)
    let expected = "insert  track  id=2: id=2, seconds=261, title='Naima'\n"
    try await program.wait(for: expected)
    program.signal(SIGINT)
    let outcome = try program.end(afterExit: true)
    #expect(outcome.status == 0)
    #expect(
      outcome.error
        == "orda: it is told only which tables may have changed, for the URL says changes=\(changes)\n")
    #expect(outcome.output.hasSuffix(expected))
  }
}
