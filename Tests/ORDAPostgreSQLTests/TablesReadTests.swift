import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

@Suite("Which tables a query reads", .ownThread, .serialized)
struct TablesReadTests {
  private static let schema = #"""
    DROP SCHEMA IF EXISTS reads CASCADE; CREATE SCHEMA reads;
    CREATE TABLE reads.album (id INT PRIMARY KEY, title TEXT);
    CREATE TABLE reads.track (id INT PRIMARY KEY, album_id INT, seconds INT);
    CREATE TABLE reads.other (id INT PRIMARY KEY);
    CREATE TABLE reads."Odd ""name""" (id INT);
    CREATE VIEW reads.long_track AS SELECT * FROM reads.track WHERE seconds > 300;
    CREATE VIEW reads.long_album AS SELECT * FROM reads.album a WHERE a.id IN (SELECT album_id FROM reads.long_track);
    CREATE FUNCTION reads.other_count() RETURNS bigint STABLE LANGUAGE sql AS 'SELECT COUNT(*) FROM reads.OTHER';
    CREATE FUNCTION reads.atomic_count() RETURNS bigint STABLE RETURN (SELECT COUNT(*) FROM reads.other);
    CREATE FUNCTION reads.through() RETURNS bigint STABLE LANGUAGE plpgsql
      AS 'BEGIN PERFORM 1 FROM reads."Odd ""name"""; RETURN reads.other_count(); END';
    CREATE FUNCTION reads.dynamic() RETURNS bigint STABLE LANGUAGE plpgsql
      AS 'DECLARE n bigint; BEGIN EXECUTE ''SELECT 1'' INTO n; RETURN n; END';
    CREATE FUNCTION reads.plus(a INT) RETURNS INT IMMUTABLE LANGUAGE sql AS 'SELECT a + 1';
    CREATE VIEW reads.counted AS SELECT reads.other_count() AS n;
    CREATE TABLE reads.day (d DATE, n INT) PARTITION BY RANGE (d);
    CREATE TABLE reads.day_1 PARTITION OF reads.day FOR VALUES FROM ('2026-01-01') TO ('2026-01-02');
    CREATE TABLE reads.day_2 PARTITION OF reads.day FOR VALUES FROM ('2026-01-02') TO ('2026-01-03');
    CREATE MATERIALIZED VIEW reads.kept AS SELECT * FROM reads.album;
    """#

  private static func tables(_ db: any Governor, _ sql: String) throws -> ChangeInterest {
    var found = ChangeInterest.nothing
    let request = PrepareRequest(sql: sql, keyword: .select, isPersistent: false)
    try db.withConnection { connection in
      found = try connection.withDriver((any TableReadingConnection).self) { try $0.tablesRead(by: request) }
    }
    return found
  }

  private static func named(_ names: String...) -> ChangeInterest {
    .tables(Set(names.map { TableName(schema: "reads", name: $0) }))
  }

  @Test("Joins, views, functions, partitions, and what the planner leaves out", arguments: ["", "?prepare=off"])
  func found(_ options: String) throws {
    let db = try PostgreSQLServer.open("pool.max=1" + options.replacing("?", with: "&"))
    defer { try? db.close(within: .zero) }
    try db.executeScript(SQL(text: Self.schema))
    func tables(_ sql: String) throws -> ChangeInterest { try Self.tables(db, sql) }
    try #expect(
      tables("SELECT a.id, COUNT(t.id) FROM reads.album a LEFT JOIN reads.track t ON t.album_id = a.id GROUP BY a.id")
        == Self.named("album", "track"))
    // EXPLAIN has no table for the second of these.
    try #expect(tables("SELECT MAX(id) FROM reads.track") == Self.named("track"))
    try #expect(
      tables("SELECT a.id FROM reads.album a LEFT JOIN reads.other o ON o.id = a.id") == Self.named("album", "other"))
    try #expect(tables("SELECT id FROM reads.album WHERE false") == Self.named("album"))
    try #expect(
      tables("SELECT id FROM reads.album WHERE id = $1 AND title = $2 FOR UPDATE OF album") == Self.named("album"))
    try #expect(tables("SELECT $1, id FROM reads.\"Odd \"\"name\"\"\"") == Self.named("Odd \"name\""))
    try #expect(
      tables("SELECT * FROM reads.long_album") == Self.named("long_album", "album", "long_track", "track"))
    try #expect(tables("SELECT reads.other_count(), reads.plus(1) FROM reads.album") == Self.named("album", "other"))
    try #expect(tables("SELECT reads.atomic_count()") == Self.named("other"))
    try #expect(tables("SELECT reads.through()") == Self.named("other", "Odd \"name\""))
    try #expect(tables("SELECT * FROM reads.counted") == Self.named("counted", "other"))
    try #expect(tables("SELECT reads.dynamic()") == .everything)
    try #expect(tables("SELECT * FROM reads.day WHERE d = '2026-01-01'") == Self.named("day", "day_1", "day_2"))
    try #expect(tables("SELECT * FROM reads.day_1") == Self.named("day", "day_1", "day_2"))
    try #expect(tables("SELECT reads.plus(1), now(), n FROM generate_series(1, 2) AS n, pg_class") == .nothing)
    let kept = #expect(throws: DatabaseError.self) { try tables("SELECT * FROM reads.kept") }
    #expect(kept?.kind == .unsupported)
    #expect(kept?.message.contains("materialized view reads.kept") == true)
    #expect(throws: DatabaseError.self) { try tables("SELECT * FROM reads.nowhere") }
    #expect(throws: DatabaseError.self) { try tables("SELECT FROM FROM") }
    // Nothing is left: no transaction, no lock, no statement.
    try #expect(
      db.first(
        Int.self, "SELECT COUNT(*) FROM pg_locks WHERE pid = pg_backend_pid() AND relation = 'reads.album'::regclass")
        == 0)
    try #expect(
      db.first(Int.self, "SELECT COUNT(*) FROM pg_prepared_statements WHERE statement LIKE '%reads.long_album'") == 0)
  }

  @Test("In a transaction it leaves everything as it was, and policies count")
  func inside() throws {
    let db = try PostgreSQLServer.open("pool.max=1")
    defer { try? db.close(within: .zero) }
    try db.executeScript(SQL(text: Self.schema))
    try db.executeScript(
      """
      ALTER TABLE reads.album ENABLE ROW LEVEL SECURITY;
      CREATE POLICY listed ON reads.album USING (id IN (SELECT id FROM reads.other));
      """)
    try db.transaction { tx in
      try tx.execute("INSERT INTO reads.track VALUES (1, 1, 1)")
      // What the transaction has locked before is one too many.
      try #expect(Self.tables(db, "SELECT id FROM reads.album") == Self.named("album", "other", "track"))
      #expect(throws: DatabaseError.self) { try Self.tables(db, "SELECT nothing FROM reads.album") }
      try #expect(Self.tables(db, "SELECT id FROM reads.other") == Self.named("other", "track"))
    }
    try #expect(db.first(Int.self, "SELECT COUNT(*) FROM reads.track") == 1)
    try db.executeScript("DROP SCHEMA reads CASCADE")
  }
}
