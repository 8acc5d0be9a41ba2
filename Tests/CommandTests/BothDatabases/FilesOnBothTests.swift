import TestSupport
import Testing

/// `orda import` and `orda export`, run as processes on either database.
@Suite("Files, in and out, on both databases", .ownThread) struct FilesOnBothTests {
  static let csv = """
    id,title,seconds,price
    1,So What,562,0.5
    2,"Robert'); DROP TABLE track; --",,1.25
    3,"Größe, 🎷
    zwei",0,-3
    4,"",7,1e3

    """

  @Test(
    "Out of one file, into a table that is made for it, and into the same file", arguments: CommandDatabase.allCases)
  func roundTrip(_ database: CommandDatabase) async throws {
    let music = try database.made()
    try music.folder.write(Self.csv, to: "tracks.csv")
    let imported = try await music.orda("import", "track", "tracks.csv", "--create", "--quiet")
    #expect(imported.status == 0, "\(imported.error)")
    #expect(imported.output == "4 rows imported into track\n")
    for format in ["csv", "jsonl", "json", "tsv"] {
      let first = try await music.orda("export", "track", "first.\(format)", "--quiet")
      #expect(first.status == 0, "\(first.error)")
      _ = try await music.orda("query", "DELETE FROM track")
      let again = try await music.orda("import", "track", "first.\(format)", "--quiet")
      #expect(again.output == "4 rows imported into track\n", "\(again.error)")
      _ = try await music.orda("export", "track", "second.\(format)", "--quiet")
      #expect(try music.folder.text("second.\(format)") == music.folder.text("first.\(format)"))
    }
    #expect(
      try music.folder.text("first.csv")
        == "id,title,seconds,price\n1,So What,562,0.5\n2,Robert'); DROP TABLE track; --,,1.25\n"
        + "3,\"Größe, 🎷\nzwei\",0,-3.0\n4,\"\",7,1000.0\n")
  }

  @Test("After rows with keys of their own the database goes on with the next one", arguments: CommandDatabase.allCases)
  func keys(_ database: CommandDatabase) async throws {
    let music = try database.made()
    let made = try await music.orda(
      "query", database.words("CREATE TABLE genre (id INTEGER PRIMARY KEY /*! AUTO_INCREMENT */, name VARCHAR(9))"))
    #expect(made.status == 0, "\(made.error)")
    for (lines, next) in [("7,Jazz\n3,Fado\n", 8), ("2000000,Ska\n", 2_000_001), ("5,Soul\n", 2_000_002)] {
      let run = try await music.orda("import", "genre", "-", "--quiet", input: "id,name\n" + lines)
      #expect(run.status == 0, "\(run.error)")
      _ = try await music.orda("query", "INSERT INTO genre (name) VALUES ('next')")
      let keys = try await music.orda("query", "SELECT MAX(id) AS id FROM genre", "--format", "csv")
      #expect(keys.output.split(whereSeparator: \.isNewline).last == "\(next)")
    }
  }

  @Test("Of a file with a line that the database refuses nothing stays", arguments: CommandDatabase.allCases)
  func refused(_ database: CommandDatabase) async throws {
    let music = try database.made()
    _ = try await music.orda("query", "CREATE TABLE genre (id INTEGER PRIMARY KEY, name VARCHAR(9) NOT NULL)")
    let run = try await music.orda("import", "genre", "-", input: "id,name\n1,Jazz\n2,Fado\n1,again\n3,Ska\n")
    #expect(run.status == 1)
    #expect(run.error.hasPrefix("orda: -: line 4: constraint.unique.primaryKey: "), "\(run.error)")
    #expect(try await music.orda("export", "genre").output == "id,name\n")
    let lenient = try await music.orda(
      "import", "genre", "-", "--skip-bad", input: "id,name\n1,Jazz\n2,Fado\n1,again\n3,Ska\n")
    #expect(lenient.status == 0)
    #expect(try await music.orda("export", "genre").output == "id,name\n1,Jazz\n2,Fado\n3,Ska\n")
  }
}
