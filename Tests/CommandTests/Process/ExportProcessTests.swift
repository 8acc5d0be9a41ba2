import Foundation
import TestSupport
import Testing

/// `orda export`, run as a process.
@Suite(.ownThread) struct ExportProcessTests {
  let folder: TemporaryFolder
  let url = "sqlite:music.db"

  init() async throws {
    folder = try TemporaryFolder()
    let made = try await orda(
      "import", url, "genre", "-", "--create", input: "id,name\n1,Jazz\n2,\"Drum \"\"&\"\" Bass\"\n3,\n", in: folder)
    #expect(made.status == 0)
  }

  private let csv = "id,name\n1,Jazz\n2,\"Drum \"\"&\"\" Bass\"\n3,\n"

  @Test func toStandardOutput() async throws {
    for arguments in [["genre"], ["genre", "-"], ["--query", "SELECT * FROM genre"], ["genre", "--format", "csv"]] {
      let run = try await BuiltProgram(name: "orda").run(["export", url] + arguments, in: folder)
      #expect(run.status == 0)
      #expect(run.output == csv)
      #expect(run.error == "")
    }
  }

  @Test func toAFile() async throws {
    let run = try await orda("export", url, "genre", "genres.csv", in: folder)
    #expect(run.status == 0)
    #expect(run.output == "3 rows exported to genres.csv\n")
    #expect(run.error == "")
    #expect(try folder.text("genres.csv") == csv)
    #expect(folder.names.filter { $0.contains("genres") } == ["genres.csv"])
  }

  @Test(arguments: [
    ("a.csv", "id,name\n1,Jazz\n"), ("a.tsv", "id\tname\n1\tJazz\n"),
    ("a.json", "[\n{\"id\":1,\"name\":\"Jazz\"}\n]\n"),
    ("a.jsonl", "{\"id\":1,\"name\":\"Jazz\"}\n"), ("a.NDJSON", "{\"id\":1,\"name\":\"Jazz\"}\n"),
    ("a.md", "|  id | name |\n| --: | ---- |\n|   1 | Jazz |\n"), ("a.txt", "id,name\n1,Jazz\n"),
  ]) func theEndingTellsTheFormat(_ name: String, _ text: String) async throws {
    let run = try await orda("export", url, "genre", name, "--where", "id = :id", "--param", "id=1", in: folder)
    #expect(run.output == "1 row exported to \(name)\n")
    #expect(try folder.text(name) == text)
  }

  @Test func theFormatMayBeSaid() async throws {
    let run = try await orda("export", url, "genre", "--format", "jsonl", "--columns", "name", in: folder)
    #expect(run.output == "{\"name\":\"Jazz\"}\n{\"name\":\"Drum \\\"&\\\" Bass\"}\n{\"name\":null}\n")
    let tabs = try await orda("export", url, "genre", "--no-header", "--delimiter", "tab", in: folder)
    #expect(tabs.output == "1\tJazz\n2\t\"Drum \"\"&\"\" Bass\"\n3\t\n")
    let table = try await orda("export", url, "genre", "--format", "table", in: folder)
    #expect(table.output.contains("│"))
    let vertical = try await orda("export", url, "genre", "--format", "vertical", in: folder)
    #expect(vertical.output.contains("Jazz"))
  }

  @Test func whichRowsAndColumns() async throws {
    let run = try await orda(
      "export", url, "genre", "--columns", "name, id", "--where", "id > :least", "--param", "least=1", in: folder)
    #expect(run.output == "name,id\n\"Drum \"\"&\"\" Bass\",2\n,3\n")
    let query = try await orda(
      "export", url, "--query", "SELECT id FROM genre WHERE name = :n", "--param", "n=Jazz", "found.csv", in: folder)
    #expect(query.output == "1 row exported to found.csv\n")
    #expect(try folder.text("found.csv") == "id\n1\n")
  }

  @Test func anOldFileStaysUnlessForced() async throws {
    try folder.write("old", to: "genres.csv")
    let refused = try await orda("export", url, "genre", "genres.csv", in: folder)
    #expect(refused.status == 1)
    #expect(refused.output == "")
    #expect(refused.error == "orda: genres.csv is there already; --force replaces it\n")
    #expect(try folder.text("genres.csv") == "old")
    let failed = try await orda(
      "export", url, "--query", "SELECT name FROM genre UNION ALL SELECT abs(-9223372036854775807 - 1)", "genres.csv",
      "--force", in: folder)
    #expect(failed.status == 1)
    #expect(failed.error.contains("integer overflow"))
    #expect(try folder.text("genres.csv") == "old")
    #expect(folder.names.filter { $0.contains("genres") } == ["genres.csv"])
    let forced = try await orda("export", url, "genre", "genres.csv", "--force", in: folder)
    #expect(forced.status == 0)
    #expect(try folder.text("genres.csv") == csv)
  }

  @Test func anExportChangesNothing() async throws {
    for (query, kind) in [("DELETE FROM genre", "readOnly"), ("SELECT * FROM none", "noSuchTable")] {
      let run = try await orda("export", url, "--query", query, "a.csv", in: folder)
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(run.error.hasPrefix("orda: \(kind): "))
    }
    #expect(!folder.names.contains("a.csv"))
    #expect(try await orda("export", url, "genre", in: folder).output == csv)
  }

  @Test(arguments: [
    [], ["genre", "a.csv", "--query", "SELECT 1"], ["--query", "SELECT 1", "--where", "1"],
    ["--query", "SELECT 1", "--columns", "a"], ["genre", "--format", "xml"], ["genre", "--delimiter", ";;"],
    ["genre", "--format", "json", "--no-header"], ["genre", "--param", "x"], ["genre", "--columns", "a,"],
  ]) func whatMakesNoSense(_ arguments: [String]) async throws {
    let run = try await BuiltProgram(name: "orda").run(["export", url] + arguments, in: folder)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.error.contains("Usage: orda export"))
  }

  @Test func aTableThatIsNotThere() async throws {
    let run = try await orda("export", url, "none", "none.csv", in: folder)
    #expect(run.status == 1)
    #expect(run.error.hasPrefix("orda: noSuchTable: "))
    #expect(!folder.names.contains("none.csv"))
  }

  @Test func anInterruptedExportLeavesNoFile() async throws {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    let program = try RunningProgram(["export", url, "--query", endless, "n.csv"], in: folder)
    // Once something is written it is in the middle of the rows.
    #expect(await eventually { folder.names.contains { $0.hasPrefix(".n.csv.") && size($0) > 0 } })
    program.signal(SIGTERM)
    let outcome = try program.end(afterExit: true)
    #expect(outcome.status == -SIGTERM)
    #expect(outcome.output == "")
    #expect(outcome.error == "orda: interrupted\n")
    #expect(folder.names.filter { $0.contains("n.csv") } == [])
  }

  private func size(_ name: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: folder.file(name)))?[.size] as? Int ?? 0
  }
}
