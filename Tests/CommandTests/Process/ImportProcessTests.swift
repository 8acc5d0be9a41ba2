import TestSupport
import Testing

/// `orda import`, run as a process.
@Suite(.ownThread) struct ImportProcessTests {
  let folder: TemporaryFolder
  let url = "sqlite:music.db"

  init() async throws {
    folder = try TemporaryFolder()
    let made = try await orda(
      "query", url, "CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name <> ''))", in: folder)
    #expect(made.status == 0)
  }

  private func rows(_ sql: String) async throws -> [String] {
    let run = try await orda("query", url, sql, in: folder)
    #expect(run.status == 0)
    // Without the rules and the count.
    return run.output.split(separator: "\n").dropFirst(3).dropLast(2).map { line in
      line.split(separator: "│").map { $0.trimmingPrefix { $0 == " " } }.map { text in
        String(text.reversed().drop { $0 == " " }.reversed())
      }.joined(separator: "|")
    }
  }

  @Test func aGoodFile() async throws {
    try folder.write("id,name\n1,Jazz\n2,\"Drum \"\"&\"\" Bass\"\n", to: "genres.csv")
    let run = try await orda("import", url, "genre", "genres.csv", in: folder)
    #expect(run.status == 0)
    #expect(run.output == "2 rows imported into genre\n")
    #expect(run.error == "")
    #expect(try await rows("SELECT id, name FROM genre ORDER BY id") == ["1|Jazz", "2|Drum \"&\" Bass"])
  }

  @Test func ofAFileWithABadLineNothingStays() async throws {
    try folder.write("id,name\n1,Jazz\n2\n3,Fado\n", to: "genres.csv")
    let run = try await orda("import", url, "genre", "genres.csv", in: folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.error.hasPrefix("orda: genres.csv: line 3: "))
    #expect(run.error.hasSuffix("; nothing was imported\n"))
    #expect(try await rows("SELECT * FROM genre") == [])
  }

  @Test func ofAFileWithALineThatTheDatabaseRefusesNothingStays() async throws {
    let run = try await orda("import", url, "genre", "-", input: "id,name\n1,Jazz\n1,Fado\n", in: folder)
    #expect(run.status == 1)
    #expect(run.error.hasPrefix("orda: -: line 3: constraint.unique.primaryKey: "))
    #expect(try await rows("SELECT * FROM genre") == [])
  }

  @Test func badLinesMayBeLeftOut() async throws {
    let file = "id;name\n1;Jazz\n2\n1;again\n3;\"\"\n4;\n5;\"Fado\"x\n6;Morna\n"
    try folder.write(file, to: "genres.csv")
    let run = try await orda("import", url, "genre", "genres.csv", "--skip-bad", "--delimiter", ";", in: folder)
    #expect(run.status == 0)
    #expect(run.output == "2 rows imported into genre, 5 lines left out\n")
    let reported = run.error.split(separator: "\n").map { $0.prefix(20) }
    #expect(
      reported == [
        "genres.csv: line 3: ", "genres.csv: line 4: ", "genres.csv: line 5: ", "genres.csv: line 6: ",
        "genres.csv: line 7: ",
      ])
    #expect(run.error.contains("line 4: constraint.unique.primaryKey: "))
    #expect(run.error.contains("line 5: constraint.check: "))
    #expect(run.error.contains("line 6: constraint.notNull: "))
    #expect(try await rows("SELECT id, name FROM genre ORDER BY id") == ["1|Jazz", "6|Morna"])
  }

  @Test func aTableIsMadeWithTheTypesThatTheValuesHave() async throws {
    try folder.write("n\tx\tcode\tempty\n1\t0.5\t007\t\n-2\t3\t1\t\n", to: "numbers.tsv")
    let run = try await orda("import", url, "numbers", "numbers.tsv", "--create", "--delimiter", "tab", in: folder)
    #expect(run.status == 0)
    #expect(run.output == "2 rows imported into numbers\n")
    let types = try await rows("SELECT typeof(n), typeof(x), typeof(code), typeof(empty) FROM numbers")
    #expect(types == ["integer|real|text|null", "integer|real|text|null"])
    #expect(try await rows("SELECT n, x, code FROM numbers") == ["1|0.5|007", "-2|3.0|1"])
  }

  @Test func aTableThatWasMadeForABadFileGoesWithIt() async throws {
    try folder.write("n\n1\n1,2\n", to: "numbers.csv")
    let run = try await orda("import", url, "numbers", "numbers.csv", "--create", in: folder)
    #expect(run.status == 1)
    let tables = try await orda("schema", url, "numbers", in: folder)
    #expect(tables.error.hasPrefix("orda: noSuchTable: "))
  }

  @Test func bytesThatAreNoTextAreRefused() async throws {
    let program = BuiltProgram(name: "orda")
    let run = try await program.run(
      ["import", url, "genre", "-"], input: Array("id,name\n1,".utf8) + [0xFF, 0x0A], in: folder)
    #expect(run.status == 1)
    #expect(run.error.hasPrefix("orda: -: line 2: "))
    #expect(try await rows("SELECT * FROM genre") == [])
  }

  @Test func anEmptyFileHasNoColumns() async throws {
    let run = try await orda("import", url, "genre", "-", in: folder)
    #expect(run.status == 1)
    #expect(run.error.contains("the file is empty"))
  }

  @Test func aTableThatIsNotThere() async throws {
    let run = try await orda("import", url, "genres", "-", input: "id\n1\n", in: folder)
    #expect(run.status == 1)
    #expect(run.error.hasPrefix("orda: noSuchTable: "))
  }

  @Test func theEndingTellsTheFormat() async throws {
    let files = [
      ("a.csv", "id,name\n1,a\n"), ("b.TSV", "id\tname\n2\tb\n"), ("c.tab", "id\tname\n3\tc\n"),
      ("d.json", #"[{"id": 4, "name": "d"}]"#), ("e.jsonl", #"{"id": 5, "name": "e"}"#),
      ("f.ndjson", #"{"name": "f", "id": 6}"#), ("g.txt", "id,name\n7,g\n"),
    ]
    for (name, text) in files {
      try folder.write(text, to: name)
      let run = try await orda("import", url, "genre", name, in: folder)
      #expect(run.output == "1 row imported into genre\n", "\(name)")
    }
    #expect(
      try await rows("SELECT id, name FROM genre ORDER BY id")
        == (1...7).map { "\($0)|\(" abcdefg".dropFirst($0).prefix(1))" })
  }

  @Test func theFormatMayBeSaid() async throws {
    let lines = "{\"id\": 1, \"name\": \"Jazz\"}\n{\"name\": \"Fado\", \"id\": 2}\n"
    let run = try await orda("import", url, "genre", "-", "--format", "jsonl", input: lines, in: folder)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(run.output == "2 rows imported into genre\n")
    let bad = try await orda("import", url, "genre", "-", "--format", "xml", in: folder)
    #expect(bad.status == 64)
    #expect(bad.output == "")
    #expect(bad.error.contains("xml"))
  }

  @Test func aBadLineOfJSONIsNamedAndNothingStays() async throws {
    let lines = "{\"id\": 1, \"name\": \"Jazz\"}\n{\"id\": 2, \"nam\": \"Fado\"}\n"
    let run = try await orda("import", url, "genre", "-", "--format", "jsonl", input: lines, in: folder)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(
      run.error == "orda: -: line 2: noSuchColumn: table genre has no column named nam; nothing was imported\n")
    #expect(try await rows("SELECT * FROM genre") == [])
    let rest = try await orda("import", url, "genre", "-", "--format", "jsonl", "--skip-bad", input: lines, in: folder)
    #expect(rest.status == 0)
    #expect(rest.error == "-: line 2: noSuchColumn: table genre has no column named nam\n")
    #expect(rest.output == "1 row imported into genre, 1 line left out\n")
  }

  @Test func whatHasNoHeader() async throws {
    let run = try await orda("import", url, "genre", "-", "--no-header", input: "1,Jazz\n", in: folder)
    #expect(run.output == "1 row imported into genre\n")
    let named = try await orda(
      "import", url, "genre", "-", "--no-header", "--columns", "name, id", input: "Fado,2\n", in: folder)
    #expect(named.output == "1 row imported into genre\n")
    let renamed = try await orda(
      "import", url, "genre", "-", "--columns", "name,id", input: "x,y\nMorna,3\n", in: folder)
    #expect(renamed.output == "1 row imported into genre\n")
    #expect(try await rows("SELECT id, name FROM genre ORDER BY id") == ["1|Jazz", "2|Fado", "3|Morna"])
    let missing = try await orda("import", url, "none", "-", "--no-header", input: "1\n", in: folder)
    #expect(missing.status == 1)
    #expect(missing.error.hasPrefix("orda: noSuchTable: "))
  }

  @Test func aTextForNULL() async throws {
    let run = try await orda(
      "import", url, "t", "-", "--create", "--null", "NA", input: "n,t\n1,NA\nNA,\"NA\"\n", in: folder)
    #expect(run.output == "2 rows imported into t\n")
    #expect(try await rows("SELECT typeof(n), typeof(t) FROM t") == ["integer|null", "null|text"])
  }

  @Test func aTableMayBeMadeFromAPipeAndHaveAKey() async throws {
    let run = try await orda(
      "import", url, "t", "-", "--create", "--primary-key", "code", input: "code,n\nx,1\ny,2\n", in: folder)
    #expect(run.status == 0)
    #expect(run.output == "2 rows imported into t\n")
    let again = try await orda("import", url, "t", "-", input: "code,n\nx,3\n", in: folder)
    #expect(again.status == 1)
    #expect(again.error.hasPrefix("orda: -: line 2: constraint.unique.primaryKey: "))
  }

  @Test(arguments: [
    ["--delimiter", ";;"], ["--primary-key", "id"], ["--create", "--no-header"], ["--columns", "a,,b"],
    ["--columns", "a,a"], ["--format", "json", "--delimiter", ";"], ["--format", "jsonl", "--no-header"],
  ]) func whatMakesNoSense(_ options: [String]) async throws {
    let run = try await BuiltProgram(name: "orda").run(["import", url, "genre", "-"] + options, in: folder)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.error.contains("Usage: orda import"))
  }

  @Test func aLogGetsQuarters() async throws {
    let lines = (0..<20_000).map { "\($0),\(String(repeating: "x", count: 250))\n" }.joined()
    try folder.write("id,name\n" + lines, to: "long.csv")
    let run = try await orda("import", url, "genre", "long.csv", in: folder)
    #expect(run.output == "20,000 rows imported into genre\n")
    let told = run.error.split(separator: "\n").compactMap { line in
      Int(line.trimmingPrefix("long.csv: ").prefix { $0 != " " })
    }
    // Bytes are read in large pieces, so a quarter is not hit exactly.
    #expect(told.map { $0 / 25 } == [0, 1, 2, 3, 4])
    let quiet = try await orda("import", url, "t", "long.csv", "--create", "--quiet", in: folder)
    #expect(quiet.error == "")
    #expect(quiet.output == "20,000 rows imported into t\n")
  }

  @Test func aFileThatIsNotThere() async throws {
    let run = try await orda("import", url, "genre", "none.csv", in: folder)
    #expect(run.status == 1)
    #expect(run.error == "orda: none.csv: No such file or directory\n")
  }

  @Test(
    "A header of one column that looks like several is told of",
    arguments: [("a;b", "';'"), ("a\tb", "tab"), ("a|b;c;d", "';'")])
  func delimiters(_ header: String, _ delimiter: String) async throws {
    let run = try await orda(
      "import", "sqlite:a.db", "t", "-", "--create", input: "\(header)\n1\n", in: folder)
    #expect(run.status == 0)
    #expect(run.error.hasPrefix("note: -: line 1 names one column, a"))
    #expect(run.error.hasSuffix("; for several add --delimiter \(delimiter)\n"))
    let plain = try await orda("import", "sqlite:a.db", "u", "-", "--create", input: "a\n1;2\n", in: folder)
    #expect(plain.error == "")
  }

  @Test("The progress of a file that is read twice is told of the file as it is")
  func progressOfTwoReadings() async throws {
    let lines = (1...200_000).map { "\($0),x" }
    try folder.write("id,t\n" + lines.joined(separator: "\n") + "\n", to: "a.csv")
    let run = try await orda("import", "sqlite:a.db", "t", "a.csv", "--create", in: folder)
    #expect(run.error.hasPrefix("a.csv: 0 % (0.0 MB of 1.6 MB)\n"))
    #expect(run.error.hasSuffix("a.csv: 100 % (1.6 MB of 1.6 MB)\n"))
    #expect(run.error.split(separator: "\n").count == 5)
  }
}
