import ORDA
import TestSupport
import Testing

@testable import ORDAServer

/// Files that are sent to a table's page.
@Suite struct ImportTests {
  static let script: SQL = """
    CREATE TABLE track (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, seconds INTEGER, live BOOLEAN, cover BLOB,
      half INTEGER GENERATED ALWAYS AS (seconds / 2));
    INSERT INTO track (id, title) VALUES (1, 'So What');
    """

  private func served() async throws -> ServedSite { try await ServedSite(Self.script, isWritable: true) }

  private func titles(_ served: ServedSite) async throws -> [String] {
    try await served.db.query("SELECT title FROM track ORDER BY id").rows.map { try $0.get(0) }
  }

  /// What a file is refused with; nothing of it may be there.
  private func refusal(_ file: SentFile, _ served: ServedSite, status: Int = 422) async throws -> String {
    let reply = try await served.send(file, to: "track")
    #expect(reply.status == status, "\(reply.text)")
    #expect(try await titles(served) == ["So What"])
    return try reply.json["error"]["message"].string ?? ""
  }

  @Test(arguments: [
    ("a.csv", "seconds,TITLE,id,live,cover\r\n261,Naima,2,true,00ff\r\n,\"a\nb\",3,,\r\n"),
    ("a.TSV", "seconds\ttitle\tid\tlive\tcover\n261\tNaima\t2\ton\t00FF\n\t\"a\nb\"\t3\t\t\n"),
    (
      "a.json",
      #"[{"id": 2, "title": "Naima", "seconds": 261, "live": true, "cover": {"$bytes": "AP8="}}, {"title": "a\nb", "id": 3}]"#
    ),
    (
      "a.jsonl",
      #"{"id":2,"title":"Naima","seconds":"261","live":true,"cover":{"$bytes":"AP8="}}"# + "\n"
        + #"{"title":"a\nb","id":3}"#
    ),
  ])
  func columnsGoByTheirNames(_ name: String, _ text: String) async throws {
    let served = try await served()
    var file = SentFile(name, text)
    for chunk in [1, 7, 1000] {
      file.chunk = chunk
      let reply = try await served.send(file, to: "track")
      #expect(reply.status == 200, "\(reply.text)")
      #expect(try reply.json["imported"] == .number(2))
      let rows = try await served.db.query("SELECT id, title, seconds, live, cover FROM track WHERE id > 1 ORDER BY id")
        .rows
      #expect(
        rows.map(\.values) == [[2, "Naima", 261, 1, .bytes([0, 255])], [3, "a\nb", .null, .null, .null]])
      try await served.db.execute("DELETE FROM track WHERE id > 1")
    }
  }

  @Test func theFormNeedsNoScript() async throws {
    let served = try await served()
    let page = try await served.get("/music/table/track")
    #expect(page.text.contains("enctype=\"multipart/form-data\" action=\"/music/import/track\""))
    var file = SentFile("a.csv", "id;title\n2;Naïma\n")
    file.bytes = Array("id;title\n2;Na".utf8) + [0xEF] + Array("ma\n".utf8)
    file.fields = [("delimiter", "semicolon"), ("encoding", "WINDOWS-1252")]
    let done = try await served.send(file, to: "track", [:])
    #expect(done.status == 303)
    #expect(done.headers["location"] == "/music/table/track")
    #expect(try await titles(served) == ["So What", "Naïma"])
    // What was chosen stays.
    let refused = try await served.send(file, to: "track", [:])
    #expect(refused.status == 409)
    #expect(refused.text.contains("line 2") && refused.text.contains("nothing was imported"))
    #expect(refused.text.contains("value=\"semicolon\" selected"))
  }

  @Test func linesTellHowFarItIs() async throws {
    let served = try await served()
    let reply = try await served.send(
      SentFile("a.csv", "title\nNaima\n"), to: "track", ["accept": "application/x-ndjson"])
    let lines = reply.text.split(separator: "\n")
    #expect(lines.first == #"{"rows":0}"#)
    #expect(lines.last == #"{"imported":1,"table":"track","address":"/music/table/track"}"#)
    let wrong = try await served.send(
      SentFile("a.csv", "title,seconds\nNaima,long\n"), to: "track", ["accept": "application/x-ndjson"])
    #expect(
      wrong.text.hasSuffix(
        #"{"error":{"kind":"badLine","message":"line 2, column seconds: long is no number, and seconds is INTEGER; nothing was imported."}}"#
          + "\n"))
  }

  @Test func whatCantBeTellsItsLineAndColumn() async throws {
    let served = try await served()
    let cases: [(String, String, Int)] = [
      ("id,title,seconds\n2,a,1\n3,b,many\n", "line 3, column seconds: many is no number", 422),
      ("id,title\n2,a\n3,So What\n", "line 3", 409),
      ("id,title\n2,a\n3,\n", "line 3", 409),
      ("id,titel\n2,a\n", "line 1, column titel: track has no such column (did you mean title?)", 422),
      ("id,half\n2,a\n", "line 1, column half: the database computes it", 422),
      ("id;title\n2;a\n", "are the values separated by semicolons?", 422),
      ("id,title\n2,a\n3\n", "line 3: 2 fields expected, 1 found", 422),
      ("id,title\n2,\"a\n", "the quote opened on line 2 is never closed", 422),
      ("id,title,cover\n2,a,xyz\n", "line 2, column cover: Bytes are written", 422),
      ("", "the file is empty", 422),
    ]
    for (text, message, status) in cases {
      let told = try await refusal(SentFile("a.csv", text), served, status: status)
      #expect(told.contains(message), "\(told)")
      #expect(told.hasSuffix("nothing was imported."))
    }
    for (text, message) in [
      (#"[{"id": 2, "title": "a"},\n {"id": 3, "name": "b"}]"#, "column name: track has no such column"),
      (#"[{"id": 2, "title": "a", "TITLE": "b"}]"#, "column TITLE: it is there twice"), ("{}", "line 1"),
    ] {
      let told = try await refusal(SentFile("a.json", text.replacing("\\n", with: "\n")), served)
      #expect(told.contains(message), "\(told)")
    }
    #expect(try await refusal(SentFile("a.xlsx", "PK"), served).contains(".csv, .tsv, .json or .jsonl"))
  }

  @Test func otherBytesThanTextAreRefused() async throws {
    let served = try await served()
    let latin = SentFile("a.csv", bytes: Array("title\nNa".utf8) + [0xEF, 0x0A])
    #expect(try await refusal(latin, served).contains("line 2, column title: this is not UTF-8"))
    let zero = SentFile("a.csv", "id,title\n2,a\n3,b\0c\n")
    #expect(try await refusal(zero, served).contains("line 3, column title: a zero byte"))
    let wide = Array("title\nNaïma\n".utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    #expect(try await refusal(SentFile("a.csv", bytes: wide), served).contains("UTF-16"))
    var marked = SentFile("a.csv", bytes: [0xFF, 0xFE] + wide)
    #expect(try await refusal(marked, served).contains("UTF-16"))
    marked.fields = [("encoding", "UTF-16")]
    #expect(try await served.send(marked, to: "track").status == 200)
    #expect(try await titles(served) == ["So What", "Naïma"])
  }

  @Test func tenThousandColumnsAreRefusedAtOnce() async throws {
    let served = try await served()
    let names = (0..<10_000).map { "c\($0)" }.joined(separator: ",")
    var file = SentFile("a.csv", names + "\n" + names + "\n")
    file.chunk = 64 << 10
    #expect(try await refusal(file, served).contains("column c0: track has no such column"))
    file.name = "a.jsonl"
    file.bytes = Array("{\((0..<10_000).map { "\"c\($0)\":1" }.joined(separator: ","))}".utf8)
    #expect(try await refusal(file, served).contains("column c0: track has no such column"))
    file.bytes = Array("{\"\(String(repeating: "x", count: 1_000_000))\":1}".utf8)
    #expect(try await refusal(file, served).utf8.count < 300)
  }

  // MARK: Who may, and how much

  @Test func nothingIsImportedWithoutWrite() async throws {
    let served = try await ServedSite(Self.script)
    #expect(try await served.send(SentFile("a.csv", "title\nNaima\n"), to: "track").status == 403)
    #expect(try await served.get("/music/import/track").status == 403)
    #expect(try await !served.get("/music/table/track").text.contains("type=\"file\""))
  }

  @Test func otherSitesImportNothing() async throws {
    let served = try await ServedSite(Self.script, isWritable: true, token: "secret")
    let file = SentFile("a.csv", "title\nNaima\n")
    #expect(try await served.send(file, to: "track").status == 401)
    let known = ["authorization": "Bearer secret", "accept": "application/json"]
    #expect(try await served.send(file, to: "track", known.merging(["origin": "http://evil"]) { $1 }).status == 403)
    #expect(try await titles(served) == ["So What"])
    #expect(try await served.send(file, to: "track", known).status == 200)
  }

  @Test func viewsTakeNoFiles() async throws {
    let served = try await served()
    try await served.db.execute("CREATE VIEW all_tracks AS SELECT * FROM track")
    #expect(try await served.send(SentFile("a.csv", "title\nNaima\n"), to: "all_tracks").status == 422)
  }

  @Test func largeFilesAreRefused() async throws {
    let served = try await ServedSite(Self.script, isWritable: true, largestUpload: 1000)
    let file = SentFile("a.csv", "title\n" + String(repeating: "x", count: 1000))
    #expect(try await refusal(file, served, status: 413).contains("larger than 1.0 kB"))
    let announced = try await served.send(
      SentFile("a.csv", "title\nNaima\n"), to: "track", ["accept": "application/json", "content-length": "1000000"])
    #expect(announced.status == 413)
  }

  // MARK: What happens meanwhile

  @Test func whoFallsSilentHoldsNothing() async throws {
    let served = try await ServedSite(Self.script, isWritable: true, uploadSilence: .milliseconds(50))
    var file = SentFile("a.csv", "title\n" + (0..<1000).map { "t\($0)\n" }.joined())
    file.meanwhile = {
      // No transaction is open: others write, whether the time is over already or not.
      _ = try await Task { try await served.db.execute("UPDATE track SET seconds = 7") }.value
      // Nothing more comes: this ends with the upload.
      try await Event().wait()
    }
    #expect(try await refusal(file, served, status: 504).contains("did not come in time"))
    #expect(try await served.db.first("SELECT seconds FROM track")?.values == [7])
  }

  @Test func whatEndsInTheMiddleIsNotImported() async throws {
    let served = try await served()
    var file = SentFile("a.csv", "title\n" + (0..<1000).map { "t\($0)\n" }.joined())
    file.isWhole = false
    #expect(try await refusal(file, served, status: 400).contains("did not come to its end"))
  }

  @Test func theTableMayChangeMeanwhile() async throws {
    let served = try await served()
    var file = SentFile("a.csv", "title,note\nNaima,x\n")
    file.meanwhile = { try await served.db.execute("ALTER TABLE track ADD COLUMN note TEXT") }
    #expect(try await served.send(file, to: "track").status == 200)
    file.bytes = Array("title,note\nBlue Train,x\n".utf8)
    file.meanwhile = { try await served.db.execute("ALTER TABLE track DROP COLUMN note") }
    let dropped = try await served.send(file, to: "track")
    #expect(dropped.status == 422)
    #expect(
      try dropped.json["error"]["message"].string?.contains("line 1, column note: track has no such column") == true)
    #expect(try await titles(served) == ["So What", "Naima"])
    file.meanwhile = { try await served.db.execute("DROP TABLE track") }
    #expect(try await served.send(file, to: "track").status == 404)
  }

  @Test func twoAtOnceComeOneAfterAnother() async throws {
    let served = try await served()
    let first = SentFile("a.csv", "title\n" + (0..<5000).map { "a\($0)\n" }.joined())
    let second = SentFile("b.csv", "title\n" + (0..<5000).map { "b\($0)\n" }.joined() + "So What\n")
    async let one = served.send(first, to: "track")
    async let other = served.send(second, to: "track")
    let statuses = try await [one.status, other.status]
    #expect(statuses == [200, 409])
    #expect(try await titles(served).count == 5001)
  }

  @Test func closingThePageCancelsIt() async throws {
    let served = try await served()
    let turns = try #require(served.site.imports["music"])
    let file = SentFile("a.csv", "title\nNaima\n")
    // Its turn does not come while this one has it.
    try await turns.run {
      let answer = await served.answer(file, to: "track", ["accept": "application/x-ndjson"])
      guard case .stream(let write) = answer.body else { throw Problem(.failed, "no stream") }
      await #expect(throws: GoneReader.Gone.self) { try await write(GoneReader()) }
    }
    try await turns.run {}
    #expect(try await titles(served) == ["So What"])
  }

  @Test func whatIsCancelledIsRolledBack() async throws {
    let served = try await served()
    var upload = Upload(name: "a.csv", file: try UploadFile())
    try upload.file.append(Array("title\nNaima\n".utf8)[...])
    upload.fields.append("delimiter", "comma")
    let progress = ImportProgress()
    progress.cancel()
    await #expect(throws: Problem.self) {
      try await TableImport(upload, into: "track", of: served.site.databases[0]).run(
        progress, ImportTurns(), limit: .seconds(60))
    }
    #expect(try await titles(served) == ["So What"])
  }

  @Test func anImportHoldsTheWriterForALimitedTime() async throws {
    let served = try await served()
    let upload = Upload(name: "a.csv", file: try UploadFile())
    let lines = (0..<20_000).map { "t\($0)\n" }.joined()
    try upload.file.append(Array("title\n\(lines)".utf8)[...])
    await #expect(throws: Problem.self) {
      try await TableImport(upload, into: "track", of: served.site.databases[0]).run(
        ImportProgress(), ImportTurns(), limit: .milliseconds(1))
    }
    #expect(try await titles(served) == ["So What"])
  }
}

/// A browser whose page was closed.
private struct GoneReader: AnswerWriter {
  struct Gone: Error {}

  func write(_ bytes: [UInt8]) async throws { throw Gone() }
}
