import Foundation
import ORDA
import Testing

@testable import Command

/// Foreign keys as methods, made for both databases, compiled, and used.
@Suite("Generated references") struct GeneratedReferenceTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("ReferringTables.swift")

  /// Keys of one column and of two, to the table itself, twice to another, in columns whose names are taken.
  private static let tables = [
    TableDefinition(
      name: "authors",
      columns: [
        .generatedKey("id"), ColumnDefinition("name", .text(maximum: 20)), ColumnDefinition("reports_to", .int),
        ColumnDefinition("mentor_id", .int),
      ],
      foreignKeys: ["reports_to", "mentor_id"].map {
        ForeignKey(columns: [$0], referencedTable: "authors", referencedColumns: ["id"])
      }),
    TableDefinition(
      name: "albums",
      columns: [
        ColumnDefinition("label", .text(maximum: 20), isNullable: false),
        ColumnDefinition("number", .int, isNullable: false), ColumnDefinition("author_id", .int, isNullable: false),
        ColumnDefinition("author", .text(maximum: 20)),
      ], primaryKey: ["label", "number"],
      foreignKeys: [ForeignKey(columns: ["author_id"], referencedTable: "authors", referencedColumns: ["id"])]),
    TableDefinition(
      name: "songs",
      columns: [
        .generatedKey("id"), ColumnDefinition("label", .text(maximum: 20)), ColumnDefinition("number", .int),
        ColumnDefinition("database", .int),
      ],
      foreignKeys: [
        ForeignKey(columns: ["database"], referencedTable: "authors", referencedColumns: ["id"]),
        ForeignKey(
          columns: ["label", "number"], referencedTable: "albums", referencedColumns: ["label", "number"]),
      ]),
    TableDefinition(
      name: "profiles_of_authors_who_have_asked_for_one",
      columns: [
        ColumnDefinition("id", .int, isNullable: false),
        ColumnDefinition("class", .text(maximum: 20), isNullable: false),
      ], primaryKey: ["id"],
      foreignKeys: [ForeignKey(columns: ["id"], referencedTable: "authors", referencedColumns: ["id"])]),
  ]

  private static func made(_ database: CommandDatabase) throws -> CommandDatabase.Made {
    let made = try database.made()
    let db = try made.opened()
    for table in tables { try db.create(table) }
    try db.close(within: .zero)
    return made
  }

  @Test("The file beside this one is what is made of both databases", arguments: CommandDatabase.allCases)
  func same(_ database: CommandDatabase) async throws {
    let made = try Self.made(database)
    let run = try await made.orda("generate", "--singular", "--access", "public")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output == (try String(contentsOf: Self.file, encoding: .utf8)))
    #expect(try await made.orda("generate", "--singular", "--access", "public").output == run.output)
  }

  private let ada = Author(id: 1, name: "Ada")
  private let bob = Author(id: 2, name: "Bob", reportsTo: 1, mentorID: 2)
  private let album = Album(label: "Blue", number: 7, authorID: 2, author: "B.")
  private let song = Song(id: 1, label: "Blue", number: 7, database: 1)
  private let lost = Song(id: 2, label: "Blue")

  private static func filled(_ made: CommandDatabase.Made) throws -> any Governor {
    let db = try made.opened()
    try db.execute("INSERT INTO authors (id, name) VALUES (1, 'Ada')")
    try db.execute("INSERT INTO authors (id, name, reports_to, mentor_id) VALUES (2, 'Bob', 1, 2)")
    try db.execute("INSERT INTO albums VALUES ('Blue', 7, 2, 'B.')")
    try db.execute("INSERT INTO songs VALUES (1, 'Blue', 7, 1), (2, 'Blue', NULL, NULL)")
    try db.execute("INSERT INTO profiles_of_authors_who_have_asked_for_one VALUES (2, 'x')")
    return db
  }

  @Test("References lead to rows, and back", arguments: CommandDatabase.allCases)
  func followed(_ database: CommandDatabase) throws {
    let made = try Self.made(database)
    let db = try Self.filled(made)
    defer { try? db.close(within: .zero) }
    #expect(try bob.reportsToAuthor(in: db) == ada)
    #expect(try ada.reportsToAuthor(in: db) == nil)
    #expect(try ada.authorsByReportsTo(in: db) == [bob])
    #expect(try bob.authorsByReportsTo(in: db) == [])
    #expect(try bob.authorsByMentor(in: db) == [bob])
    #expect(try album.authorRow(in: db) == bob)
    #expect(try bob.albums(in: db) == [album])
    #expect(try song.databaseAuthor(in: db) == ada)
    #expect(try lost.databaseAuthor(in: db) == nil)
    #expect(try ada.songsByDatabase(in: db) == [song])
    let profiles = try bob.profilesOfAuthorsWhoHaveAskedForOnes(in: db)
    #expect(profiles.map(\.class) == ["x"])
    #expect(try profiles.first?.author(in: db) == bob)
    // Keys of several columns, one of which may be NULL; and on the connection of a transaction.
    let found = try db.transaction { db in (try song.album(in: db), try lost.album(in: db), try album.songs(in: db)) }
    #expect(found == (album, nil, [song]))
  }

  @Test("References are awaited too", arguments: CommandDatabase.allCases)
  func awaited(_ database: CommandDatabase) async throws {
    let made = try Self.made(database)
    let db = try Self.filled(made)
    #expect(try await bob.reportsToAuthor(in: db) == ada)
    #expect(try await ada.authorsByReportsTo(in: db) == [bob])
    #expect(try await lost.album(in: db) == nil)
    #expect(try await album.songs(in: db) == [song])
    try await db.close(within: .zero)
  }

  @Test("Where only one of the tables is generated, a key stays a comment", arguments: CommandDatabase.allCases)
  func alone(_ database: CommandDatabase) async throws {
    let text = try await Self.made(database).orda("generate", "songs").output
    #expect(text.contains("/// Refers to `authors`, `id`.") && !text.contains("SQLExecutor"))
    let own = try await Self.made(database).orda("generate", "authors").output
    #expect(own.contains("func authorsByMentor(in") && !own.contains("Song"))
  }

  @Test("Who may use what is generated", arguments: AccessLevel.allCases)
  func access(_ level: AccessLevel) async throws {
    let made = try Self.made(.sqlite)
    let text = try await made.orda("generate", "albums", "authors", "--access", level.rawValue).output
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    for word in ["struct ", "init(", "func ", "static ", "enum ", "import ", "var id"] {
      let declarations = lines.filter { $0.hasPrefix(level.modifier + word) }
      #expect(!declarations.isEmpty, "\(word)")
      #expect(level == .internal || !lines.contains { $0.hasPrefix(word) }, "\(word)")
    }
    #expect(try await made.orda("generate", "--access", "private").status == 64)
  }

  @Test("What is made of long names is laid out as the project's rules have it")
  func layout() throws {
    let long = String(repeating: "very_", count: 12) + "long"
    func column(_ name: String) -> ColumnDescription { ColumnDescription(name: name, declaredType: "INTEGER") }
    let table = TableDescription(
      name: TableName(name: long), columns: [column("id"), column(long), column("a"), column("b"), column("c")],
      primaryKey: ["id"],
      foreignKeys: [ForeignKey(columns: [long], referencedTable: TableName(name: long), referencedColumns: ["id"])])
    let language = DatabaseLanguage(
      driverName: "", dialect: .standard, schemaDialect: StandardSchemaDialect())
    let text = GeneratedSource([table], language, isSingular: false, access: .public).text
    // Texts of several lines are as long as the names in them.
    for line in text.split(separator: "\n") where !line.contains("\\(identifier:") && !line.contains("///") {
      #expect(line.count <= 120, "\(line)")
    }
  }

  @Test(arguments: [
    ("album", "albums"), ("albums", "albums"), ("category", "categories"), ("day", "days"), ("box", "boxes"),
    ("class", "classes"), ("status", "statuses"), ("analysis", "analyses"), ("GENRE", "GENRES"), ("♫", "♫"),
  ])
  func `Plurals by plain rules`(_ singular: String, _ plural: String) {
    #expect(SwiftName.plural(singular) == plural)
  }
}
