import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("Which tables a query reads", .timeLimit(.minutes(10))) struct TablesReadTests {
  private static let schema: SQL = """
    CREATE TABLE album (id INT PRIMARY KEY, title VARCHAR(40) NOT NULL);
    CREATE TABLE track (id INT PRIMARY KEY, album_id INT NOT NULL, seconds INT);
    CREATE TABLE other (id INT PRIMARY KEY);
    CREATE VIEW long_track AS SELECT * FROM track WHERE seconds > 300;
    CREATE VIEW long_album AS SELECT * FROM album AS a WHERE a.id IN (SELECT album_id FROM long_track);
    CREATE FUNCTION other_count() RETURNS INT READS SQL DATA RETURN (SELECT COUNT(*) FROM other);
    INSERT INTO album VALUES (1, 'Kind of Blue'), (2, 'Giant Steps');
    INSERT INTO track VALUES (1, 1, 562), (2, 2, 261);
    """

  private func tables(_ db: any Governor, _ sql: SQL, _ parameters: Parameters = .none) throws -> Set<String> {
    Set(try db.follow(sql, parameters).tables.map(\.name))
  }

  @Test("Names may be those of tables, quoted, behind a schema, or called")
  func names() throws {
    let names = try NamesInText(
      "SELECT t.a, `x y`, f(1), s.g (2) /* no */ FROM s.t AS t JOIN \"u\" -- not this\nON 'neither' = b",
      dialect: .mariadb(modes: ""))
    func table(_ schema: String?, _ name: String) -> TableName { TableName(schema: schema, name: name) }
    for wanted in [
      table(nil, "t"), table(nil, "x y"), table("s", "t"), table(nil, "u"), table("t", "a"), table(nil, "b"),
    ] {
      #expect(names.tables.contains(wanted), "\(wanted)")
    }
    for unwanted in ["no", "not", "this", "neither", "select", "SELECT", "FROM"] {
      #expect(!names.tables.contains(table(nil, unwanted)), "\(unwanted)")
    }
    #expect(names.routines.isSuperset(of: [table(nil, "f"), table("s", "g")]))
    #expect(!names.routines.contains(table(nil, "b")))
    #expect(throws: DatabaseError.self) { try NamesInText("SELECT 'open", dialect: .mariadb(modes: "")) }
  }

  @Test("Joins, views, functions, what the optimizer leaves out, and lists")
  func found() async throws {
    try await Threads.offload {
      let test = try TestDatabase("", Self.schema)
      let db = test.db
      let counts: SQL = """
        SELECT a.id, a.title, COUNT(t.id) AS tracks FROM album AS a LEFT JOIN track AS t ON t.album_id = a.id
        GROUP BY a.id, a.title
        """
      #expect(try tables(db, counts) == ["album", "track"])
      // EXPLAIN has no table for these.
      #expect(try tables(db, "SELECT MAX(id) FROM track") == ["track"])
      #expect(try tables(db, "SELECT title FROM album WHERE id = NULL") == ["album"])
      #expect(
        try tables(db, "SELECT t.id FROM album AS a JOIN track AS t ON t.album_id = a.id WHERE a.id = 1")
          == ["album", "track"])
      #expect(try tables(db, "SELECT title FROM long_album") == ["album", "long_album", "long_track", "track"])
      #expect(try tables(db, "SELECT id, other_count() AS n FROM album") == ["album", "other"])
      #expect(try tables(db, "WITH x AS (SELECT id FROM `album`) SELECT * FROM x") == ["album"])
      #expect(try tables(db, "SELECT id FROM album WHERE id IN \(list: [1, 2])") == ["album"])
      #expect(try tables(db, "WITH x AS (SELECT id FROM album WHERE id IN \(list: [1])) SELECT * FROM x") == ["album"])
      #expect(try tables(db, "SELECT id FROM album WHERE id = ? OR title = ?", [1, "x"]) == ["album"])
      let none = #expect(throws: DatabaseError.self) { try db.follow("SELECT 1 AS album_of_nobody") }
      #expect(none?.kind == .misuse && none?.message.contains("reading:") ?? false)
      try db.close()
    }
  }

  @Test(
    "A join follows all of its tables, and a view that becomes another one what that reads",
    arguments: ["", "changes=poll&poll-interval=20ms"])
  func follows(_ options: String) async throws {
    try await Threads.offload {
      let test = try TestDatabase(options, Self.schema)
      let other = try test.another()
      let query = try test.db.follow(
        (Int, String).self,
        "SELECT a.id, a.title FROM album AS a JOIN track AS t ON t.album_id = a.id ORDER BY t.id", key: "id")
      #expect(query.rows.map(\.1) == ["Kind of Blue", "Giant Steps"])
      try other.execute("DELETE FROM track WHERE id = 1")
      #expect(eventually { query.rows.map(\.1) == ["Giant Steps"] })
      try other.execute("UPDATE album SET title = 'Giant' WHERE id = 2")
      #expect(eventually { query.rows.map(\.1) == ["Giant"] })
      let seen = try test.db.follow(Int.self, "SELECT id FROM long_track ORDER BY id")
      #expect(seen.rows == [])
      try other.execute("CREATE OR REPLACE VIEW long_track AS SELECT id FROM other")
      #expect(eventually { seen.tables.contains { $0.name == "other" } })
      try other.execute("INSERT INTO other VALUES (7)")
      #expect(eventually { seen.rows == [7] })
      try test.db.close(within: .zero)
      try other.close(within: .zero)
    }
  }

  @Test("An account that may not see what a view or a function consists of is told to name the tables")
  func hidden() async throws {
    try await Threads.offload {
      let test = try TestDatabase("", Self.schema)
      let account = try TestAccount("SELECT, EXECUTE", in: test)
      let db = try account.open("changes=poll")
      for sql: SQL in ["SELECT title FROM long_album", "SELECT other_count() AS n FROM album"] {
        let error = #expect(throws: DatabaseError.self) { try db.follow(sql) }
        #expect(error?.kind == .unsupported, "\(String(describing: error))")
        #expect(error?.message.contains("reading:") ?? false)
      }
      #expect(
        try db.follow(String.self, "SELECT title FROM long_album", reading: ["track", "album"]).rows == ["Kind of Blue"]
      )
      try db.close(within: .zero)
    }
  }
}
