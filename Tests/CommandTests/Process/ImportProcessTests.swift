import Testing

/// `orda import`, run as a process.
@Suite struct ImportProcessTests {
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
    let tables = try await orda("tables", url, "numbers", in: folder)
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
}
