import ORDA
import ORDAImport
import TestSupport
import Testing

@testable import ORDAServer

/// Files that become tables.
@Suite struct NewTableTests {
  private static let script: SQL =
    "CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT); CREATE VIEW all_genres AS SELECT * FROM genre;"

  private func served() async throws -> ServedSite { try await ServedSite(Self.script, isWritable: true) }

  private func tables(_ served: ServedSite) async throws -> [String] {
    try await served.db.tables().map(\.name).sorted()
  }

  /// What a file is refused with; no table may be there that was not there before.
  private func refusal(_ file: SentFile, _ served: ServedSite, status: Int = 422) async throws -> String {
    let before = try await tables(served)
    let reply = try await served.send(file, to: nil)
    #expect(reply.status == status, "\(reply.text)")
    #expect(try await tables(served) == before)
    return try reply.json["error"]["message"].string ?? ""
  }

  @Test(arguments: [
    ("elements.csv", "number,name,mass,note\n1,Hydrogen,1.008,\n2,Helium,4.0026,noble\n"),
    ("elements.tsv", "number\tname\tmass\tnote\n1\tHydrogen\t1.008\t\n2\tHelium\t4.0026\tnoble\n"),
    (
      "elements.json",
      #"[{"number": 1, "name": "Hydrogen", "mass": 1.008, "note": null}, {"number": 2, "name": "Helium", "mass": 4.0026, "note": "noble"}]"#
    ),
    (
      "elements.jsonl",
      #"{"number": 1, "name": "Hydrogen", "mass": 1.008}"# + "\n"
        + #"{"number": 2, "name": "Helium", "mass": 4.0026, "note": "noble"}"#
    ),
  ])
  func columnsAndTypesAreTheFiles(_ name: String, _ text: String) async throws {
    let served = try await served()
    let reply = try await served.send(SentFile(name, text), to: nil)
    #expect(reply.text == #"{"imported":2,"table":"elements","address":"/music/table/elements"}"#)
    let table = try #require(try await served.db.describe(TableName(name: "elements")))
    #expect(
      table.columns.map { "\($0.name) \($0.declaredType)" } == [
        "number BIGINT", "name TEXT", "mass DOUBLE", "note TEXT",
      ])
    #expect(
      try await served.db.query("SELECT * FROM elements ORDER BY number").rows.map(\.values)
        == [[1, "Hydrogen", 1.008, .null], [2, "Helium", 4.0026, "noble"]])
    // It is listed, and has a page.
    #expect(try await served.get("/music").text.contains("href=\"/music/table/elements\""))
    #expect(try await served.get("/music/table/elements").text.contains("Helium"))
  }

  @Test func theFormNeedsNoScript() async throws {
    let served = try await served()
    #expect(try await served.get("/music").text.contains("enctype=\"multipart/form-data\" action=\"/music/import\""))
    #expect(try await served.get("/music/import").text.contains("name=\"table\""))
    var file = SentFile("a.csv", "number;name\n1;Hydrogen\n")
    file.fields = [("table", " my elements "), ("key", "number, name"), ("delimiter", "semicolon")]
    let done = try await served.send(file, to: nil, [:])
    #expect(done.status == 303)
    #expect(done.headers["location"] == "/music/table/my%20elements")
    #expect(try await served.db.describe(TableName(name: "my elements"))?.primaryKey == ["number", "name"])
    // What was chosen stays.
    let refused = try await served.send(file, to: nil, [:])
    #expect(refused.status == 409)
    #expect(refused.text.contains("There is a table or view called my elements already"))
    #expect(refused.text.contains("value=\" my elements \"") && refused.text.contains("value=\"semicolon\" selected"))
    #expect(try await served.db.first("SELECT count(*) FROM \"my elements\"")?.get(0) == 1)
  }

  @Test func linesTellHowFarItIs() async throws {
    let served = try await served()
    let reply = try await served.send(SentFile("a.csv", "b\n1\n"), to: nil, ["accept": "application/x-ndjson"])
    #expect(reply.text.split(separator: "\n").last == #"{"imported":1,"table":"a","address":"/music/table/a"}"#)
  }

  @Test(arguments: [
    ("my tracks (2024).csv", "my_tracks_2024"), ("Älben.tar.json", "Älben_tar"), (".csv", "imported"),
    ("---.tsv", "imported"),
    ("C:\\music\\genre list.csv", "genre_list"), ("../../etc/passwd.csv", "passwd"), ("2024.csv", "2024"),
    (String(repeating: "ä", count: 100) + ".csv", String(repeating: "ä", count: 31)),
  ])
  func namesAreProposed(_ file: String, _ name: String) { #expect(NewTableImport.name(for: file) == name) }

  @Test(arguments: ["genre", "GENRE", "all_genres"]) func whatIsThereIsNotMadeAgain(_ name: String) async throws {
    let served = try await served()
    var file = SentFile("a.csv", "id\n1\n")
    file.fields = [("table", name)]
    #expect(try await refusal(file, served, status: 409).contains("There is a table or view called \(name) already"))
    // Without a name, the file's.
    #expect(try await refusal(SentFile("\(name).csv", "id\n1\n"), served, status: 409).contains("choose another name"))
    #expect(try await served.db.first("SELECT count(*) FROM genre")?.get(0) == 0)
  }

  @Test func whatCantBeLeavesNothing() async throws {
    let served = try await served()
    let cases: [(String, String, [(name: String, value: String)], String, Int)] = [
      ("a.csv", "id,name\n1,x\n2\n", [], "line 3: 2 fields expected, 1 found", 422),
      ("a.csv", "id,name\n1,\"x\n", [], "the quote opened on line 2 is never closed", 422),
      ("a.csv", "", [], "the file is empty", 422), ("a.json", "[]", [], "there is no record in it", 422),
      ("a.json", "[{\"a\": 1, \"A\": 2}]", [], "duplicate column name", 422),
      ("a.json", "[{\"a\": 1}, 2]", [], "an object expected", 422),
      ("a.csv", "id;name\n1;x\n", [], "are the values separated by semicolons? Choose what separates them", 422),
      ("a.csv", "id,id\n1,2\n", [], "id", 422), ("a.csv", "id,name\n1,x\n1,y\n", [("key", "id")], "line 3", 409),
      ("a.csv", "id,name\n1,x\n,y\n", [("key", "id")], "line 3", 409),
      ("a.csv", "id,name\n1,x\n", [("key", "nr")], "no column nr that could be the primary key", 422),
      ("a.csv", "id\n1\n", [("table", String(repeating: "x", count: 64))], "63 bytes at most", 422),
      ("a.csv", "id\n1\n", [("table", "a\0b")], "can't be called so", 422),
      ("a.csv", "id\n1\n", [("table", "orda_unfinished_1")], "can't be called so", 422),
      ("a.csv", "id\n1\n", [("table", "sqlite_a")], "reserved", 422),
      ("a.xlsx", "PK", [], ".csv, .tsv, .json or .jsonl", 422),
    ]
    for (name, text, fields, message, status) in cases {
      var file = SentFile(name, text)
      file.fields = fields
      let told = try await refusal(file, served, status: status)
      #expect(told.contains(message), "\(told)")
    }
    let wide = Array("title\nNaïma\n".utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    #expect(try await refusal(SentFile("a.csv", bytes: wide), served).contains("UTF-16"))
    let latin = SentFile("a.csv", bytes: Array("title\nNa".utf8) + [0xEF, 0x0A])
    #expect(try await refusal(latin, served).contains("line 2, column title: this is not UTF-8"))
    // What was chosen is no mistake.
    var chosen = SentFile("a.csv", "id;name\n1;x\n")
    chosen.fields = [("delimiter", "comma")]
    #expect(try await served.send(chosen, to: nil).status == 200)
  }

  @Test func tenThousandColumnsAreRefused() async throws {
    let served = try await served()
    let names = (0..<10_000).map { "c\($0)" }.joined(separator: ",")
    var file = SentFile("a.csv", names + "\n")
    file.chunk = 64 << 10
    #expect(try await refusal(file, served).contains("too many columns"))
  }

  @Test func nothingIsMadeWithoutWrite() async throws {
    let served = try await ServedSite(Self.script)
    #expect(try await served.send(SentFile("a.csv", "id\n1\n"), to: nil).status == 403)
    #expect(try await served.get("/music/import").status == 403)
    #expect(try await !served.get("/music").text.contains("type=\"file\""))
    #expect(try await tables(served) == ["all_genres", "genre"])
  }

  @Test func namesThatAreScriptsAreText() async throws {
    let served = try await served()
    var file = SentFile("a.csv", "<b>\n<img src=x onerror=alert(1)>\n")
    file.fields = [("table", "<script>alert(1)</script>")]
    let done = try await served.send(file, to: nil, [:])
    #expect(done.status == 303)
    let page = try await served.get("/music")
    #expect(page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !page.text.contains("<script>alert"))
    #expect(try await !served.send(file, to: nil, [:]).text.contains("<script>alert"))
  }

  @Test func whatIsCancelledLeavesNoTable() async throws {
    let served = try await served()
    let upload = Upload(name: "a.csv", file: try UploadFile())
    try upload.file.append(Array("title\n\((0..<1000).map { "t\($0)\n" }.joined())".utf8)[...])
    let progress = ImportProgress()
    progress.cancel()
    await #expect(throws: Problem.self) {
      try await NewTableImport(upload, in: served.site.databases[0]).run(progress, ImportTurns(), limit: .seconds(60))
    }
    await #expect(throws: Problem.self) {
      try await NewTableImport(upload, in: served.site.databases[0]).run(
        ImportProgress(), ImportTurns(), limit: .nanoseconds(1))
    }
    #expect(try await tables(served) == ["all_genres", "genre"])
  }

  @Test func twoOfTheSameNameMakeOne() async throws {
    let served = try await served()
    let file = SentFile("a.csv", "title\n" + (0..<5000).map { "a\($0)\n" }.joined())
    async let one = served.send(file, to: nil)
    async let other = served.send(file, to: nil)
    let statuses = try await [one.status, other.status].sorted()
    #expect(statuses == [200, 409])
    #expect(try await served.db.first("SELECT count(*) FROM a")?.get(0) == 5000)
  }
}
