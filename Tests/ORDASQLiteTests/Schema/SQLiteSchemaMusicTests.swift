import ORDA
import Testing

@testable import ORDASQLite

@Suite("The schema of a music collection")
struct SQLiteSchemaMusicTests {
  let database: RawSQLite

  init() throws { database = try RawSQLite(running: MusicFixture.tables + MusicFixture.rows) }

  func table(_ name: String) throws -> TableDescription {
    try #require(try database.schema.description(of: name))
  }

  @Test func `Tables and views are listed by name`() throws {
    #expect(
      try database.schema.tables().map(\.name)
        == ["Album", "Artist", "Genre", "MediaType", "Playlist", "PlaylistTrack", "Track"])
    #expect(try database.schema.tables().first == TableName(schema: "main", name: "Album"))
    #expect(try database.schema.views() == [TableName(schema: "main", name: "TrackTitle")])
  }

  @Test func `Track has the names that the original asked for`() throws {
    let track = try table("track")
    #expect(track.name == TableName(schema: "main", name: "Track"))
    #expect(
      track.columnNames
        == [
          "TrackId", "Name", "MediaTypeId", "AlbumId", "GenreId", "Milliseconds", "Seconds", "UnitPrice",
        ])
    #expect(track.primaryKeyNames == ["TrackId"])
    #expect(track.foreignKeyTableNames == ["Album", "Genre", "MediaType"])
  }

  @Test func `A composite key keeps its own order`() throws {
    let join = try table("PlaylistTrack")
    #expect(join.columnNames == ["TrackId", "PlaylistId"])
    #expect(join.primaryKey == ["PlaylistId", "TrackId"])
    #expect(join.columns.map(\.primaryKeyPosition) == [2, 1])
    #expect(join.columns.map(\.isAutoIncrement) == [false, false])
    #expect(join.attributes == [.withoutRowID])
    #expect(join.foreignKeyTableNames == ["Playlist", "Track"])
    #expect(join.uniqueConstraints == [])
  }

  @Test func `Foreign keys are told in the order of their declaration, and whole`() throws {
    let keys = try table("Track").foreignKeys
    #expect(
      keys == [
        ForeignKey(
          columns: ["MediaTypeId"], referencedTable: TableName(schema: "main", name: "MediaType"),
          referencedColumns: ["MediaTypeId"]),
        ForeignKey(
          columns: ["AlbumId"], referencedTable: TableName(schema: "main", name: "Album"),
          referencedColumns: ["AlbumId"], onUpdate: .cascade, onDelete: .setNull),
        ForeignKey(
          name: "track_genre", columns: ["GenreId"], referencedTable: TableName(schema: "main", name: "Genre"),
          referencedColumns: ["GenreId"], isDeferred: true),
      ])
  }

  @Test func `Columns tell their types, defaults, collations and computations`() throws {
    let track = try table("Track")
    #expect(
      track.column(named: "trackid")
        == ColumnDescription(
          name: "TrackId", declaredType: "INTEGER", isNullable: false, primaryKeyPosition: 1, isAutoIncrement: true))
    #expect(
      track.column(named: "Name")
        == ColumnDescription(name: "Name", declaredType: "TEXT", isNullable: false, collation: "NOCASE"))
    #expect(
      track.column(named: "Seconds")
        == ColumnDescription(
          name: "Seconds", declaredType: "REAL", generated: .virtual(expression: "Milliseconds / 1000.0")))
    #expect(track.column(named: "UnitPrice")?.defaultValue == "0.99")
    #expect(try table("Playlist").column(named: "Name")?.defaultValue == "'New playlist'")
    #expect(track.column(named: "Nothing") == nil)
  }

  @Test func `AUTOINCREMENT is told from a key that is merely generated`() throws {
    #expect(try table("Track").attributes == [.neverReusesKeys])
    #expect(try table("Album").attributes == [])
    #expect(try table("Album").column(named: "AlbumId")?.isAutoIncrement == true)
  }

  @Test func `Checks, unique constraints and indexes`() throws {
    let track = try table("Track")
    #expect(
      track.checkConstraints == [
        CheckConstraint(name: "track_length", expression: "Milliseconds > 0", column: "Milliseconds"),
        CheckConstraint(expression: "UnitPrice >= 0"),
      ])
    #expect(
      track.indexes == [
        IndexDescription(
          name: "TrackAlbum",
          columns: [
            .init(.column("AlbumId"), collation: "BINARY"),
            .init(.column("Name"), isDescending: true, collation: "NOCASE"),
          ])
      ])
    #expect(try table("Genre").uniqueConstraints == [UniqueConstraint(name: "genre_name", columns: ["Name"])])
    #expect(try table("Artist").uniqueConstraints == [UniqueConstraint(columns: ["Name"])])
  }

  @Test func `A view has columns and its text, and no key`() throws {
    let view = try table("TrackTitle")
    #expect(view.kind == .view)
    #expect(view.columnNames == ["TrackId", "Name", "Title"])
    #expect(view.primaryKey == [])
    #expect(view.sql?.hasPrefix("CREATE VIEW TrackTitle AS SELECT") == true)
  }

  @Test func `What is missing is nil`() throws {
    #expect(try database.schema.description(of: "Nothing") == nil)
    #expect(try database.schema.description(of: "Track", in: "nowhere") == nil)
    #expect(try database.schema.description(of: "") == nil)
    #expect(try database.schema.tables(in: "nowhere") == [])
  }
}
