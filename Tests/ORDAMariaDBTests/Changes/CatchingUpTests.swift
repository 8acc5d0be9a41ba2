import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("A row that is gone, and the log that may tell of another key", .timeLimit(.minutes(10)))
struct CatchingUpTests {
  /// What is written to the log in each of its ways.
  private static let kinds = [
    "INSERT INTO t VALUES (7)", "DELETE FROM t", "CREATE TABLE m (a INT) ENGINE = MyISAM", "INSERT INTO m VALUES (1)",
    "BEGIN; INSERT INTO m VALUES (2); ROLLBACK",
    "CREATE TEMPORARY TABLE x (a INT); INSERT INTO x VALUES (1); DROP TEMPORARY TABLE x",
    "CREATE VIEW v AS SELECT 1 AS a", "CREATE PROCEDURE p() SELECT 1", "DROP PROCEDURE p",
    "CREATE USER somebody", "GRANT SELECT ON *.* TO somebody", "DROP USER somebody", "ANALYZE TABLE t", "TRUNCATE t",
    "OPTIMIZE TABLE t", "ALTER TABLE t ADD COLUMN b INT", "FLUSH TABLES", "FLUSH BINARY LOGS", "CREATE DATABASE other",
    "CREATE TABLE other.t (a INT)", "INSERT INTO other.t VALUES (1)", "DROP DATABASE other",
    "XA START 'a'; INSERT INTO t (id) VALUES (8); XA END 'a'; XA PREPARE 'a'", "XA COMMIT 'a'",
    "XA START 'b'; INSERT INTO t (id) VALUES (9); XA END 'b'; XA PREPARE 'b'", "XA ROLLBACK 'b'",
    "SET gtid_domain_id = 7; INSERT INTO t (id) VALUES (10)", "SET server_id = 9; INSERT INTO t (id) VALUES (11)",
    "SET binlog_format = 'STATEMENT'; INSERT INTO t (id) VALUES (12)",
    "CREATE SEQUENCE s; SELECT NEXT VALUE FOR s", "CREATE OR REPLACE TABLE t2 AS SELECT 1 AS a",
  ]

  @Test("Whatever is in the log, it is soon known that all was told")
  func kinds() async throws {
    try await Threads.offload {
      let server = try ThrowawayServer()
      let root = try server.open()
      try root.executeScript("CREATE DATABASE catching; CREATE TABLE catching.t (id INT PRIMARY KEY)")
      let db = try server.open("root", "catching?tls=disable")
      let entry = try db.table("t").insert(["id": 1])
      try db.execute("DELETE FROM t")
      let stranger = StrangeClient(server)
      for sql in Self.kinds {
        try stranger.run("USE catching; " + sql)
        // It would wait for an hour, which is the patience of these tests.
        try entry.refresh()
        #expect(entry.isDeleted)
      }
      for governor in [db, root] { try governor.close(within: .zero) }
    }
  }

  @Test("A key that the server makes of the one that was set is the entry's, and its row is not taken for another's")
  func madeKey() async throws {
    try await Threads.offload {
      let test = try TestDatabase(
        "",
        """
        CREATE TABLE t (id INT PRIMARY KEY, a INT);
        CREATE TRIGGER t_id BEFORE UPDATE ON t FOR EACH ROW SET NEW.id = IF(NEW.id = 101, 102, NEW.id);
        CREATE TABLE f (id FLOAT PRIMARY KEY, a INT);
        INSERT INTO t VALUES (1, 1), (101, 2); INSERT INTO f VALUES (1, 1)
        """)
      let table = try test.db.table("t")
      let entry = try #require(try table.entry(1))
      let other = try #require(try table.entry(101))
      try entry.set("id", to: 101)
      #expect(entry.key == RowKey(102))
      #expect(entry["a"] == 1)
      #expect(other.key == RowKey(101))
      #expect(other["a"] == 2)
      let rounded = try #require(try test.db.table("f").entry(1))
      try rounded.set("id", to: 0.1)
      #expect(!rounded.isDeleted)
      try rounded.set("a", to: 5)
      #expect(try test.db.first(Int.self, "SELECT a FROM f") == 5)
    }
  }
}
