import ORDA
import Testing

@Suite("What a statement changed, and the key it made")
struct KeyTests {
  static let tables: SQL = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, n INTEGER DEFAULT 0);
    CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT);
    CREATE TABLE pair (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TABLE watched (id INTEGER PRIMARY KEY, x);
    CREATE TRIGGER watching AFTER INSERT ON watched BEGIN
      INSERT INTO log (text) VALUES ('one'); INSERT INTO log (text) VALUES ('two');
    END;
    CREATE VIEW v AS SELECT * FROM t;
    CREATE TRIGGER instead INSTEAD OF INSERT ON v BEGIN INSERT INTO t (name) VALUES (NEW.name); END;
    """

  /// Runs on one connection and tells what came of it.
  func outcome(_ db: any Governor, _ sql: SQL) throws -> [Int64?] {
    let result = try db.execute(sql)
    return [result.changed.map(Int64.init), result.lastID]
  }

  @Test func `Reading changes nothing and makes no key`() throws {
    for db in try TestDatabase.both(Self.tables) {
      try db.execute("INSERT INTO t (name) VALUES ('a')")
      #expect(try outcome(db, "SELECT * FROM t") == [nil, nil])
      #expect(try outcome(db, "WITH x AS (SELECT 1) SELECT * FROM x") == [nil, nil])
      #expect(try outcome(db, "VALUES (1)") == [nil, nil])
      #expect(try outcome(db, "EXPLAIN QUERY PLAN SELECT * FROM t") == [nil, nil])
      #expect(try outcome(db, "EXPLAIN INSERT INTO t (name) VALUES ('b')") == [nil, nil])
      #expect(try outcome(db, "PRAGMA user_version") == [nil, nil])
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 1)
    }
  }

  @Test func `Inserting`() throws {
    for db in try TestDatabase.both(Self.tables) {
      #expect(try outcome(db, "INSERT INTO t (name) VALUES ('a')") == [1, 1])
      #expect(try outcome(db, "INSERT INTO t (id, name) VALUES (10, 'b')") == [1, 10])
      #expect(try outcome(db, "INSERT INTO t (name) VALUES ('c'), ('d')") == [2, 12])
      #expect(try outcome(db, "INSERT INTO t (name) SELECT 'e' || value FROM json_each('[1,2,3]')") == [3, 15])
      #expect(try outcome(db, "INSERT INTO t (name) SELECT 'x' WHERE 0") == [0, nil])
      #expect(try outcome(db, "WITH x (y) AS (VALUES ('f')) INSERT INTO t (name) SELECT y FROM x") == [1, 16])
      #expect(try outcome(db, "INSERT INTO pair VALUES (1, 2)") == [1, nil])
      // The same key as the last one of the connection, in another table.
      #expect(try outcome(db, "INSERT INTO log (id) VALUES (16)") == [1, 16])
      #expect(try outcome(db, "INSERT INTO log (id) VALUES (0)") == [1, 0])
      #expect(try outcome(db, "INSERT INTO log (id) VALUES (-7)") == [1, -7])
    }
  }

  @Test func `Ignored, updated and replaced instead`() throws {
    for db in try TestDatabase.both(Self.tables) {
      try db.execute("INSERT INTO t (name) VALUES ('a')")
      #expect(try outcome(db, "INSERT OR IGNORE INTO t (name) VALUES ('a')") == [0, nil])
      #expect(try outcome(db, "INSERT INTO t (name) VALUES ('a') ON CONFLICT DO NOTHING") == [0, nil])
      #expect(
        try outcome(db, "INSERT INTO t (name) VALUES ('a') ON CONFLICT (name) DO UPDATE SET n = n + 1") == [1, nil])
      #expect(
        try outcome(db, "INSERT INTO t (name) VALUES ('b') ON CONFLICT (name) DO UPDATE SET n = n + 1") == [1, 2])
      #expect(try outcome(db, "INSERT OR REPLACE INTO t (name) VALUES ('a')") == [1, 3])
      #expect(try outcome(db, "REPLACE INTO t (id, name) VALUES (3, 'z')") == [1, 3])
      #expect(try db.query(Int.self, "SELECT id FROM t ORDER BY id") == [2, 3])
    }
  }

  @Test func `Updating and deleting count matched rows`() throws {
    for db in try TestDatabase.both(Self.tables) {
      try db.execute("INSERT INTO t (name) VALUES ('a'), ('b'), ('c')")
      #expect(try outcome(db, "UPDATE t SET n = n") == [3, nil])
      #expect(try outcome(db, "UPDATE t SET n = 1 WHERE id = 99") == [0, nil])
      #expect(
        try outcome(db, "WITH x AS (SELECT 1 AS id) UPDATE t SET n = 1 WHERE id IN (SELECT id FROM x)") == [1, nil])
      #expect(try outcome(db, "DELETE FROM t WHERE id < 3") == [2, nil])
      #expect(try outcome(db, "DELETE FROM t") == [1, nil])
      #expect(try outcome(db, "CREATE TABLE u (a)") == [0, nil])
      #expect(try outcome(db, "CREATE TABLE w AS SELECT 1") == [0, nil])
      #expect(try outcome(db, "DROP TABLE u") == [0, nil])
    }
  }

  @Test func `Triggers count for nothing`() throws {
    for db in try TestDatabase.both(Self.tables) {
      try db.execute("INSERT INTO log (id) VALUES (70)")
      #expect(try outcome(db, "INSERT INTO watched (x) VALUES (1)") == [1, 1])
      #expect(try db.first(Int.self, "SELECT max(id) FROM log") == 72)
      // A view has no rows and no keys of its own: what its trigger does is not counted.
      #expect(try outcome(db, "INSERT INTO v (name) VALUES ('via')") == [0, nil])
      #expect(try db.first(Int.self, "SELECT count(*) FROM t WHERE name = 'via'") == 1)
    }
  }

  @Test func `last_insert_rowid keeps its sense on one connection`() throws {
    for db in try TestDatabase.both(Self.tables) {
      try db.withConnection { connection in
        func last() throws -> Int? { try connection.first(Int.self, "SELECT last_insert_rowid()") }
        #expect(try last() == 0)
        try connection.execute("INSERT INTO t (id, name) VALUES (5, 'a')")
        #expect(try last() == 5)
        try connection.execute("INSERT OR IGNORE INTO t (name) VALUES ('a')")
        #expect(try last() == 5)
        try connection.execute("INSERT INTO pair VALUES (1, 1)")
        #expect(try last() == 5)
        try connection.execute("UPDATE t SET n = 1")
        #expect(try last() == 5)
        _ = #expect(throws: DatabaseError.self) { try connection.execute("INSERT INTO t (name) VALUES ('a')") }
        #expect(try last() == 5)
        try connection.forEach("INSERT OR IGNORE INTO t (name) VALUES ('a') RETURNING id") { _ in }
        #expect(try last() == 5)
        try connection.execute("INSERT INTO v (name) VALUES ('b')")
        #expect(try last() == 5)
      }
    }
  }

  @Test func `An INSERT may use the key of the one before`() throws {
    for db in try TestDatabase.both(Self.tables) {
      try db.transaction { tx in
        try tx.execute("INSERT INTO t (id, name) VALUES (41, 'parent')")
        #expect(try tx.execute("INSERT INTO pair VALUES (last_insert_rowid(), 1)").lastID == nil)
        #expect(try tx.execute("INSERT INTO log (text) VALUES (LAST_INSERT_ROWID())").lastID == 1)
        #expect(try tx.execute("INSERT INTO log (text) SELECT last_insert_rowid()").lastID == 2)
      }
      #expect(try db.first(Int.self, "SELECT a FROM pair") == 41)
      #expect(try db.query(String.self, "SELECT text FROM log ORDER BY id") == ["41", "1"])
    }
  }

  @Test func `Triggers see the key too`() throws {
    let db = try TestDatabase.memory(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY); CREATE TABLE seen (before, after);
      CREATE TRIGGER b BEFORE INSERT ON t BEGIN INSERT INTO seen (before) VALUES (last_insert_rowid()); END;
      CREATE TRIGGER a AFTER INSERT ON t BEGIN UPDATE seen SET after = last_insert_rowid() WHERE after IS NULL; END;
      """)
    let raw = try RawSQLite(running: [
      "CREATE TABLE t (id INTEGER PRIMARY KEY)", "CREATE TABLE seen (before, after)",
      "CREATE TRIGGER b BEFORE INSERT ON t BEGIN INSERT INTO seen (before) VALUES (last_insert_rowid()); END",
      "CREATE TRIGGER a AFTER INSERT ON t BEGIN UPDATE seen SET after = last_insert_rowid() WHERE after IS NULL; END",
    ])
    for id in [7, 3, 9] {
      #expect(try db.execute("INSERT INTO t VALUES (?)", id).lastID == Int64(id))
      try raw.query("INSERT INTO t VALUES (?)", [.int(Int64(id))])
    }
    #expect(try db.query("SELECT * FROM seen").rows.map(\.values) == (try raw.query("SELECT * FROM seen")))
  }

  @Test func `Keys to the end of what there are`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    #expect(try db.execute("INSERT INTO t VALUES (?)", Int64.min).lastID == .min)
    #expect(try db.execute("INSERT INTO t VALUES (?)", -1).lastID == -1)
    #expect(try db.execute("INSERT INTO t DEFAULT VALUES").lastID == 0)
    #expect(try db.execute("INSERT INTO t VALUES (?)", Int64.max).lastID == .max)
  }

  @Test func `A row that was returned`() throws {
    for db in try TestDatabase.both(Self.tables) {
      let result = try db.query("INSERT INTO t (name) VALUES ('a'), ('b') RETURNING id, name")
      #expect(result.changed == 2)
      #expect(result.lastID == 2)
      #expect(try result["name"].get(as: String.self) == ["a", "b"])
      #expect(try db.query("UPDATE t SET n = 5 RETURNING n").changed == 2)
      #expect(try db.query("UPDATE t SET n = 5 RETURNING n").lastID == nil)
      let gone = try db.first((Int, String).self, "DELETE FROM t WHERE id = 1 RETURNING id, name")
      #expect(gone?.1 == "a")
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 1)
      // The rows need not be read to the end for the statement to have been done.
      #expect(try db.first(Int.self, "INSERT INTO t (name) VALUES ('c'), ('d'), ('e') RETURNING id") != nil)
      #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 4)
    }
  }
}
