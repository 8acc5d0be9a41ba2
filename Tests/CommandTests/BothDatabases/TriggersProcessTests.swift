import TestSupport
import Testing

@Suite("orda triggers", .ownThread) struct TriggersProcessTests {
  @Test(
    "installs, lists and removes, and says on how many tables",
    arguments: CommandDatabase.allCases.filter { $0 != .sqlite })
  func commands(_ kind: CommandDatabase) async throws {
    let database = try kind.made()
    func triggers(_ arguments: String...) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram(name: "orda").run(["triggers"] + arguments, in: database.folder)
    }
    let script = "CREATE TABLE track (id INT PRIMARY KEY); CREATE TABLE genre (id INT PRIMARY KEY);"
    #expect(try await database.orda("shell", input: script).status == 0)
    #expect(
      try await triggers("install", database.url, "track", "genre").output == "triggers installed on 2 tables\n")
    #expect(try await triggers("list", database.url, "--format", "csv").output == "table\ngenre\ntrack\n")
    #expect(try await triggers("remove", database.url, "track").output == "triggers removed from 1 table\n")
    #expect(try await triggers("remove", database.url).output == "triggers removed from 1 table\n")
    #expect(try await triggers("list", database.url, "--format", "csv").output == "table\n")
    #expect(
      try await database.orda("tables", "--format", "csv").output
        == "table,kind,columns\ngenre,table,id\ntrack,table,id\n")
    let missing = try await triggers("install", database.url, "nothing")
    #expect(missing.status == 1)
    #expect(missing.error == "orda: noSuchTable: there is no table or view called nothing\n")
  }

  @Test("says that SQLite needs none") func needless() async throws {
    let outcome = try await BuiltProgram(name: "orda").run(
      ["triggers", "list", "sqlite::memory:"], in: TemporaryFolder())
    #expect(outcome.status == 1)
    #expect(
      outcome.error == "orda: unsupported: triggers that note changes are for MariaDB and PostgreSQL; SQLite tells of "
        + "changes without\n")
  }
}
