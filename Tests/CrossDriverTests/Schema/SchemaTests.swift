import ORDA
import Testing

@Suite("The schema") struct SchemaTests {
  @Test("Tables and views are listed by name", arguments: Database.allCases)
  func tables(_ database: Database) throws {
    let music = try database.opened(Music.script)
    #expect(
      try music.db.tables().map(\.name)
        == database.told(["Album", "Genre", "MediaType", "Playlist", "PlaylistTrack", "Track", "TrackTitle"]))
    #expect(try music.db.describe(database.told("TrackTitle")).kind == .view)
    #expect(
      try music.db.describe(database.told("TrackTitle")).columnNames == database.told(["TrackId", "Name", "Title"]))
    #expect(try music.db.describe(TableName(name: "Nothing")) == nil)
    let error = try failure { try music.db.describe("Nothing") }
    #expect(error.kind == .noSuchTable)
    #expect(error.code.subclass == .table)
  }

  @Test("Columns", arguments: Database.allCases)
  func columns(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let track = try music.db.describe(database.told("Track"))
    #expect(track.name.name == database.told("Track"))
    #expect(track.kind == .table)
    #expect(
      track.columnNames
        == database.told(["TrackId", "Name", "AlbumId", "MediaTypeId", "GenreId", "Milliseconds", "UnitPrice"]))
    #expect(track.columns.map(\.isNullable) == [false, false, true, false, true, false, false])
    #expect(track.columns.map(\.isAutoIncrement) == [true] + Array(repeating: false, count: 6))
    #expect(track.columns.map(\.defaultValue) == Array(repeating: nil, count: 6) + ["0.99"])
    #expect(try music.db.describe(database.told("Playlist")).column(named: "name")?.defaultValue == "'New playlist'")
    let types = ["Name", "UnitPrice"].map { track.column(named: $0)?.declaredType.lowercased() }
    if database == .postgresql {
      #expect(types == ["character varying(200)", "numeric(10,2)"])
      // It keeps no note of where a condition stood.
      #expect(track.checkConstraints.map(\.column) == [nil])
    } else {
      #expect(types == ["varchar(200)", "decimal(10,2)"])
      #expect(track.checkConstraints.map(\.column) == ["Milliseconds"])
    }
  }

  @Test("Primary keys, of one column and of two in their own order", arguments: Database.allCases)
  func primaryKeys(_ database: Database) throws {
    let music = try database.opened(Music.script)
    #expect(try music.db.describe(database.told("Track")).primaryKeyNames == database.told(["TrackId"]))
    let join = try music.db.describe(database.told("PlaylistTrack"))
    #expect(join.primaryKeyNames == database.told(["PlaylistId", "TrackId"]))
    #expect(join.columns.map(\.primaryKeyPosition) == [2, 1])
    #expect(join.columnNames == database.told(["TrackId", "PlaylistId"]))
    #expect(join.uniqueConstraints == [])
    #expect(try music.db.describe(database.told("TrackTitle")).primaryKeyNames == [])
  }

  /// A foreign key as both databases tell it.
  struct Reference: Hashable {
    var columns: [String]
    var table: String
    var referenced: [String]
    var onUpdate: ForeignKey.Action
    var onDelete: ForeignKey.Action

    init(
      _ columns: [String], _ table: String, _ referenced: [String], _ onUpdate: ForeignKey.Action,
      _ onDelete: ForeignKey.Action
    ) {
      self.columns = columns
      self.table = table
      self.referenced = referenced
      self.onUpdate = onUpdate
      self.onDelete = onDelete
    }
  }

  /// The schema is named as the database names it, and so is the constraint: those are left out.
  private func references(_ table: String, _ db: any Governor) throws -> Set<Reference> {
    Set(
      try db.describe(table).foreignKeys.map {
        Reference($0.columns, $0.referencedTable.name, $0.referencedColumns, $0.onUpdate, $0.onDelete)
      })
  }

  @Test("Foreign keys: columns, the table and columns referred to, and the actions", arguments: Database.allCases)
  func foreignKeys(_ database: Database) throws {
    let music = try database.opened(Music.script)
    #expect(
      try music.db.describe(database.told("Track")).foreignKeyTableNames
        == database.told(["Album", "Genre", "MediaType"]))
    #expect(
      try references(database.told("Track"), music.db) == [
        Reference(database.told(["AlbumId"]), database.told("Album"), database.told(["AlbumId"]), .cascade, .setNull),
        Reference(
          database.told(["MediaTypeId"]), database.told("MediaType"), database.told(["MediaTypeId"]), .restrict,
          .restrict),
        Reference(database.told(["GenreId"]), database.told("Genre"), database.told(["GenreId"]), .noAction, .cascade),
      ])
    #expect(
      try music.db.describe(database.told("PlaylistTrack")).foreignKeyTableNames
        == database.told(["Playlist", "Track"]))
    #expect(try music.db.describe(database.told("Album")).foreignKeys == [])
  }

  @Test("A foreign key of two columns, and one to the table itself", arguments: Database.allCases)
  func widerKeys(_ database: Database) throws {
    let test = try database.opened(
      """
      CREATE TABLE pair (x INTEGER, y INTEGER, PRIMARY KEY (y, x));
      CREATE TABLE node (
        id INTEGER PRIMARY KEY, parent INTEGER, a INTEGER, b INTEGER,
        CONSTRAINT node_parent FOREIGN KEY (parent) REFERENCES node (id) ON UPDATE RESTRICT ON DELETE CASCADE,
        CONSTRAINT node_pair FOREIGN KEY (a, b) REFERENCES pair (y, x) ON UPDATE CASCADE ON DELETE SET NULL
      )
      """)
    #expect(
      try references("node", test.db) == [
        Reference(["parent"], "node", ["id"], .restrict, .cascade),
        Reference(["a", "b"], "pair", ["y", "x"], .cascade, .setNull),
      ])
    #expect(Set(try test.db.describe("node").foreignKeys.map(\.name)) == ["node_parent", "node_pair"])
  }

  @Test("Indexes and unique constraints", arguments: Database.allCases)
  func indexes(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let index = try #require(
      try music.db.describe(database.told("Track")).indexes.first { $0.name == database.told("TrackName") })
    #expect(index.columnNames == database.told(["AlbumId", "Name"]))
    #expect(index.columns.map(\.isDescending) == [false, true])
    #expect(index.isUnique)
    #expect(!index.isPrimaryKey)
    #expect(!index.isPartial)
    #expect(
      try music.db.describe(database.told("Track")).uniqueConstraints.map(\.columns) == [
        database.told(["AlbumId", "Name"])
      ])
    #expect(try music.db.describe(database.told("Genre")).uniqueConstraints.map(\.columns) == [database.told(["Name"])])
  }

  @Test("What the actions say is what happens", arguments: Database.allCases)
  func actions(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let db = music.db
    try db.execute("UPDATE Album SET AlbumId = 20 WHERE AlbumId = 2")
    #expect(try db.first(Int.self, "SELECT count(*) FROM Track WHERE AlbumId = 20") == 5)
    try db.execute("DELETE FROM Album WHERE AlbumId = 20")
    #expect(try db.first(Int.self, "SELECT count(*) FROM Track WHERE AlbumId IS NULL") == 6)
    try db.execute("DELETE FROM Genre WHERE GenreId = 1")
    #expect(try db.first(Int.self, "SELECT count(*) FROM Track") == 8)
    #expect(try db.first(Int.self, "SELECT count(*) FROM PlaylistTrack") == 2)
    #expect(
      try failure { try db.execute("DELETE FROM MediaType WHERE MediaTypeId = 1") }.kind == .constraint(.foreignKey))
  }

  @Test("A name with a NUL is that of no table", arguments: Database.allCases)
  func nul(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE plain (id INTEGER PRIMARY KEY)")
    let db = test.db
    #expect(try failure { try db.describe("plain\0x") }.kind == .noSuchTable)
    #expect(try failure { try db.table("plain\0x") }.kind == .noSuchTable)
    #expect(try db.describe(TableName(schema: "main\0x", name: "plain")) == nil)
    #expect(try db.tables(schema: "main\0x").isEmpty)
    let found = try db.withConnection { try $0.describe(TableName(schema: nil, name: "plain\0x")) }
    #expect(found == nil)
  }
}
