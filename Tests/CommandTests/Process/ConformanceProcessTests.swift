#if Conformance
  import Foundation
  import TestSupport
  import Testing

  @Suite("orda conformance", .ownThread) struct ConformanceProcessTests {
    @Test("shows a chart and the counts, and ends with 0 where nothing failed")
    func passing() async throws {
      let folder = try TemporaryFolder()
      let run = try await orda("conformance", "sqlite:kit.db", "--case", "text.nul", "--case", "nulls.zero", in: folder)
      #expect(run.status == 0)
      #expect(run.output.contains("│ text  │ text.nul   │ pass    │"))
      #expect(run.output.hasSuffix("SQLite: 2 passed, 0 failed, 0 not supported\n"))
      #expect(run.error == "SQLite: 0 % (0 of 2 cases)\nSQLite: 50 % (1 of 2 cases)\nSQLite: 100 % (2 of 2 cases)\n")
      let quiet = try await orda("conformance", "sqlite:kit.db", "--group", "nulls", "--quiet", in: folder)
      #expect(quiet.status == 0)
      #expect(quiet.error == "")
    }

    @Test("ends with 1 where a case failed, and says what happened and where")
    func failing() async throws {
      let folder = try TemporaryFolder()
      try folder.write(String(repeating: "no database ", count: 100), to: "text.db")
      let run = try await orda(
        "conformance", "sqlite:text.db", "--case", "text.nul", "--quiet", "--format", "json", in: folder)
      #expect(run.status == 1)
      let rows = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: String]])
      #expect(rows.map { $0["outcome"] } == ["FAIL"])
      #expect(rows.map { $0["case"] } == ["text.nul"])
      #expect(run.error.hasPrefix("FAIL text.nul: threw corrupt: "))
      #expect(run.error.contains("(ORDAConformance/Cases+Texts.swift:"))
      #expect(run.error.hasSuffix("SQLite: 0 passed, 1 failed, 0 not supported\n"))
    }

    @Test("several databases stand beside each other")
    func several() async throws {
      let folder = try TemporaryFolder()
      let run = try await orda(
        "conformance", "sqlite:kit.db", "sqlite::memory:", "--case", "opening.same.database", "--quiet", "--format",
        "jsonl",
        in: folder)
      #expect(run.status == 0)
      #expect(
        run.output == """
          {"group":"opening","case":"opening.same.database","SQLite":"pass",\
          "SQLite in memory":"not supported: each governor has a database of its own",\
          "promise":"A second governor of the URL sees what the first has written."}

          """)
    }

    @Test("leaves a database that is in use as it was")
    func inUse() async throws {
      let folder = try TemporaryFolder()
      let script = "CREATE TABLE orda_kit_mine (n INTEGER); INSERT INTO orda_kit_mine VALUES (7)"
      _ = try await orda("shell", "sqlite:used.db", input: script, in: folder)
      let run = try await orda("conformance", "sqlite:used.db", "--group", "keys", "--quiet", in: folder)
      #expect(run.status == 0)
      let tables = try await orda("tables", "sqlite:used.db", "--format", "csv", in: folder)
      #expect(tables.output == "table,kind,columns\norda_kit_mine,table,n\n")
      let rows = try await orda("query", "sqlite:used.db", "SELECT * FROM orda_kit_mine", "--format", "csv", in: folder)
      #expect(rows.output == "n\n7\n")
    }

    @Test(
      "refuses what makes no sense",
      arguments: [
        ([], "Which database?"), (["sqlite::memory:", "--group", "nothing"], "There is no group nothing"),
        (["--list", "--case", "text"], "There is no case text"),
      ])
    func refused(_ arguments: [String], _ message: String) async throws {
      let run = try await BuiltProgram(name: "orda").run(["conformance"] + arguments, in: try TemporaryFolder())
      #expect(run.status == 64)
      #expect(run.error.contains(message))
    }

    @Test("tells what is wrong with a URL before anything runs")
    func badURL() async throws {
      let run = try await orda("conformance", "sqlite:a.db?mod=ro", "oracle:x", in: try TemporaryFolder())
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(run.error.contains("badURL"))
    }
  }
#endif
