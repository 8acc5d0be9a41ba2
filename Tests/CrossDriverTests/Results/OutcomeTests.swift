import ORDA
import Testing

@Suite("What a statement changed, and the key it made") struct OutcomeTests {
  /// A statement on the music collection, and what it did.
  struct Case: Sendable, CustomTestStringConvertible {
    var sql: SQL
    var changed: Int?
    var lastID: Int64?
    var testDescription: String { "\(sql)" }

    init(_ sql: SQL, changed: Int?, lastID: Int64? = nil) {
      self.sql = sql
      self.changed = changed
      self.lastID = lastID
    }
  }

  static let cases = [
    Case("SELECT * FROM Genre", changed: nil),
    Case("WITH g AS (SELECT * FROM Genre) SELECT * FROM g", changed: nil),
    Case("INSERT INTO Genre (Name) VALUES ('Blues')", changed: 1, lastID: 4),
    Case("INSERT INTO Genre (Name) VALUES ('Blues'), ('Soul'), ('Folk')", changed: 3, lastID: 6),
    Case("INSERT INTO Genre (GenreId, Name) VALUES (40, 'Blues')", changed: 1, lastID: 40),
    Case("INSERT INTO Genre (Name) SELECT Title FROM Album WHERE AlbumId > 9", changed: 0),
    Case("REPLACE INTO Genre (GenreId, Name) VALUES (3, 'Fado')", changed: 1, lastID: 3),
    Case("UPDATE Track SET Name = Name WHERE AlbumId = 1", changed: 6),
    Case("UPDATE Track SET Name = 'x' WHERE TrackId < 0", changed: 0),
    Case("DELETE FROM PlaylistTrack WHERE PlaylistId = 1", changed: 2),
    Case("DELETE FROM PlaylistTrack", changed: 3),
    Case("DELETE FROM PlaylistTrack WHERE PlaylistId = 9", changed: 0),
    Case("CREATE TABLE Other (a INTEGER)", changed: 0),
    Case("DROP VIEW TrackTitle", changed: 0),
  ]

  @Test("is told alike", arguments: Database.allCases, cases)
  func outcome(_ database: Database, _ expected: Case) throws {
    // It has no REPLACE, and tells the keys that it made, not those that it was given.
    if database == .postgresql, expected.lastID == 3 || expected.lastID == 40 { return }
    let music = try database.opened(Music.script)
    let result = try music.db.execute(expected.sql)
    #expect(result.changed == expected.changed)
    // PostgreSQL reports the key of a single row.
    let isSingle = expected.changed == 1
    #expect(result.lastID == (database == .postgresql && !isSingle ? nil : expected.lastID))
    // The same in the original's numbers.
    #expect(try music.db.prepare("SELECT 1").call().result.changed == -1)
    #expect(try music.db.prepare("SELECT 1").call().result.lastID == -1)
  }

  @Test("Rows that are inserted or deleted can be returned", arguments: Database.allCases)
  func returning(_ database: Database) throws {
    let music = try database.opened(Music.script)
    let made = try music.db.query("INSERT INTO Genre (Name) VALUES (?), (?) RETURNING GenreId, Name", "Blues", "Soul")
    #expect(try made["GenreId"].get(as: Int.self) == [4, 5])
    #expect(made.changed == 2)
    #expect(try music.db.first(String.self, "DELETE FROM Genre WHERE GenreId = 5 RETURNING Name") == "Soul")
    #expect(try music.db.first(Int.self, "SELECT count(*) FROM Genre") == 4)
  }
}
