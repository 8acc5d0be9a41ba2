import TestSupport
import Testing

/// What is exported and imported again is the same.
@Suite(.ownThread) struct RoundTripTests {
  let folder: TemporaryFolder
  let url = "sqlite:a.db"
  private static let columns = "n BIGINT, x DOUBLE, t TEXT, b BLOB, m TEXT"

  init() async throws { folder = try TemporaryFolder() }

  private static let rows = [
    "NULL, NULL, NULL, NULL, NULL", "0, 0.0, '', x'', '\u{FEFF}'", "9223372036854775807, 0.1, '\"', x'00ff0a2c22', ','",
    "-9223372036854775808, -1e300, '\u{A}', x'5c78', '\\x00ff'", "1, 5e-324, 'a' || char(0) || 'b', x'31', '\r\n'",
    "9007199254740993, 3.0, '👩‍👩‍👧 日本語 é', x'e9', ' blank '", "2, 1e999, '1e999', x'00', 'NULL'",
    "3, 0.30000000000000004, '007', NULL, '[1]'", "4, -0.1, '{\"$bytes\":\"AA==\"}', NULL, char(1, 27, 127, 133, 8232)",
  ]

  /// Everything in a table, with the types that SQLite stores it as.
  private func everything(_ table: String) async throws -> String {
    let cells =
      ["n", "x", "t", "b", "m"].map { "typeof(\($0)) || ' ' || quote(\($0))" }
      + ["printf('%!.20e', x)", "hex(t)", "hex(m)"]
    let run = try await orda(
      "query", url, "SELECT \(cells.joined(separator: ", ")) FROM \(table) ORDER BY rowid", "--format", "csv",
      in: folder)
    #expect(run.status == 0)
    return String(run.output.drop { $0 != "\n" })
  }

  @Test(arguments: ["csv", "tsv", "json", "jsonl"], [false, true])
  func anExportThatIsImportedAgain(_ format: String, _ makesTable: Bool) async throws {
    let values = Self.rows.map { "(\($0))" }.joined(separator: ", ")
    for sql in [
      "CREATE TABLE a (\(Self.columns))", "CREATE TABLE b (\(Self.columns))", "INSERT INTO a VALUES \(values)",
    ] {
      #expect(try await orda("query", url, sql, in: folder).status == 0)
    }
    let file = "rows.\(format)"
    #expect(try await orda("export", url, "a", file, in: folder).output == "9 rows exported to \(file)\n")
    let arguments = makesTable ? ["import", url, "c", file, "--create"] : ["import", url, "b", file]
    let run = try await BuiltProgram(name: "orda").run(arguments, in: folder)
    #expect(run.error == "")
    #expect(run.output == "9 rows imported into \(makesTable ? "c" : "b")\n")
    let before = try await everything("a")
    #expect(before.split(separator: "\n").count >= 9)
    #expect(try await everything(makesTable ? "c" : "b") == before)
  }

  @Test("A text that is no UTF-8 comes back: the same from JSON, its bytes from CSV")
  func invalidText() async throws {
    let folder = try TemporaryFolder()
    let sql = "CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, CAST(x'61ff' AS TEXT)), (2, 'ü');"
    #expect(try await orda("shell", "sqlite:a.db", input: sql, in: folder).error == "")
    let facts = "SELECT id, typeof(a), hex(a) FROM t"
    for (format, type) in [("json", "text"), ("jsonl", "text"), ("csv", "blob"), ("tsv", "blob")] {
      #expect(try await orda("export", "sqlite:a.db", "t", "t.\(format)", in: folder).status == 0)
      let target = "sqlite:\(format).db"
      _ = try await orda("query", target, "CREATE TABLE t (id INTEGER PRIMARY KEY, a)", in: folder)
      let run = try await orda("import", target, "t", "t.\(format)", in: folder)
      #expect(run.error == "" && run.status == 0)
      let rows = try await orda("query", target, facts, "--format", "csv", in: folder)
      #expect(rows.output == "id,typeof(a),hex(a)\n1,\(type),61FF\n2,text,C3BC\n")
    }
  }

  @Test("A file of another encoding is imported as what it says")
  func encodings() async throws {
    let folder = try TemporaryFolder()
    let bytes = Array("id,name\n1,Gr".utf8) + [0xFC, 0xDF, 0x65, 0x0A]
    func imported(_ arguments: String...) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram(name: "orda").run(
        ["import", "sqlite:a.db", "t", "-", "--create"] + arguments, input: bytes, in: folder)
    }
    let plain = try await imported()
    #expect(
      plain.error.hasPrefix("orda: -: line 2: field 2 is not valid UTF-8; --encoding names another, such as latin1"))
    let unknown = try await imported("--encoding", "latin-eins")
    #expect(unknown.error.hasPrefix("orda: -: there is no encoding 'latin-eins'"))
    #expect(try await imported("--encoding", "latin1").status == 0)
    #expect(try await orda("export", "sqlite:a.db", "t", in: folder).output == "id,name\n1,Grüße\n")
  }
}
