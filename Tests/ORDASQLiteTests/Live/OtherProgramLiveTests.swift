import Foundation
import ORDA
import Testing

@Suite("Live tables follow other programs") struct OtherProgramLiveTests {
  @Test("A commit of another program arrives")
  func otherProgram() async throws {
    let test = try TestDatabase(
      "",
      """
      CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
      INSERT INTO genre (name) VALUES ('Rock'), ('Jazz'), ('Blues');
      """)
    let jazz = try #require(try await test.db.table("genre").entry(2))
    let heard = Collected<Bool>()
    let observation = try await test.db.observeChanges(of: "genre") { heard.add($0.unknown.contains("genre")) }
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    shell.arguments = [
      "sqlite3", "-cmd", ".timeout 3600000", test.path, "UPDATE genre SET name = 'Shell' WHERE id = 2",
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    #expect(await eventually { jazz["name"] == "Shell" }, "heard \(heard.all) by \(test.db.changeCoverage)")
    withExtendedLifetime(observation) {}
  }
}
