import Testing

/// What is exported and imported again is the same.
@Suite struct RoundTripTests {
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
}
