import ORDA
import Testing

@Suite("What a statement on MariaDB changed, and the key it made")
struct KeyTests {
  static let tables: SQL = """
    CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) UNIQUE, n INT DEFAULT 0);
    CREATE TABLE pair (a INT, b INT, PRIMARY KEY (a, b));
    CREATE TABLE log (id INT PRIMARY KEY AUTO_INCREMENT);
    """

  private func outcome(_ db: any Governor, _ sql: SQL) throws -> [Int64?] {
    let result = try db.execute(sql)
    return [result.changed.map(Int64.init), result.lastID]
  }

  @Test func `Statements that only read`() throws {
    let db = try TestDatabase("", Self.tables)
    for sql: SQL in [
      "SELECT * FROM t", "SHOW TABLES", "DESCRIBE t", "EXPLAIN SELECT * FROM t", "WITH x AS (SELECT 1) SELECT * FROM x",
      "VALUES (1)",
    ] {
      #expect(try outcome(db.db, sql) == [nil, nil])
    }
  }

  @Test func `Inserting`() throws {
    let test = try TestDatabase("", Self.tables)
    let db = test.db
    #expect(try outcome(db, "INSERT INTO t (name) VALUES ('a')") == [1, 1])
    #expect(try outcome(db, "INSERT INTO t (id, name) VALUES (10, 'b')") == [1, 10])
    // Of several keys the last, whether the server made them or was given them.
    #expect(try outcome(db, "INSERT INTO t (name) VALUES ('c'), ('d')") == [2, 12])
    #expect(try outcome(db, "INSERT INTO t (id, name) VALUES (20, 'e'), (30, 'f')") == [2, 30])
    #expect(try outcome(db, "INSERT INTO t (name) SELECT concat('s', seq) FROM seq_1_to_3") == [3, 33])
    #expect(try outcome(db, "INSERT INTO t (name) SELECT 'x' WHERE 0") == [0, nil])
    #expect(try outcome(db, "INSERT INTO pair VALUES (1, 2)") == [1, nil])
    #expect(try outcome(db, "INSERT INTO log VALUES (-7)") == [1, -7])
    #expect(try outcome(db, "INSERT INTO log VALUES ()") == [1, 1])
  }

  @Test func `Ignored, updated and replaced instead`() throws {
    let test = try TestDatabase("", Self.tables)
    let db = test.db
    try db.execute("INSERT INTO t (name) VALUES ('a')")
    #expect(try outcome(db, "INSERT IGNORE INTO t (name) VALUES ('a')") == [0, nil])
    #expect(try outcome(db, "INSERT INTO t (name) VALUES ('a') ON DUPLICATE KEY UPDATE n = n + 1") == [1, nil])
    #expect(try outcome(db, "INSERT INTO t (name) VALUES ('a'), ('q') ON DUPLICATE KEY UPDATE n = n + 1").first == 2)
    #expect(try outcome(db, "REPLACE INTO t (id, name) VALUES (1, 'z')") == [1, 1])
    #expect(try outcome(db, "REPLACE INTO t (id, name) VALUES (1, 'y'), (50, 'w')") == [2, 50])
  }

  @Test func `Updating and deleting count matched rows`() throws {
    let test = try TestDatabase("", Self.tables)
    let db = test.db
    try db.execute("INSERT INTO t (name) VALUES ('a'), ('b'), ('c')")
    #expect(try outcome(db, "UPDATE t SET n = n") == [3, nil])
    #expect(try outcome(db, "UPDATE t SET n = 1 WHERE id = 99") == [0, nil])
    #expect(try outcome(db, "DELETE FROM t WHERE id < 3") == [2, nil])
    #expect(try outcome(db, "DELETE FROM t") == [1, nil])
    #expect(try outcome(db, "CREATE TABLE u (a INT)") == [0, nil])
    #expect(try outcome(db, "CREATE TABLE w AS SELECT 1 AS one") == [0, nil])
    #expect(try outcome(db, "DROP TABLE u") == [0, nil])
  }

  @Test func `Rows that are returned`() throws {
    let test = try TestDatabase("", Self.tables)
    let db = test.db
    let inserted = try db.query("INSERT INTO t (name) VALUES ('a'), ('b') RETURNING id, name")
    #expect(inserted.changed == 2)
    // The rows tell the keys; the server does not.
    #expect(inserted.lastID == nil)
    #expect(try inserted["id"].get(as: Int.self) == [1, 2])
    #expect(try db.query("DELETE FROM t WHERE id = 1 RETURNING name").changed == 1)
    #expect(try db.first(Int.self, "INSERT INTO t (name) VALUES ('c'), ('d') RETURNING id") == 3)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 3)
  }

  @Test func `What LAST_INSERT_ID is given`() throws {
    let test = try TestDatabase("", Self.tables)
    let db = test.db
    #expect(try outcome(db, "INSERT INTO t (name) VALUES ('a')") == [1, 1])
    #expect(try outcome(db, "INSERT INTO t (name) VALUES ('b')") == [1, 2])
    let upsert: SQL = "INSERT INTO t (name) VALUES (?) ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id), n = n + 1"
    #expect(try db.execute(upsert, "a").lastID == 1)
    #expect(try db.execute(upsert, "a").lastID == 1)
    #expect(try db.execute(upsert, "b").lastID == 2)
    let made = try #require(try db.execute(upsert, "c").lastID)
    #expect(try db.first(Int64.self, "SELECT id FROM t WHERE name = 'c'") == made)
    // Without it no key is told, of a row that was there; nor where it is asked and given nothing.
    #expect(try outcome(db, "INSERT INTO t (name) VALUES ('a') ON DUPLICATE KEY UPDATE n = n + 1") == [1, nil])
    #expect(
      try outcome(db, "INSERT INTO t (name, n) VALUES ('a', LAST_INSERT_ID()) ON DUPLICATE KEY UPDATE n = n + 1")
        == [1, nil])
    #expect(try outcome(db, "UPDATE t SET n = LAST_INSERT_ID( n + 100) WHERE name = 'b'") == [1, 101])
    #expect(try outcome(db, "UPDATE t SET n = LAST_INSERT_ID(n + 100) WHERE name = 'none'") == [0, nil])
    #expect(try outcome(db, "UPDATE t SET n = 5 WHERE name = 'b'") == [1, nil])
  }
}
