import TestSupport
import Testing

/// `orda query`, run as a process on either database.
@Suite("orda query on both databases", .ownThread) struct QueryOnBothTests {
  @Test("Values in order, by name, and of each type", arguments: CommandDatabase.allCases)
  func values(_ database: CommandDatabase) async throws {
    let music = try database.made()
    let run = try await music.orda(
      "query", "SELECT ? AS n, ? AS d, ? AS code, ? AS t, ? AS none, ? AS bytes, ? AS word", "42", "1.5", "007",
      "text:42", "null:", "hex:00ff", "日本 'x'")
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(
      run.output == """
        ┌────┬─────┬──────┬────┬──────┬─────────┬──────────┐
        │  n │   d │ code │ t  │ none │ bytes   │ word     │
        ├────┼─────┼──────┼────┼──────┼─────────┼──────────┤
        │ 42 │ 1.5 │ 007  │ 42 │ NULL │ x'00ff' │ 日本 'x' │
        └────┴─────┴──────┴────┴──────┴─────────┴──────────┘
        1 row

        """)
    let named = try await music.orda(
      "query", "SELECT :a - :b AS difference, :a AS a", "--param", "a=1", "--param", ":b=2", "--format", "csv")
    #expect(named.output == "difference,a\n-1,1\n")
  }

  @Test("What is written is there for the next one", arguments: CommandDatabase.allCases)
  func writing(_ database: CommandDatabase) async throws {
    let music = try database.made()
    let table = database.words(
      "CREATE TABLE track (id INTEGER PRIMARY KEY /*! AUTO_INCREMENT */, title VARCHAR(40) NOT NULL, n INT)")
    #expect(try await music.orda("query", table).output == "0 rows changed\n")
    let inserted = try await music.orda(
      "query", "INSERT INTO track (title, n) VALUES (?, ?), (?, ?)", "So What", "562", "Naima", "null:")
    // PostgreSQL reports the key of a single row.
    #expect(inserted.output == (database == .postgresql ? "2 rows changed\n" : "2 rows changed, last ID 2\n"))
    let updated = try await music.orda("query", "UPDATE track SET n = n + 1 WHERE id = :id", "--param", "id=1")
    #expect(updated.output == "1 row changed\n")
    let returned = try await music.orda("query", "DELETE FROM track WHERE id = 2 RETURNING title")
    #expect(returned.output.hasSuffix("│ Naima │\n└───────┘\n1 row, 1 row changed\n"))
    #expect(
      try await music.orda("query", "SELECT * FROM track", "--format", "csv").output == "id,title,n\n1,So What,563\n")
  }

  @Test(
    "Each format", arguments: CommandDatabase.allCases,
    [
      ("csv", "n,t,d,x\n1,a,0.5,\n2,\"\",1.25,ü\n"),
      ("json", "[\n{\"n\":1,\"t\":\"a\",\"d\":0.5,\"x\":null},\n{\"n\":2,\"t\":\"\",\"d\":1.25,\"x\":\"ü\"}\n]\n"),
      ("jsonl", "{\"n\":1,\"t\":\"a\",\"d\":0.5,\"x\":null}\n{\"n\":2,\"t\":\"\",\"d\":1.25,\"x\":\"ü\"}\n"),
      (
        "markdown",
        "|   n | t   |    d | x    |\n| --: | --- | ---: | ---- |\n|   1 | a   |  0.5 | NULL |\n|   2 |     | 1.25 | ü    |\n"
      ),
      (
        "vertical",
        "-- record 1 --\nn | 1\nt | a\nd | 0.5\nx | NULL\n-- record 2 --\nn | 2\nt |\nd | 1.25\nx | ü\n2 rows\n"
      ),
    ])
  func formats(_ database: CommandDatabase, _ expected: (format: String, output: String)) async throws {
    let music = try database.made()
    let made = try await music.orda(
      "shell",
      input:
        "CREATE TABLE t (n INT, t VARCHAR(9), d DOUBLE PRECISION, x VARCHAR(9)); INSERT INTO t VALUES (1,'a',0.5,NULL),(2,'',1.25,'ü');"
    )
    #expect(made.status == 0)
    let run = try await music.orda("query", "SELECT * FROM t ORDER BY n", "--format", expected.format)
    #expect(run.output == expected.output)
    #expect(run.error == "")
  }

  @Test(
    "Errors go to standard error, with status 1", arguments: CommandDatabase.allCases,
    [
      (["query", "SELEC"], "orda: syntax: "), (["query", "SELECT * FROM nowhere"], "orda: noSuchTable: "),
      (["query", "SELECT nowhere"], "orda: noSuchColumn: "),
      (["query", "SELECT ?"], "orda: misuse: missing parameter 1 of 1\n"),
      (["query", "SELECT 1; SELECT 2"], "orda: misuse: more than one statement"),
      (["query", "BEGIN"], "orda: misuse: "), (["query", "SELECT 1", "2"], "orda: misuse: "),
      (["schema", "genre"], "orda: noSuchTable: there is no table or view called genre\n"),
      (["import", "genre", "nowhere.csv"], "orda: nowhere.csv: "), (["export", "nowhere"], "orda: noSuchTable: "),
    ])
  func errors(_ database: CommandDatabase, _ expected: (arguments: [String], message: String)) async throws {
    let music = try database.made()
    let arguments = [expected.arguments[0], music.url] + expected.arguments.dropFirst()
    let run = try await BuiltProgram(name: "orda").run(arguments, in: music.folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.error.hasPrefix(expected.message), "\(run.error)")
  }
}
