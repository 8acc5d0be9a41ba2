import ORDA
import Testing

@Suite("The whole schema as one value") struct WholeSchemaTests {
  /// What a table is described as by itself, its schema left out.
  private static func alone(_ table: TableName, _ db: any Governor) throws -> TableDescription? {
    guard var description = try db.blocking.describe(table) else { return nil }
    let schema = description.name.schema
    description.name.schema = nil
    for index in description.foreignKeys.indices
    where description.foreignKeys[index].referencedTable.schema == schema {
      description.foreignKeys[index].referencedTable.schema = nil
    }
    return description
  }

  @Test("Each table in it is as it is described by itself", arguments: Database.allCases)
  func asDescribed(_ database: Database) async throws {
    let music = try database.opened(Music.script)
    let schema = try music.db.blocking.schema()
    #expect(
      schema.tables.map(\.name.name)
        == database.told(["Album", "Genre", "MediaType", "Playlist", "PlaylistTrack", "Track", "TrackTitle"]))
    for table in schema.tables {
      var alone = try #require(try Self.alone(table.name, music.db))
      // The next key that a table gives is no part of its schema.
      alone.sql = alone.sql.map { $0.replacing(/\ AUTO_INCREMENT=\d+/, with: "") }
      #expect(table == alone)
    }
    #expect(try await music.db.schema() == schema)
    #expect(try music.db.blocking.transaction { try $0.schema() } == schema)
    let awaited = try await music.db.transaction { tx in try await tx.schema() }
    #expect(awaited == schema)
    #expect(try music.db.blocking.schema(named: "no_such_schema").tables == [])
  }

  @Test("Two databases that are made alike are equal, whatever rows they had", arguments: Database.allCases)
  func alike(_ database: Database) throws {
    let (music, other) = (try database.opened(Music.script), try database.opened(Music.script))
    try other.db.blocking.execute("INSERT INTO Genre (Name) VALUES ('of another kind')")
    let schema = try music.db.blocking.schema()
    #expect(try other.db.blocking.schema() == schema)
    #expect(try other.db.blocking.schema().differences(from: schema, in: music.db.language) == [])
    try other.db.blocking.execute("CREATE INDEX genre_name ON Genre (GenreId, Name)")
    let differences = try other.db.blocking.schema().differences(from: schema, in: music.db.language)
    #expect(
      differences.map(\.words) == [
        "the index genre_name on (\(database.told("GenreId")), \(database.told("Name"))) should not be there"
      ])
    for statement in differences.flatMap(\.statements) { try other.db.blocking.execute(SQL(text: statement)) }
    #expect(try other.db.blocking.schema() == schema)
  }

  @Test("Tables that are dropped and made meanwhile are in it, or are not", arguments: Database.allCases)
  func meanwhile(_ database: Database) async throws {
    let opened = try database.opened("CREATE TABLE stays (a INTEGER)")
    let db = opened.db
    let changing = Task {
      for number in 0..<40 {
        try await db.execute(SQL(text: "CREATE TABLE comes\(number % 2) (a INTEGER)"))
        try await db.execute(SQL(text: "DROP TABLE comes\(number % 2)"))
      }
    }
    for _ in 0..<40 {
      let names = try await db.schema().tables.map(\.name.name)
      #expect(names.last == "stays")
      #expect(Set(names).isSubset(of: ["comes0", "comes1", "stays"]))
    }
    try await changing.value
  }

  @Test("Many tables with references to one", arguments: Database.allCases)
  func many(_ database: Database) throws {
    let opened = try database.opened("CREATE TABLE parent (id INTEGER PRIMARY KEY)")
    try opened.db.blocking.withConnection { connection in
      for number in 0..<200 {
        try connection.execute(
          SQL(
            text: "CREATE TABLE t\(number) (id INTEGER PRIMARY KEY, p INTEGER, FOREIGN KEY (p) REFERENCES parent (id))")
        )
      }
    }
    let schema = try opened.db.blocking.schema()
    #expect(schema.tables.count == 201)
    #expect(schema.table(named: "t7")?.foreignKeys.map(\.referencedTable) == ["parent"])
  }
}
