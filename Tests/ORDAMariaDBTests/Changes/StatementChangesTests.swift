import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("What each statement tells", .timeLimit(.minutes(10))) struct StatementChangesTests {
  private static let two: SQL = """
    CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(20), b INT); INSERT INTO t VALUES (1, 'x', 10), (2, 'y', 20)
    """

  static let cases: [StatementCase] = [
    StatementCase(
      what: "INSERT", setUp: two, script: "INSERT INTO t VALUES (3, 'z', NULL)", expected: [["+ t(3) id=3 a=z b=NULL"]]),
    StatementCase(
      what: "INSERT of several rows is one batch", setUp: two, script: "INSERT INTO t VALUES (3, 'p', 1), (4, 'q', 2)",
      expected: [["+ t(3) id=3 a=p b=1", "+ t(4) id=4 a=q b=2"]]),
    StatementCase(
      what: "UPDATE", setUp: two, script: "UPDATE t SET a = 'w' WHERE id = 1", expected: [["~ t(1) a: x > w"]]),
    StatementCase(
      what: "UPDATE of several rows tells only those that differ", setUp: two, script: "UPDATE t SET b = 20",
      expected: [["~ t(1) b: 10 > 20"]]),
    StatementCase(what: "UPDATE that changes nothing", setUp: two, script: "UPDATE t SET b = b", expected: []),
    StatementCase(
      what: "DELETE without WHERE", setUp: two, script: "DELETE FROM t",
      expected: [["- t(1) id=1 a=x b=10", "- t(2) id=2 a=y b=20"]]),
    StatementCase(what: "TRUNCATE", setUp: two, script: "TRUNCATE t", expected: [["? t"]]),
    StatementCase(
      what: "REPLACE over a row that nothing refers to is an update", setUp: two,
      script: "REPLACE INTO t VALUES (1, 'n', 11)", expected: [["~ t(1) a: x > n b: 10 > 11"]]),
    StatementCase(
      what: "INSERT … ON DUPLICATE KEY UPDATE is an update", setUp: two,
      script: "INSERT INTO t VALUES (1, 'n', 11) ON DUPLICATE KEY UPDATE a = 'n'", expected: [["~ t(1) a: x > n"]]),
    StatementCase(
      what: "another key", setUp: two, script: "UPDATE t SET id = 5 WHERE id = 1", expected: [["~ t(1 > 5) id: 1 > 5"]]),
    StatementCase(
      what: "a key of two columns, in its own order",
      setUp: """
        CREATE TABLE t (a VARCHAR(9), b INT, c VARCHAR(9), PRIMARY KEY (c, a)); INSERT INTO t VALUES ('x', 1, 'k')
        """,
      script: "UPDATE t SET b = 2; UPDATE t SET a = 'y'; DELETE FROM t",
      expected: [["~ t(k, x) b: 1 > 2"], ["~ t(k, x > k, y) a: x > y"], ["- t(k, y) a=y b=2 c=k"]]),
    StatementCase(
      what: "a unique key without NULL where there is no primary key",
      setUp: "CREATE TABLE t (a INT, k VARCHAR(9) NOT NULL UNIQUE); INSERT INTO t VALUES (1, 'x')",
      script: "UPDATE t SET a = 2", expected: [["~ t(x) a: 1 > 2"]]),
    StatementCase(
      what: "no key at all", setUp: "CREATE TABLE t (a INT); INSERT INTO t VALUES (1)",
      script: "UPDATE t SET a = 2; INSERT INTO t VALUES (3)", expected: [["~ t() a: 1 > 2"], ["+ t() a=3"]]),
    StatementCase(
      what: "the cascades of a foreign key: that the table may have changed",
      setUp: """
        CREATE TABLE p (id INT PRIMARY KEY, n INT);
        CREATE TABLE c (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES p (id) ON DELETE CASCADE ON UPDATE CASCADE);
        CREATE TABLE g (id INT PRIMARY KEY, c INT, FOREIGN KEY (c) REFERENCES c (id) ON DELETE SET NULL);
        INSERT INTO p VALUES (1, 1), (2, 2); INSERT INTO c VALUES (10, 1), (20, 2); INSERT INTO g VALUES (5, 10)
        """,
      script: "DELETE FROM p WHERE id = 1; UPDATE p SET n = 3; UPDATE p SET id = 3; INSERT INTO p VALUES (4, 4)",
      expected: [
        ["- p(1) id=1 n=1", "? c", "? g"], ["~ p(2) n: 2 > 3"], ["~ p(2 > 3) id: 2 > 3", "? c", "? g"],
        ["+ p(4) id=4 n=4"],
      ]),
    StatementCase(
      what: "a trigger",
      setUp: """
        CREATE TABLE t (id INT PRIMARY KEY, a INT); CREATE TABLE l (n INT PRIMARY KEY AUTO_INCREMENT, a INT);
        CREATE TRIGGER g AFTER INSERT ON t FOR EACH ROW INSERT INTO l (a) VALUES (new.a)
        """,
      script: "INSERT INTO t VALUES (1, 5)", expected: [["+ t(1) id=1 a=5", "+ l(1) n=1 a=5"]]),
    StatementCase(
      what: "computed columns: one that is stored is told, another is not",
      setUp: """
        CREATE TABLE t (v INT AS (a * 2) VIRTUAL, id INT PRIMARY KEY, a INT, s INT AS (a * 3) STORED);
        INSERT INTO t (id, a) VALUES (1, 1)
        """,
      script: "UPDATE t SET a = 2", expected: [["~ t(1) a: 1 > 2 s: 3 > 6"]]),
    StatementCase(
      what: "a table of an engine without transactions",
      setUp: "CREATE TABLE t (id INT PRIMARY KEY, a INT) ENGINE=MyISAM; INSERT INTO t VALUES (1, 1)",
      script: "UPDATE t SET a = 2; DELETE FROM t", expected: [["~ t(1) a: 1 > 2"], ["- t(1) id=1 a=2"]]),
    StatementCase(
      what: "a table with versions: that it changed",
      setUp: "CREATE TABLE t (id INT PRIMARY KEY, a INT) WITH SYSTEM VERSIONING; INSERT INTO t VALUES (1, 1)",
      script: "UPDATE t SET a = 2; DELETE FROM t", expected: [["? t"], ["? t"]]),
    StatementCase(
      what: "RETURNING", setUp: two, script: "DELETE FROM t RETURNING id",
      expected: [["- t(1) id=1 a=x b=10", "- t(2) id=2 a=y b=20"]]),
    StatementCase(
      what: "a procedure with two commits",
      setUp: """
        CREATE TABLE t (id INT PRIMARY KEY);
        CREATE PROCEDURE p() BEGIN INSERT INTO t VALUES (1); SELECT 1; INSERT INTO t VALUES (2); END
        """,
      script: "CALL p()", expected: [["+ t(1) id=1"], ["+ t(2) id=2"]]),
    StatementCase(
      what: "a temporary table", setUp: two,
      script: "CREATE TEMPORARY TABLE e (a INT); INSERT INTO e VALUES (1); DROP TEMPORARY TABLE e", expected: []),
    StatementCase(
      what: "CREATE, ALTER and DROP", setUp: two,
      script: """
        CREATE TABLE u (a INT); ALTER TABLE t RENAME COLUMN a TO c; UPDATE t SET c = 'w' WHERE id = 1; DROP TABLE u;
        CREATE TABLE IF NOT EXISTS t (x INT); UPDATE t SET b = 9 WHERE id = 1
        """,
      expected: [
        ["? .*", "schema"], ["? .*", "schema"], ["~ t(1) c: x > w"], ["? .*", "schema"], ["~ t(1) b: 10 > 9"],
      ]),
    StatementCase(
      what: "CREATE … SELECT", setUp: two, script: "CREATE TABLE u (PRIMARY KEY (id)) SELECT id FROM t",
      expected: [["+ u(1) id=1", "+ u(2) id=2", "? .*", "schema"]]),
    StatementCase(
      what: "XA: its tables, when it is committed", setUp: two,
      script: """
        XA START 'x'; UPDATE t SET b = 1; XA END 'x'; XA PREPARE 'x'; XA COMMIT 'x';
        XA START 'y'; UPDATE t SET b = 2; XA END 'y'; XA PREPARE 'y'; XA ROLLBACK 'y';
        XA START 'z'; UPDATE t SET b = 3 WHERE id = 1; XA END 'z'; XA COMMIT 'z' ONE PHASE
        """,
      expected: [["? t"], ["~ t(1) b: 1 > 3"]]),
    StatementCase(
      what: "names with quotes, spaces and capitals",
      setUp: "CREATE TABLE `My ``T` (`ID` INT PRIMARY KEY, `a b` INT); INSERT INTO `My ``T` VALUES (1, 1)",
      script: "UPDATE `My ``T` SET `A B` = 2", expected: [["~ My `T(1) a b: 1 > 2"]]),
  ]

  @Test("through the governor and its connections", arguments: cases)
  func own(_ test: StatementCase) async throws {
    try await Threads.offload {
      let database = try TestDatabase("", test.setUp)
      let heard = try HeardChanges(database.db)
      try database.db.withConnection { connection in
        try connection.withDriver(MariaDBConnection.self) { driver in
          for statement in Self.statements(of: test.script) { _ = try driver.values(statement) }
        }
      }
      #expect(eventually { heard.batches.count >= test.expected.count })
      // Whatever came before it has come when this has.
      try database.db.execute("CREATE TABLE the_end (a INT)")
      #expect(
        eventually {
          heard.batches.last?.schemaChanges.isEmpty == false && heard.batches.count > test.expected.count
        })
      #expect(heard.lines().dropLast() == test.expected[...])
    }
  }

  private static func statements(of script: String) -> [String] {
    script.split(separator: ";").map(String.init)
  }
}
