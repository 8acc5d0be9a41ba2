import ORDA
import Testing

@Suite("Typed rows") struct TypedRowTests {
  struct Track: RowDecodable, Equatable {
    var id: Int
    var name: String
    var album: Int?

    init(id: Int, name: String, album: Int?) {
      self.id = id
      self.name = name
      self.album = album
    }

    init(row: borrowing Row) throws {
      id = try row.get(0)
      name = try row.get("Name")
      album = try row.get("AlbumId")
    }
  }

  struct Named: Codable, Equatable {
    var TrackId: Int
    var Name: String
    var AlbumId: Int?
    var UnitPrice: ExactDecimal
  }

  @Test("as tuples, by place", arguments: Database.allCases)
  func tuples(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let rows = try music.db.query(
      (Int, String, Int?).self, "SELECT TrackId, Name, AlbumId FROM Track WHERE TrackId IN (3, 4) ORDER BY TrackId")
    #expect(rows.map(\.0) == [3, 4])
    #expect(rows.map(\.1) == ["Platform Nine", "Untitled"])
    #expect(rows.map(\.2) == [2, nil])
    let pair = try music.db.first((Int, String).self, "SELECT 1, 'a'")
    #expect(pair?.1 == "a")
    #expect(try music.db.first(String.self, "SELECT Name FROM Track WHERE TrackId = 4") == "Untitled")
  }

  @Test("as types that read themselves", arguments: Database.allCases)
  func decodable(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let sql: SQL = "SELECT TrackId, Name, AlbumId FROM Track WHERE TrackId > ? ORDER BY TrackId LIMIT 2"
    let expected = [
      Track(id: 3, name: "Platform Nine", album: 2), Track(id: 4, name: "Untitled", album: nil),
    ]
    #expect(try music.db.query(Track.self, sql, 2) == expected)
    #expect(try music.db.prepare(sql).first(Track.self, 2) == expected[0])
  }

  @Test("as Codable types, by name", arguments: Database.allCases)
  func codable(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let rows = try music.db.query(Named.self, "SELECT * FROM Track WHERE TrackId IN (1, 4) ORDER BY TrackId")
    let price = try #require(ExactDecimal("0.99"))
    #expect(
      rows == [
        Named(TrackId: 1, Name: "Harbour", AlbumId: 1, UnitPrice: price),
        Named(TrackId: 4, Name: "Untitled", AlbumId: nil, UnitPrice: price),
      ])
    let insert = try music.db.prepare(
      """
      INSERT INTO Track (TrackId, Name, AlbumId, UnitPrice, MediaTypeId, Milliseconds)
      VALUES (:TrackId, :Name, :AlbumId, :UnitPrice, 1, 1)
      """)
    let more = [50, 51].map { Named(TrackId: $0, Name: "n\($0)", AlbumId: nil, UnitPrice: price) }
    #expect(try insert.executeMany(more) == 2)
    #expect(try music.db.query(Named.self, "SELECT * FROM Track WHERE TrackId > 49 ORDER BY TrackId") == more)
  }

  @Test("A row that does not fit its type names the column", arguments: Database.allCases)
  func mismatch(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let error = try failure { try music.db.query(Track.self, "SELECT TrackId, NULL AS Name, AlbumId FROM Track") }
    #expect(error.kind == .unexpectedNull)
    #expect(error.column == database.told("Name"))
  }
}
