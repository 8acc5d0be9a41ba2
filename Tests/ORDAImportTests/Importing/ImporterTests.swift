import ORDA
import ORDASQLite
import Testing
import TestSupport

@testable import ORDAImport

/// The importer on a SQLite database in memory, fed with CSV where nothing else is said.
@Suite struct ImporterTests {
  private let database: any Governor

  init() throws {
    try SQLite.register()
    database = try ORDA.open("sqlite::memory:")
  }

  private func table(_ columns: String) throws { try database.execute("CREATE TABLE t (\(raw: columns))") }

  private func load(
    _ text: String, as format: ImportFormat = .csv, csv: CSVRecordOptions = CSVRecordOptions(), create: Bool = false,
    key: [String] = [], skip: Bool = false, onBadLine: @escaping (any BadLine) -> Void = { _ in },
    onRecord: @escaping () throws -> Void = {}
  ) throws -> Importer.Summary {
    var options = Importer.Options()
    options.createsTable = create
    options.primaryKey = key
    options.skipsBadLines = skip
    return try Importer(table: "t", options: options, onBadLine: onBadLine, onRecord: onRecord).run(into: database) {
      let source = MemorySource(text.utf8, chunk: 5)
      switch format {
      case .csv, .tsv: return try CSVRecords(source, options: csv)
      case .json: return JSONRecords(array: source)
      case .jsonl: return JSONRecords(lines: source)
      }
    }
  }

  private var stored: [[String]] {
    get throws {
      var rows: [[String]] = []
      try database.forEach("SELECT * FROM t ORDER BY rowid") { rows.append(try $0.fetched().values.map(\.caseAndText)) }
      return rows
    }
  }

  private var hasTable: Bool { get throws { try database.describe(TableName(name: "t")) != nil } }

  private var declaration: String? {
    get throws { try database.first(String.self, "SELECT sql FROM sqlite_master WHERE name = 't'") }
  }

  // MARK: CSV

  @Test func nothingIsNULLAndQuotesAreAnEmptyText() throws {
    try table("a, b")
    #expect(try load("a,b\n1,x\n,\"\"\n") == Importer.Summary(rows: 2))
    #expect(try stored == [["'1'", "'x'"], ["NULL", "''"]])
  }

  @Test func columnsGoByTheirNames() throws {
    try table("b DEFAULT 'none', a")
    #expect(try load("A\n1\n").rows == 1)
    #expect(try stored == [["'none'", "'1'"]])
  }

  @Test func bytesAndTheirTextInQuotes() throws {
    try table("a, b")
    #expect(try load("a,b\n\\x00ff,\"\\x00ff\"\n\\x0,\\xzz\n").rows == 2)
    #expect(try stored == [["bytes [0, 255]", "'\\x00ff'"], ["'\\x0'", "'\\xzz'"]])
  }

  @Test func namesFromElsewhere() throws {
    try table("a, b")
    var csv = CSVRecordOptions()
    csv.columns = ["b", "a"]
    #expect(try load("x,y\n1,2\n", csv: csv).rows == 1)
    csv.hasHeader = false
    #expect(try load("3,4\n", csv: csv).rows == 1)
    #expect(try stored == [["'2'", "'1'"], ["'4'", "'3'"]])
    csv.hasHeader = true
    csv.columns = ["a"]
    #expect { try load("x,y\n", csv: csv) } throws: { "\($0)" == "line 1: 2 columns in the file, but 1 in --columns" }
  }

  @Test func aTextForNULL() throws {
    try table("a, b")
    var csv = CSVRecordOptions()
    csv.null = Array("NA".utf8)
    #expect(try load("a,b\nNA,\"NA\"\nNAN,\n", csv: csv).rows == 2)
    #expect(try stored == [["NULL", "'NA'"], ["'NAN'", "NULL"]])
  }

  @Test(arguments: [
    ("", "the file is empty; its first line must name the columns"), ("a,,c\n", "line 1: column 2 has no name"),
    ("a,b,A\n", "line 1: two columns are called A"),
  ]) func headers(_ text: String, _ message: String) throws {
    try table("a")
    #expect { try load(text) } throws: { "\($0)" == message }
  }

  @Test func anUnknownColumnIsAnErrorAlsoWithoutRecords() throws {
    try table("a")
    for text in ["a,b\n", "a,b\n1,2\n"] {
      for skip in [false, true] where !(skip && text == "a,b\n") {
        #expect { try load(text, skip: skip) } throws: { ($0 as? DatabaseError)?.kind == .noSuchColumn }
      }
    }
  }

  // MARK: Bad lines

  @Test func aBadLineLeavesNothing() throws {
    try table("a, b")
    #expect(throws: CSVError(line: 3, reason: .fieldCount(expected: 2, found: 1))) { try load("a,b\n1,2\n3\n") }
    #expect(try stored == [])
  }

  @Test func aRefusedRowIsNamedByItsLine() throws {
    try table("a UNIQUE")
    #expect { try load("a\n1\n\"2\n2\"\n1\n") } throws: {
      "\($0)" == "line 5: constraint.unique: UNIQUE constraint failed: t.a"
    }
    #expect(try stored == [])
  }

  @Test func badLinesAreLeftOutWhereAskedFor() throws {
    try table("a UNIQUE, b")
    var errors: [String] = []
    let summary = try load("a,b\n1,2\n3\n1,5\n\"6\"7,8\n9,10\n", skip: true) { errors.append("\($0)") }
    #expect(summary == Importer.Summary(rows: 2, skipped: 3))
    #expect(try stored == [["'1'", "'2'"], ["'9'", "'10'"]])
    #expect(
      errors == [
        "line 3: 2 fields expected, 1 found", "line 4: constraint.unique: UNIQUE constraint failed: t.a",
        "line 5: field 1 goes on after its closing quote (a quote within quotes is doubled)",
      ])
  }

  @Test func badLinesAreToldOnceWhereTheFileIsReadTwice() throws {
    var errors = 0
    #expect(
      try load("a\n1\n2,3\n", create: true, skip: true) { _ in errors += 1 } == Importer.Summary(rows: 1, skipped: 1))
    #expect(errors == 1)
  }

  @Test func anUnclosedQuoteEndsTheImportEvenWhereBadLinesAreLeftOut() throws {
    try table("a")
    #expect(throws: CSVError(line: 5, reason: .unclosedQuote(openedOn: 3))) { try load("a\n1\n\"2\n3\n", skip: true) }
    #expect(try stored == [])
  }

  @Test func errorsThatAreNotAboutALineEndTheImport() throws {
    try table("a")
    try database.execute(
      """
      CREATE TRIGGER full BEFORE INSERT ON t WHEN NEW.a = '2' BEGIN INSERT INTO missing VALUES (1); END
      """)
    #expect { try load("a\n1\n2\n", skip: true) } throws: { ($0 as? DatabaseError)?.kind == .noSuchTable }
    #expect(try stored == [])
  }

  @Test func whoWatchesCanEndTheImport() throws {
    struct Enough: Error {}
    try table("a")
    var count = 0
    for skip in [false, true] {
      #expect(throws: Enough.self) {
        try load(
          "a\n1\n2\n3\n", skip: skip,
          onRecord: {
            count += 1
            if count.isMultiple(of: 2) { throw Enough() }
          })
      }
    }
    #expect(try stored == [])
  }

  // MARK: Tables that are made

  @Test func theTableIsMadeByTheWholeFile() throws {
    #expect(try load("a,b,c\n1,1.5,1\n2,2,x\n", create: true).rows == 2)
    #expect(try declaration == #"CREATE TABLE "t" ("a" BIGINT, "b" DOUBLE, "c" TEXT)"#)
    #expect(try stored == [["int 1", "double 1.5", "'1'"], ["int 2", "double 2.0", "'x'"]])
  }

  @Test func theTableMayHaveAKey() throws {
    #expect(try load("a,b,c\nx,1,\n", create: true, key: ["b", "a"]).rows == 1)
    #expect(
      try declaration
        == #"CREATE TABLE "t" ("a" VARCHAR(255) NOT NULL, "b" BIGINT NOT NULL, "c" TEXT, PRIMARY KEY ("b", "a"))"#)
    try database.execute("DROP TABLE t")
    #expect { try load("a\n1\n", create: true, key: ["z"]) } throws: {
      "\($0)" == "it has no column z that could be the primary key"
    }
  }

  @Test(arguments: ["a\n1\n1\n", "a\n1\n1,2\n"]) func aTableThatWasMadeForABadFileGoes(_ text: String) throws {
    #expect { try load(text, create: true, key: ["a"]) } throws: { ($0 as? any BadLine)?.line == 3 }
    #expect(try !hasTable)
  }

  @Test func aHeaderAloneMakesATable() throws {
    #expect(try load("a,b\n", create: true) == Importer.Summary())
    #expect(try declaration == #"CREATE TABLE "t" ("a" TEXT, "b" TEXT)"#)
  }

  @Test func aTableThatIsThereIsNotMadeAgain() throws {
    try table("a")
    #expect { try load("a\n1\n", create: true) } throws: { ($0 as? DatabaseError)?.kind == .alreadyExists }
    #expect(try hasTable)
  }

  // MARK: JSON

  private static let objects = [
    #"{"a": 1, "b": "x"}"#, #"{"b": null, "a": 2.5}"#, #"{"a": [1, {"k": 1.50}], "b": true}"#,
    #"{"a": {"k": "\u00e9"}}"#,
    #"{"a": {"$bytes": "AP8="}, "b": ""}"#,
  ]

  @Test(arguments: [ImportFormat.json, .jsonl]) func objects(_ format: ImportFormat) throws {
    try table("a, b DEFAULT 'none'")
    let text = Self.objects.joined(separator: format == .json ? ",\n" : "\n")
    #expect(try load(format == .json ? "\u{FEFF}[\(text)]\n" : "\u{FEFF}\(text)\r\n\n", as: format).rows == 5)
    #expect(
      try stored == [
        ["int 1", "'x'"], ["double 2.5", "NULL"], [#"'[1,{"k":1.50}]'"#, "int 1"], [#"'{"k":"é"}'"#, "'none'"],
        ["bytes [0, 255]", "''"],
      ])
  }

  @Test func numbersKeepTheirDigits() throws {
    try table("a, b")
    let text = """
      {"a": 3.14159265358979323846, "b": 0.30000000000000004}
      {"a": 123456789012345678901234567890, "b": 9223372036854775807}
      {"a": 1.50000000000000000000, "b": 1e300}
      """
    #expect(try load(text, as: .jsonl).rows == 3)
    #expect(
      try stored == [
        ["'3.14159265358979323846'", "double 0.30000000000000004"],
        ["'123456789012345678901234567890'", "int 9223372036854775807"], ["double 1.5", "double 1e+300"],
      ])
  }

  @Test func aTableForObjectsHasAllOfTheirKeys() throws {
    let text = """
      {"n": 1, "t": "x"}
      {"n": 2, "x": 1.5, "d": {"$date": "2026-01-31"}, "b": {"$bytes": ""}}
      {"t": 3}
      """
    #expect(try load(text, as: .jsonl, create: true, key: []).rows == 3)
    #expect(try declaration == #"CREATE TABLE "t" ("n" BIGINT, "t" TEXT, "x" DOUBLE, "d" DATE, "b" BLOB)"#)
    #expect(
      try stored == [
        ["int 1", "'x'", "NULL", "NULL", "NULL"], ["int 2", "NULL", "double 1.5", "'2026-01-31'", "bytes []"],
        ["NULL", "'3'", "NULL", "NULL", "NULL"],
      ])
  }

  @Test func noObjectMakesNoTable() throws {
    #expect { try load("[]", as: .json, create: true) } throws: {
      "\($0)" == "there is no record in it, so nothing tells which columns the table should have"
    }
    #expect(try !hasTable)
  }

  @Test(arguments: [
    (#"{"a": 1}\n{"c": 2}"#, "line 2: noSuchColumn: table t has no column named c"),
    (#"{"a": 1}\n[2]"#, "line 2: an object expected, not an array"),
    (#"{"a": 1}\n{"a": 2"#, "line 2: byte 7: a comma or } expected, not the end"),
    (#"{"a": 1}\n{}"#, "line 2: an object with nothing in it"),
    (#"{"a": 1}\n{"a": {"$date": "soon"}}"#, "line 2: key a: what $date holds can't be read as one"),
    (
      #"{"a": 1}\n{"a": 1e999}"#,
      "line 2: key a: a number too large for a double; write {\"$decimal\": \"…\"} for an exact one"
    ),
  ]) func badLinesOfJSON(_ lines: String, _ message: String) throws {
    try table("a")
    let text = lines.replacing("\\n", with: "\n")
    #expect { try load(text, as: .jsonl) } throws: { "\($0)" == message }
    #expect(try stored == [])
    var told: [String] = []
    let summary = try load(text + "\n{\"a\": 3}\n", as: .jsonl, skip: true) { told.append("\($0)") }
    #expect(summary == Importer.Summary(rows: 2, skipped: 1))
    #expect(told == [message])
    #expect(try stored == [["int 1"], ["int 3"]])
  }

  @Test(arguments: [
    ("[{\"a\": 1},\n\n {\"a\": tru}]", "line 3: byte 22: true expected, not }"),
    ("[{\"a\": 1},\n{\"b\": 2}]", "line 2: noSuchColumn: table t has no column named b"),
    ("[{\"a\": 1},\n2]", "line 2: an object expected, not a number"),
    ("[{\"a\": 1}\n", "line 1: byte 1: the array that this element is in is never closed"),
  ]) func badElements(_ text: String, _ message: String) throws {
    try table("a")
    #expect { try load(text, as: .json) } throws: {
      #expect("\($0)" == message)
      return true
    }
    #expect(try stored == [])
  }

  @Test func aHundredKindsOfObjects() throws {
    let names = (0..<150).map { "c\($0)" }
    try table(names.joined(separator: ", "))
    let text = (names + names).map { "{\"\($0)\": 1}" }.joined(separator: "\n")
    #expect(try load(text, as: .jsonl).rows == 300)
    #expect(try database.first(Int.self, "SELECT SUM(c149) FROM t") == 2)
  }
}
