import Foundation
import TestSupport
import Testing

/// Where the statement of `orda query` comes from, and the formats of its rows.
@Suite("orda query", .ownThread) struct QueryInputProcessTests {
  let folder: TemporaryFolder
  let url = "sqlite::memory:"

  init() throws { folder = try TemporaryFolder() }

  @Test("reads its statement from a file or from standard input")
  func statements() async throws {
    try folder.write("SELECT ? + ? AS sum; -- the end\n", to: "sum.sql")
    let file = try await orda("query", url, "--file", "sum.sql", "40", "2", "--format", "csv", in: folder)
    #expect(file.output == "sum\n42\n")
    #expect(file.error == "")
    #expect(file.status == 0)
    let piped = try await orda(
      "query", url, "-", "x", "--format", "jsonl", input: "SELECT ? AS t\n", in: folder)
    #expect(piped.output == #"{"t":"x"}"# + "\n")
    #expect(piped.status == 0)
    let named = try await orda(
      "query", url, "--file", "-", "--param", "a=1", "--format", "csv", input: "SELECT :a AS a", in: folder)
    #expect(named.output == "a\n1\n")
  }

  @Test("refuses a statement that is no text")
  func noText() async throws {
    let run = try await BuiltProgram(name: "orda").run(["query", url, "-"], input: [0x53, 0xFF], in: folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.error == "orda: -: the file is not valid UTF-8\n")
  }

  @Test(
    "writes nothing but rows where a program reads them",
    arguments: [
      ("csv", "id,name,note\n1,Jazz,\n2,\"a,b\",\"\"\n"),
      ("json", "[\n{\"id\":1,\"name\":\"Jazz\",\"note\":null},\n{\"id\":2,\"name\":\"a,b\",\"note\":\"\"}\n]\n"),
      ("jsonl", "{\"id\":1,\"name\":\"Jazz\",\"note\":null}\n{\"id\":2,\"name\":\"a,b\",\"note\":\"\"}\n"),
      ("markdown", "|  id | name | note |\n| --: | ---- | ---- |\n|   1 | Jazz | NULL |\n|   2 | a,b  |      |\n"),
      (
        "vertical",
        "-- record 1 --\nid   | 1\nname | Jazz\nnote | NULL\n-- record 2 --\nid   | 2\nname | a,b\nnote |\n2 rows\n"
      ),
    ])
  func formats(_ format: String, _ expected: String) async throws {
    let sql = "SELECT 1 AS id, 'Jazz' AS name, NULL AS note UNION ALL SELECT 2, 'a,b', ''"
    let run = try await orda("query", url, sql, "--format", format, in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(run.output == expected)
  }

  @Test("tells changes on standard error where a program reads rows")
  func changes() async throws {
    let made = try await orda("query", "sqlite:a.db", "CREATE TABLE t (id INTEGER PRIMARY KEY)", in: folder)
    #expect(made.output == "0 rows changed\n")
    let inserted = try await orda("query", "sqlite:a.db", "INSERT INTO t VALUES (7)", "--format", "json", in: folder)
    #expect(inserted.output == "")
    #expect(inserted.error == "1 row changed, last ID 7\n")
    #expect(inserted.status == 0)
    let returned = try await orda(
      "query", "sqlite:a.db", "INSERT INTO t VALUES (8) RETURNING id", "--format", "jsonl", in: folder)
    #expect(returned.output == "{\"id\":8}\n")
    #expect(returned.error == "")
  }

  @Test(
    "gives a result without rows its form",
    arguments: [
      ("table", "┌───┐\n│ a │\n├───┤\n└───┘\n0 rows\n"), ("csv", "a\n"), ("json", "[]\n"), ("jsonl", ""),
      ("vertical", "0 rows\n"),
      ("markdown", "| a   |\n| --- |\n"),
    ])
  func noRows(_ format: String, _ expected: String) async throws {
    let run = try await orda("query", url, "SELECT 1 AS a WHERE 0", "--format", format, in: folder)
    #expect(run.output == expected)
    #expect(run.error == "")
    #expect(run.status == 0)
  }

  @Test("stops a statement after the time that the URL allows it")
  func timeLimit() async throws {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    let run = try await orda("query", "sqlite::memory:?statement-timeout=50ms", endless, in: folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.error.hasPrefix("orda: timeout"))
  }

  @Test("writes what was read before an error, and ends with 1")
  func errorAmongRows() async throws {
    let sql = "SELECT abs(column1) AS a FROM (VALUES (1), (-9223372036854775807 - 1))"
    let run = try await orda("query", url, sql, "--format", "csv", in: folder)
    #expect(run.status == 1)
    #expect(run.output == "a\n1\n")
    #expect(run.error.hasPrefix("orda: "))
  }
}
