import Foundation
import ORDA
import Testing

@Suite("Results of statements")
struct ResultTests {
  /// R3: the original's own test.
  @Test func `Ten tracks of a file, row first and column first`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Music.sqlite")
    let raw = RawSQLite(path)
    for sql in MusicFixture.tables + MusicFixture.rows { try raw.query(sql) }
    for number in 5...12 {
      try raw.query(
        "INSERT INTO Track (TrackId, Name, MediaTypeId, Milliseconds) VALUES (?, ?, 1, 1000)",
        [.int(Int64(number)), .text("Track \(number)")])
    }
    let db = try TestDatabase.open("sqlite:file://\(path)")
    let result = try db.query("SELECT * FROM Track LIMIT 10")
    #expect(result.count == 10)
    #expect(result.rows.count == 10)
    #expect(
      result.columns.map(\.name) == [
        "TrackId", "Name", "MediaTypeId", "AlbumId", "GenreId", "Milliseconds", "Seconds", "UnitPrice",
      ])
    #expect(try result[0]["Name"] == .text("Harbour"))
    #expect(try result[0]["name"] == .text("Harbour"))
    #expect(try result["Name"].count == 10)
    #expect(try result["Name"][3] == .text("Untitled"))
    #expect(try result["Milliseconds"].get(as: Int.self).reduce(0, +) == 821_750)
    #expect(throws: DatabaseError.self) { try result["Nmae"] }
    #expect(result[0].dictionary["UnitPrice"] == .double(0.99))
    #expect(result.code == .success && !result.isError)
    try db.close(within: .seconds(1))
  }

  @Test func `The first row, or nil`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a); INSERT INTO t VALUES (3), (1), (2)")
    let statement = try db.prepare("SELECT a FROM t WHERE a > ? ORDER BY a")
    #expect(try statement.first(1)?.values == [2])
    #expect(try statement.first(9) == nil)
    #expect(try statement.first(Int.self, 1) == 2)
    #expect(try db.first(Int.self, "SELECT a FROM t WHERE a > 9") == nil)
    #expect(try db.first(Int?.self, "SELECT NULL") == .some(nil))
  }

  @Test func `Each row in turn, until the body throws`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)")
    struct Enough: Error {}
    var seen: [Int] = []
    #expect(throws: Enough.self) {
      try db.forEach("SELECT a FROM t") { row in
        seen.append(try row.get(0))
        if seen.count == 2 { throw Enough() }
      }
    }
    #expect(seen == [1, 2])
    #expect(try db.query(Int.self, "SELECT a FROM t") == [1, 2, 3])
    #expect(db.statistics.active == 0)
  }

  @Test func `Rows one by one`() throws {
    for db in try TestDatabase.both("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)") {
      var sum = 0
      var rows = try db.rows("SELECT a FROM t WHERE a > ?", 1)
      while let row = try rows.next() { sum += try row.get("a", as: Int.self) }
      #expect(sum == 5)
      let isOver = try rows.next() == nil
      #expect(isOver)
      #expect(db.statistics.active == 0)
      // Left early they give their connection back.
      do {
        var rows = try db.rows("SELECT a FROM t")
        _ = try rows.next()
        #expect(db.statistics.active == 1)
      }
      #expect(db.statistics.active == 0)
      try db.execute("DROP TABLE t")
    }
  }

  @Test func `A row kept too long is over`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
    var rows = try db.rows("SELECT a FROM t")
    guard let first = try rows.next() else { throw DatabaseError(.other, "there is no row") }
    let kept = try first.fetched()
    _ = try rows.next()
    var kind: DatabaseError.Kind?
    do { _ = try first.get(0, as: Int.self) } catch let error as DatabaseError { kind = error.kind }
    #expect(kind == .misuse)
    #expect(kept.values == [1])
  }

  @Test func `As tuples, as values and as Codable`() throws {
    struct Genre: Codable, Equatable {
      var id: Int
      var name: String
      var note: String?
    }
    let db = try TestDatabase.memory(
      "CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT, note TEXT); INSERT INTO genre VALUES (1, 'Jazz', NULL), (2, 'Folk', 'x')"
    )
    var names: [String] = []
    for (id, name) in try db.query((Int, String).self, "SELECT id, name FROM genre ORDER BY id") {
      names.append("\(id)\(name)")
    }
    #expect(names == ["1Jazz", "2Folk"])
    #expect(
      try db.query(Genre.self, "SELECT * FROM genre ORDER BY id") == [
        .init(id: 1, name: "Jazz"), .init(id: 2, name: "Folk", note: "x"),
      ])
    #expect(try db.first(Genre.self, "SELECT * FROM genre WHERE id = \(2)")?.note == "x")
  }

  @Test func `A table of no rows has its columns all the same`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a, b)")
    let result = try db.query("SELECT * FROM t")
    #expect(result.isEmpty)
    #expect(result.columns.map(\.name) == ["a", "b"])
    #expect(result.rows.columnNames == ["a", "b"])
    #expect(try result["b"].isEmpty)
  }

  @Test func `Columns of one name`() throws {
    let db = try TestDatabase.memory()
    let result = try db.query("SELECT 1 AS a, 2 AS a, 3 AS A")
    #expect(try result[0]["a"] == 1)
    #expect(try result[0]["A"] == 3)
    #expect(result[0].values == [1, 2, 3])
  }
}
