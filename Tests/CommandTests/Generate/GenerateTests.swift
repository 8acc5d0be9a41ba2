import Foundation
import ORDA
import Testing

@testable import Command

/// The types of tables whose names Swift could not have, made for both databases, compiled, and used.
@Suite("Generated types") struct GenerateTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("OddTables.swift")

  /// Tables with odd names, with every type, with and without keys.
  private static func tables(_ dialect: Dialect) -> [TableDefinition] {
    let texts = "(\(dialect.quoted(identifier: "default")) IN ('a', 'B-side', '', '1st', 'case', 'B side'))"
    return [
      TableDefinition(
        name: "class",
        columns: [
          .generatedKey("id"), ColumnDefinition("self", .text(maximum: 20), isNullable: false),
          ColumnDefinition("Type", .int), ColumnDefinition("init", .boolean),
          ColumnDefinition("default", .text(maximum: 20)),
        ], checkConstraints: [CheckConstraint(expression: texts)]),
      TableDefinition(
        name: "1st a-b ♫",
        columns: [
          ColumnDefinition("a-b", .int, isNullable: false),
          ColumnDefinition("a b", .text(maximum: 20), isNullable: false), ColumnDefinition("2nd", .int),
          ColumnDefinition("hashValue", .int),
        ], primaryKey: ["a-b", "a b"]),
      TableDefinition(name: "♫", columns: [ColumnDefinition("♪", .int), ColumnDefinition("row", .text(maximum: 20))]),
      TableDefinition(
        name: "value",
        columns: [
          ColumnDefinition("code", .text(maximum: 20), isNullable: false),
          ColumnDefinition("id_of_class", .int, isNullable: false),
          ColumnDefinition("big", .integer(bits: 64, isUnsigned: true)), ColumnDefinition("ratio", .double),
          ColumnDefinition("single", .float), ColumnDefinition("price", .decimal(precision: 10, scale: 2)),
          ColumnDefinition("bytes", .bytes(maximum: 20)), ColumnDefinition("day", .date),
          ColumnDefinition("time_of_day", .time), ColumnDefinition("seen_at", .timestamp),
          ColumnDefinition("happened_at", .instant), ColumnDefinition("uuid", .uuid),
          ColumnDefinition("document", .json),
          ColumnDefinition("twice", .int, generated: .stored(expression: "id_of_class * 2")),
        ], primaryKey: ["code"],
        foreignKeys: [
          ForeignKey(
            columns: ["id_of_class"], referencedTable: "class", referencedColumns: ["id"], onDelete: .cascade)
        ]),
    ]
  }

  private static func made(_ database: CommandDatabase) throws -> CommandDatabase.Made {
    let made = try database.made()
    let db = try made.opened()
    for table in tables(db.dialect) { try db.create(table) }
    try db.close(within: .zero)
    return made
  }

  @Test("The file beside this one is what is made of each database", arguments: CommandDatabase.allCases)
  func same(_ database: CommandDatabase) async throws {
    let made = try Self.made(database)
    let run = try await made.orda("generate")
    #expect(run.status == 0, "\(run.error)")
    var text = try String(contentsOf: Self.file, encoding: .utf8)
    #if PostgreSQL
      // It has no integers without a sign.
      if database == .postgresql { text = text.replacing("UInt64?", with: "ExactDecimal?") }
    #endif
    #expect(run.output == text)
    // Again, it is the same to the byte.
    #expect(try await made.orda("generate").output == run.output)
  }

  @Test("The types read and write rows", arguments: CommandDatabase.allCases)
  func used(_ database: CommandDatabase) throws {
    let made = try Self.made(database)
    let db = try made.opened()
    defer { try? db.close(within: .zero) }
    let classes = try db.table(ClassTable.self)
    let entry = try classes.insert {
      $0.selfValue = "one"
      $0.initValue = true
      $0.default = .bSide
    }
    #expect(entry.default == .bSide && entry.id == 1 && entry.type == nil)
    let rows = try db.query(Class.self, "SELECT * FROM \(identifier: "class")")
    #expect(rows == [Class(id: 1, selfValue: "one", type: nil, initValue: true, default: .bSide)])
    #expect(rows[0].id == 1)

    let uuid = UUID()
    let value = ValueRow(
      code: "x", idOfClass: 1, big: 12_345_678_901, ratio: 0.5, single: 0.25, price: ExactDecimal("12.50"),
      bytes: [0, 255], day: CivilDate("2026-01-31"), timeOfDay: CivilTime("12:34:56"),
      seenAt: CivilTimestamp("2026-01-31 12:34:56.5"), happenedAt: Instant("2026-01-31 12:34:56Z"), uuid: uuid,
      document: #"{"a": 1}"#, twice: 2)
    try db.table(ValueRowTable.self).insert {
      $0.code = value.code
      $0.idOfClass = value.idOfClass
      $0.big = value.big
      $0.ratio = value.ratio
      $0.single = value.single
      $0.price = value.price
      $0.bytes = value.bytes
      $0.day = value.day
      $0.timeOfDay = value.timeOfDay
      $0.seenAt = value.seenAt
      $0.happenedAt = value.happenedAt
      $0.uuid = value.uuid
      $0.document = value.document
    }
    let read = try #require(try db.query(ValueRow.self, "SELECT * FROM \(identifier: "value")").first)
    #expect(read == value)
    #expect(read.id == "x")
    #expect(try JSONDecoder().decode(ValueRow.self, from: JSONEncoder().encode(read)) == read)
    // Codable goes by the names of the columns too.
    let json = String(decoding: try JSONEncoder().encode(rows[0]), as: UTF8.self)
    #expect(json.contains(#""self":"one""#) && json.contains(#""default":"B-side""#))

    try db.execute("INSERT INTO \(identifier: "1st a-b ♫") VALUES (1, 'k', 2, 3)")
    let odd = try #require(try db.query(_1stAB.self, "SELECT * FROM \(identifier: "1st a-b ♫")").first)
    #expect(odd.id == _1stAB.ID(aB: 1, aBValue: "k"))
    #expect(odd._2nd == 2 && odd.hashValueValue == 3)
    try db.execute("INSERT INTO \(identifier: "♫") VALUES (7, 'r')")
    #expect(try db.query(TableRow.self, "SELECT * FROM \(identifier: "♫")") == [TableRow(column1: 7, row: "r")])
  }

  @Test("--check ends with 1 where the file would be another one, and names what", arguments: CommandDatabase.allCases)
  func check(_ database: CommandDatabase) async throws {
    let made = try database.made()
    func run(_ sql: String...) async throws {
      for sql in sql { #expect(try await made.orda("query", sql).status == 0) }
    }
    try await run("CREATE TABLE tracks (id INTEGER PRIMARY KEY)", "CREATE TABLE albums (id INTEGER PRIMARY KEY)")
    let missing = try await made.orda("generate", "--output", "T.swift", "--check")
    #expect(missing.status == 1)
    #expect(missing.output == "T.swift: there is no such file\n")
    #expect(try await made.orda("generate", "--output", "T.swift", "--singular").status == 0)
    #expect(try made.folder.text("T.swift").contains("struct Track: RowDecodable"))
    #expect(try await made.orda("generate", "--output", "T.swift", "--singular", "--check").status == 0)
    try await run(
      "DROP TABLE albums", "ALTER TABLE tracks ADD COLUMN title VARCHAR(20)",
      "CREATE VIEW titles AS SELECT title FROM tracks"
    )
    let changed = try await made.orda("generate", "--output", "T.swift", "--singular", "--check")
    #expect(changed.status == 1)
    #expect(
      changed.output == "T.swift: titles is new\nT.swift: tracks has changed\nT.swift: albums is gone\n")
    #expect(try await made.orda("generate", "tracks", "--output", "T.swift").status == 0)
    let text = try made.folder.text("T.swift")
    #expect(text.contains("struct Tracks: RowDecodable") && !text.contains("title FROM"))
    let unknown = try await made.orda("generate", "trakcs")
    #expect(unknown.status == 1 && unknown.error.contains("did you mean tracks?"), "\(unknown.error)")
  }

  @Test(arguments: [
    ("created_at", "createdAt", "CreatedAt"), ("TrackId", "trackID", "TrackID"), ("URL", "url", "URL"),
    ("HTMLText", "htmlText", "HTMLText"), ("größe", "größe", "Größe"), ("1st", "_1st", "_1st"), ("a-b", "aB", "AB"),
  ])
  func `Names as Swift writes them`(_ name: String, _ property: String, _ type: String) {
    #expect(SwiftName.property(name) == property)
    #expect(SwiftName.type(name) == type)
  }

  @Test func `Names that Swift can't write, and those of its own`() {
    #expect(SwiftName.property("🎷 ♫") == nil)
    #expect(SwiftName.quoted("class") == "`class`" && SwiftName.quoted("type") == "type")
    #expect(SwiftName.literal("a\"\\(b)\n\u{0}é\u{202E}") == #""a\"\\(b)\n\u{0}é\u{202e}""#)
  }

  @Test(arguments: [
    ("tracks", "track"), ("categories", "category"), ("boxes", "box"), ("classes", "class"), ("status", "status"),
    ("address", "address"), ("analysis", "analysis"), ("GENRES", "GENRE"), ("s", "s"),
  ])
  func `Plurals by plain rules`(_ plural: String, _ singular: String) {
    #expect(SwiftName.singular(plural) == singular)
  }

  @Test func `What a column is restricted to is found in types and in conditions`() {
    func texts(_ type: String, _ check: String?) -> [String]? {
      TableDescription(
        name: "t", columns: [ColumnDescription(name: "a", declaredType: type)],
        checkConstraints: check.map { [CheckConstraint(expression: $0)] } ?? []
      ).allowedTexts(of: "a", in: .standard)
    }
    #expect(texts("enum('x','it''s')", nil) == ["x", "it's"])
    #expect(texts("TEXT", "a IN ('x', 'y')") == ["x", "y"])
    #expect(texts("TEXT", "(\"A\" in ('x'))") == ["x"])
    #expect(texts("TEXT", "a IS NULL OR a IN ('x')") == ["x"])
    #expect(texts("TEXT", "a IN ('x') OR a IS NULL") == ["x"])
    for check in [
      "a IN (1, 2)", "b IN ('x')", "a NOT IN ('x')", "a IN ('x') AND b", "a IN ()", "a IN ('x' || 'y')", "",
    ] {
      #expect(texts("TEXT", check) == nil, "\(check)")
    }
  }
}

extension CommandDatabase.Made {
  /// The database, opened by this process.
  func opened() throws -> any Governor {
    try openedByCommand(url.hasPrefix("sqlite:") ? "sqlite:" + folder.file("music.db") : url)
  }
}
