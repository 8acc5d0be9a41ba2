import ORDA
import Testing

@Suite("What each statement tells") struct StatementChangesTests {
  private static let two: SQL =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES (1, 'x', 10), (2, 'y', 20)"

  static let cases: [StatementCase] = [
    StatementCase(
      what: "INSERT", setUp: two, script: "INSERT INTO t VALUES (3, 'z', NULL)", expected: [["+ t(3) id=3 a=z b=NULL"]]),
    StatementCase(
      what: "INSERT of several rows is one batch", setUp: two, script: "INSERT INTO t (a) VALUES ('p'), ('q')",
      expected: [["+ t(3) id=3 a=p b=NULL", "+ t(4) id=4 a=q b=NULL"]]),
    StatementCase(
      what: "UPDATE", setUp: two, script: "UPDATE t SET a = 'w' WHERE id = 1", expected: [["~ t(1) a: x > w"]]),
    StatementCase(
      what: "UPDATE of several rows tells only those that differ", setUp: two, script: "UPDATE t SET b = 20",
      expected: [["~ t(1) b: 10 > 20"]]),
    StatementCase(what: "UPDATE that changes nothing", setUp: two, script: "UPDATE t SET b = b", expected: []),
    StatementCase(what: "UPDATE of no row", setUp: two, script: "UPDATE t SET b = 1 WHERE id = 9", expected: []),
    StatementCase(
      what: "DELETE", setUp: two, script: "DELETE FROM t WHERE id = 2", expected: [["- t(2) id=2 a=y b=20"]]),
    StatementCase(
      what: "DELETE without WHERE", setUp: two, script: "DELETE FROM t",
      expected: [["- t(1) id=1 a=x b=10", "- t(2) id=2 a=y b=20"]]),
    StatementCase(
      what: "REPLACE over a row", setUp: two, script: "REPLACE INTO t VALUES (1, 'n', 11)",
      expected: [["- t(1) id=1 a=x b=10", "+ t(1) id=1 a=n b=11"]]),
    StatementCase(
      what: "INSERT OR IGNORE", setUp: two, script: "INSERT OR IGNORE INTO t VALUES (1, 'n', 11)", expected: []),
    StatementCase(
      what: "an upsert is an update", setUp: two,
      script: "INSERT INTO t VALUES (1, 'n', 11) ON CONFLICT (id) DO UPDATE SET a = excluded.a",
      expected: [["~ t(1) a: x > n"]]),
    StatementCase(
      what: "an UPDATE of the rowid", setUp: two, script: "UPDATE t SET id = 5 WHERE id = 1",
      expected: [["~ t(1 > 5) id: 1 > 5"]]),
    StatementCase(
      what: "a table without a primary key has the rowid", setUp: "CREATE TABLE t (a); INSERT INTO t VALUES (7)",
      script: "UPDATE t SET rowid = 9; INSERT INTO t VALUES (8)", expected: [["~ t(1 > 9)"], ["+ t(10) a=8"]]),
    StatementCase(
      what: "WITHOUT ROWID",
      setUp: "CREATE TABLE t (a, b, c, PRIMARY KEY (c, a)) WITHOUT ROWID; INSERT INTO t VALUES ('x', 1, 'k')",
      script: """
        UPDATE t SET b = 2; UPDATE t SET a = 'y'; DELETE FROM t; INSERT INTO t VALUES ('n', 3, 'm')
        """,
      expected: [
        ["~ t(k, x) b: 1 > 2"], ["~ t(k, x > k, y) a: x > y"], ["- t(k, y) a=y b=2 c=k"], ["+ t(m, n) a=n b=3 c=m"],
      ]),
    StatementCase(
      what: "a primary key of text",
      setUp: "CREATE TABLE t (k TEXT NOT NULL PRIMARY KEY, a); INSERT INTO t VALUES ('é', 1)",
      script: "UPDATE t SET a = 2; UPDATE t SET k = 'f'", expected: [["~ t(é) a: 1 > 2"], ["~ t(é > f) k: é > f"]]),
    StatementCase(
      what: "a unique key without NULL where there is no primary key",
      setUp: "CREATE TABLE t (a, k TEXT NOT NULL UNIQUE); INSERT INTO t VALUES (1, 'x')",
      script: "UPDATE t SET a = 2", expected: [["~ t(x) a: 1 > 2"]]),
    StatementCase(
      what: "the cascade of a foreign key",
      setUp: """
        CREATE TABLE p (id INTEGER PRIMARY KEY);
        CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE ON UPDATE SET NULL);
        INSERT INTO p VALUES (1), (2); INSERT INTO c VALUES (10, 1), (20, 2)
        """,
      script: "DELETE FROM p WHERE id = 1; UPDATE p SET id = 3",
      expected: [["- p(1) id=1", "- c(10) id=10 p=1"], ["~ p(2 > 3) id: 2 > 3", "~ c(20) p: 2 > NULL"]]),
    StatementCase(
      what: "a trigger",
      setUp: """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a); CREATE TABLE l (n INTEGER PRIMARY KEY, a);
        CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO l (a) VALUES (new.a); UPDATE t SET a = a + 1 WHERE id = new.id; END
        """,
      script: "INSERT INTO t VALUES (1, 5)",
      expected: [["+ t(1) id=1 a=5", "+ l(1) n=1 a=5", "~ t(1) a: 5 > 6"]]),
    StatementCase(
      what: "a view with a trigger",
      setUp: """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1); CREATE VIEW v AS SELECT * FROM t;
        CREATE TRIGGER g INSTEAD OF UPDATE ON v BEGIN UPDATE t SET a = new.a WHERE id = old.id; END
        """,
      script: "UPDATE v SET a = 2", expected: [["~ t(1) a: 1 > 2"]]),
    StatementCase(
      what: "a column of floating-point numbers", setUp: "CREATE TABLE t (id INTEGER PRIMARY KEY, r REAL)",
      script: "INSERT INTO t VALUES (1, 3); UPDATE t SET r = 4.0; UPDATE t SET r = 4; UPDATE t SET r = 4.5",
      expected: [["+ t(1) id=1 r=3.0"], ["~ t(1) r: 3.0 > 4.0"], ["~ t(1) r: 4.0 > 4.5"]]),
    StatementCase(
      what: "bytes and NULL", setUp: "CREATE TABLE t (id INTEGER PRIMARY KEY, a)",
      script: "INSERT INTO t VALUES (1, x'00ff'); UPDATE t SET a = x'00fe'; UPDATE t SET a = NULL; UPDATE t SET a = ''",
      expected: [
        ["+ t(1) id=1 a=x'00ff'"], ["~ t(1) a: x'00ff' > x'00fe'"], ["~ t(1) a: x'00fe' > NULL"], ["~ t(1) a: NULL > "],
      ]),
    StatementCase(
      what: "a stored computed column",
      setUp: "CREATE TABLE t (id INTEGER PRIMARY KEY, a, d AS (a * 2) STORED); INSERT INTO t VALUES (1, 1)",
      script: "UPDATE t SET a = 2", expected: [["~ t(1) a: 1 > 2 d: 2 > 4"]]),
    StatementCase(
      what: "a column that is computed when it is read: which columns changed is not told",
      setUp: "CREATE TABLE t (v AS (a * 2), id INTEGER PRIMARY KEY, a); INSERT INTO t (id, a) VALUES (1, 1)",
      script: "UPDATE t SET a = 2; DELETE FROM t", expected: [["~ t(1) ?"], ["- t(1) ?"]]),
    StatementCase(
      what: "names with quotes, spaces and capitals",
      setUp: #"CREATE TABLE "my ""T""" ("ID" INTEGER PRIMARY KEY, "a b"); INSERT INTO "my ""T""" VALUES (1, 1)"#,
      script: #"UPDATE "MY ""t""" SET "A B" = 2"#, expected: [[#"~ my "T"(1) a b: 1 > 2"#]]),
    StatementCase(
      what: "a transaction is one batch", setUp: two,
      script: "BEGIN; INSERT INTO t VALUES (3, 'z', 3); UPDATE t SET b = 4 WHERE id = 3; COMMIT",
      expected: [["+ t(3) id=3 a=z b=3", "~ t(3) b: 3 > 4"]]),
    StatementCase(
      what: "a transaction without writes", setUp: two, script: "BEGIN IMMEDIATE; SELECT * FROM t; COMMIT", expected: []
    ),
    StatementCase(
      what: "a temporary table", setUp: two,
      script: "CREATE TEMP TABLE e (a); INSERT INTO e VALUES (1); UPDATE e SET a = 2; DROP TABLE e", expected: []),
    StatementCase(
      what: "RETURNING", setUp: two, script: "DELETE FROM t RETURNING id",
      expected: [["- t(1) id=1 a=x b=10", "- t(2) id=2 a=y b=20"]]),
    StatementCase(
      what: "CREATE, ALTER and DROP", setUp: two,
      script: """
        CREATE TABLE u (a); ALTER TABLE t RENAME COLUMN a TO c; UPDATE t SET c = 'w' WHERE id = 1; DROP TABLE u;
        CREATE TABLE IF NOT EXISTS t (x); UPDATE t SET b = 9 WHERE id = 1
        """,
      expected: [
        ["? main.*", "schema main"], ["? main.*", "schema main"], ["~ t(1) c: x > w"], ["? main.*", "schema main"],
        ["~ t(1) b: 10 > 9"],
      ]),
    StatementCase(
      what: "a table that is made and filled in one transaction", setUp: two,
      script:
        "BEGIN; UPDATE t SET a = 'w' WHERE id = 1; CREATE TABLE u (k INTEGER PRIMARY KEY); INSERT INTO u VALUES (1); COMMIT",
      expected: [["~ t(1) a: x > w", "+ u(1) k=1", "? main.*", "schema main"]]),
    StatementCase(
      what: "a counted key leaves SQLite's own table out",
      setUp: "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a)",
      script: "INSERT INTO t (a) VALUES (1); DELETE FROM sqlite_sequence", expected: [["+ t(1) id=1 a=1"]]),
  ]

  @Test("in a file", arguments: cases)
  func file(_ test: StatementCase) throws {
    let database = try TestDatabase("synchronous=off", test.setUp)
    try test.check(on: database.db)
  }

  @Test("with a journal that is no log", arguments: cases)
  func journal(_ test: StatementCase) throws {
    let database = try TestDatabase("synchronous=off&journal-mode=delete", test.setUp)
    try test.check(on: database.db)
  }

  @Test("in memory", arguments: cases)
  func memory(_ test: StatementCase) throws { try test.check(on: TestDatabase.memory(test.setUp)) }
}
