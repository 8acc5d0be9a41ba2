import Foundation
import ORDA
import Testing

@testable import ORDASQLite

private let schema: SQL = """
  CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
  CREATE TABLE track (id INTEGER PRIMARY KEY, album_id INTEGER NOT NULL, seconds INTEGER);
  CREATE TABLE other (id INTEGER PRIMARY KEY);
  CREATE VIEW long_track AS SELECT * FROM track WHERE seconds > 300;
  CREATE VIEW long_album AS SELECT * FROM album WHERE id IN (SELECT album_id FROM long_track);
  INSERT INTO album VALUES (1, 'Kind of Blue'), (2, 'Giant Steps');
  INSERT INTO track VALUES (1, 1, 562), (2, 2, 261);
  """

private let counts: SQL = """
  SELECT a.id, a.title, COUNT(t.id) AS tracks FROM album a LEFT JOIN track t ON t.album_id = a.id GROUP BY a.id
  """

@Suite("Live queries follow SQLite") struct LiveQueryTests {
  private func tables(_ db: any Governor, _ sql: SQL, _ parameters: Parameters = .none) throws -> Set<String> {
    Set(try db.follow(sql, parameters).tables.map(\.name))
  }

  @Test("SQLite tells the tables behind joins, views and subqueries, and those of which only rows are counted")
  func tablesRead() throws {
    let test = try TestDatabase("", schema)
    let db = test.db
    #expect(try tables(db, counts) == ["album", "track"])
    #expect(try tables(db, "SELECT COUNT(*) FROM track") == ["track"])
    #expect(try tables(db, "SELECT MAX(id) FROM Track") == ["track"])
    #expect(try tables(db, "SELECT 1 FROM album WHERE 0") == ["album"])
    #expect(try tables(db, "SELECT title FROM long_album").isSuperset(of: ["album", "track"]))
    #expect(try tables(db, "SELECT COUNT(*) FROM long_album").isSuperset(of: ["album", "track"]))
    #expect(try tables(db, "WITH x AS (SELECT id FROM album) SELECT * FROM x, x AS y") == ["album"])
    #expect(try tables(db, "SELECT EXISTS (SELECT 1 FROM track) FROM main.album") == ["album", "track"])
    #expect(try tables(db, "SELECT title FROM album UNION SELECT 'x' FROM other ORDER BY 1") == ["album", "other"])
    #expect(try tables(db, "SELECT id FROM album WHERE id IN \(list: [1, 2, 3])") == ["album"])
    #expect(try tables(db, "SELECT value, album.id FROM album, json_each(?)", ["[1]"]) == ["album"])
    let names = try db.follow(String.self, "SELECT name FROM sqlite_schema WHERE type = 'table'")
    try db.execute("CREATE TABLE another (id INTEGER)")
    #expect(eventually { names.rows.contains("another") })
  }

  @Test("What can't be known is refused, with the cure, or may be any table")
  func unknownTables() throws {
    let test = try TestDatabase("", schema)
    let db = test.db
    let none = #expect(throws: DatabaseError.self) { try db.follow("SELECT 1") }
    #expect(none?.kind == .misuse && none?.message.contains("reading:") ?? false)
    #expect(throws: DatabaseError.self) { try db.follow("SELECT * FROM nowhere") }
    try db.execute("CREATE VIRTUAL TABLE found USING fts5(text)")
    let found = try db.follow(String.self, "SELECT text FROM found WHERE found MATCH 'blue'")
    #expect(found.tables == [])
    try db.execute("INSERT INTO found VALUES ('so what'), ('blue in green')")
    #expect(eventually { found.rows == ["blue in green"] })
    try test.db.withConnection { connection in
      try connection.execute("CREATE TEMPORARY TABLE here (n INTEGER)")
      let temporary = #expect(throws: DatabaseError.self) { try connection.follow("SELECT n FROM here") }
      #expect(temporary?.kind == .unsupported && temporary?.message.contains("reading:") ?? false)
    }
  }

  @Test("A join follows all of its tables, whoever writes them, and no other")
  func joins() async throws {
    let test = try TestDatabase("", schema)
    let other = try test.another()
    let albums = try await test.db.follow((Int, String, Int).self, counts, key: "id")
    #expect(albums.rows.map(\.2) == [1, 1])
    var differences = albums.differences.makeAsyncIterator()
    try await other.execute("INSERT INTO track VALUES (3, 2, 300)")
    #expect(await differences.next()?.updates == [.init(from: 1, place: 1, columns: ["tracks"])])
    try await test.db.transaction { tx in
      try tx.execute("INSERT INTO album VALUES (3, 'Alabama')")
      try tx.execute("UPDATE album SET title = 'Blue' WHERE id = 1")
    }
    let came = try #require(await differences.next())
    #expect(came.inserts == [2] && came.updates == [.init(from: 0, place: 0, columns: ["title"])])
    let lists = counting { _ = albums.rows }
    try await test.db.execute("INSERT INTO other VALUES (1)")
    try await albums.refresh()
    #expect(lists.current == 0)
    #expect(albums.rows.map(\.1) == ["Blue", "Giant Steps", "Alabama"])
  }

  @Test("A view that another program replaces in one transaction has its tables asked for anew")
  func replacedView() throws {
    let test = try TestDatabase("", schema)
    let other = try test.another()
    let query = try test.db.follow(Int.self, "SELECT id FROM long_track ORDER BY id")
    #expect(query.rows == [1])
    // All connections know the view as it was.
    for _ in 0..<8 { _ = try test.db.query(Int.self, "SELECT id FROM long_track") }
    try other.transaction { tx in
      try tx.execute("DROP VIEW long_track")
      try tx.execute("CREATE VIEW long_track AS SELECT id FROM other")
    }
    #expect(eventually { query.rows == [] && query.tables.contains { $0.name == "other" } })
    try other.execute("INSERT INTO other VALUES (7)")
    #expect(eventually { query.rows == [7] })
  }

  @Test(
    "A view that becomes another one has its tables asked for anew; one that is dropped is an error until it is back")
  func schemaChanges() throws {
    let test = try TestDatabase("", schema)
    let other = try test.another()
    let query = try test.db.follow(Int.self, "SELECT id FROM long_track ORDER BY id")
    #expect(query.rows == [1])
    try other.executeScript("DROP VIEW long_track; CREATE VIEW long_track AS SELECT id FROM other")
    #expect(eventually { query.rows == [] && query.tables.contains { $0.name == "other" } })
    try other.execute("INSERT INTO other VALUES (7)")
    #expect(eventually { query.rows == [7] })
    try other.execute("DROP VIEW long_track")
    #expect(eventually { query.lastError?.kind == .noSuchTable })
    #expect(query.rows == [7])
    try other.execute("CREATE VIEW long_track AS SELECT id FROM album")
    #expect(eventually { query.rows == [1, 2] && query.lastError == nil })
    try test.db.execute("DELETE FROM album WHERE id = 1")
    #expect(eventually { query.rows == [2] })
  }

  @Test("A query over two files follows both, by whomever they are changed")
  func attached() async throws {
    let test = try TestDatabase("", schema)
    let more = try TestDatabase("", "CREATE TABLE note (album INTEGER, text TEXT)")
    try SQLite.attach(more.path, as: "more", to: test.db)
    let query = try await test.db.follow(
      String.self, "SELECT n.text FROM album a JOIN more.note n ON n.album = a.id ORDER BY 1")
    #expect(Set(query.tables.map(\.description)) == ["main.album", "more.note"])
    try await test.db.execute("INSERT INTO more.note VALUES (1, 'modal')")
    #expect(await eventually { query.rows == ["modal"] })
    try await more.db.execute("INSERT INTO note VALUES (2, 'changes')")
    #expect(await eventually { query.rows == ["changes", "modal"] })
    try await test.db.execute("DELETE FROM album WHERE id = 2")
    #expect(await eventually { query.rows == ["modal"] })
  }

  @Test("Of 10,000 rows one that changes is told")
  func manyRows() throws {
    let test = try TestDatabase("", schema)
    try test.db.execute(
      """
      INSERT INTO track WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      SELECT i, 1 + i % 2, i FROM n
      """)
    struct Track: Codable, Sendable {
      var id: Int
      var title: String
      var seconds: Int
    }
    let query = try test.db.follow(
      Track.self, "SELECT t.id, a.title, t.seconds FROM track t JOIN album a ON a.id = t.album_id ORDER BY t.id",
      key: \.id)
    #expect(query.count == 10_000)
    let heard = Shared<[LiveDifference<Track>]>([])
    let observation = query.observe { difference in heard.with { $0.append(difference) } }
    try test.db.execute("UPDATE track SET seconds = 0 WHERE id = 5000")
    #expect(eventually { heard.current.count == 1 })
    #expect(heard.current.first?.updates == [.init(from: 4999, place: 4999, columns: ["seconds"])])
    try test.db.execute("DELETE FROM track WHERE id = 7000")
    #expect(eventually { heard.current.count == 2 && heard.current[1].deletes == [6999] })
    withExtendedLifetime(observation) {}
  }

  @Test("A database in memory has its queries followed on its only connection")
  func memory() throws {
    try SQLite.register()
    let db = try ORDA.open("sqlite::memory:")
    try db.executeScript(schema)
    let albums = try db.follow((Int, String, Int).self, counts, key: "id")
    for track in 10..<60 { try db.execute("INSERT INTO track VALUES (\(track), 1, 1)") }
    #expect(eventually { albums.rows.first?.2 == 51 })
    try db.transaction { tx in
      try tx.execute("DELETE FROM track")
      #expect(albums.rows.first?.2 == 51)
    }
    #expect(eventually { albums.rows.map(\.2) == [0, 0] })
    try db.close()
  }
}
