import CSQLite
import ORDA
import ORDASQLite
import Testing

@Suite("What is undone is not told") struct UndoneChangesTests {
  private static let one: SQL = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE); INSERT INTO t VALUES (1, 'x');
    CREATE TABLE u (id INTEGER PRIMARY KEY)
    """

  static let cases: [StatementCase] = [
    StatementCase(
      what: "ROLLBACK", setUp: one, script: "BEGIN; UPDATE t SET a = 'y'; ROLLBACK; INSERT INTO u VALUES (1)",
      expected: [["+ u(1) id=1"]]),
    StatementCase(
      what: "ROLLBACK TO", setUp: one,
      script: """
        BEGIN; INSERT INTO u VALUES (1); SAVEPOINT s; INSERT INTO u VALUES (2); ROLLBACK TO s; INSERT INTO u VALUES (3);
        RELEASE s; COMMIT
        """,
      expected: [["+ u(1) id=1", "+ u(3) id=3"]]),
    StatementCase(
      what: "RELEASE keeps, and an outer ROLLBACK TO undoes it all", setUp: one,
      script: """
        BEGIN; SAVEPOINT a; INSERT INTO u VALUES (1); SAVEPOINT b; INSERT INTO u VALUES (2); RELEASE b;
        ROLLBACK TO a; INSERT INTO u VALUES (9); COMMIT
        """,
      expected: [["+ u(9) id=9"]]),
    StatementCase(
      what: "two savepoints of one name: the inner counts", setUp: one,
      script: """
        BEGIN; SAVEPOINT s; INSERT INTO u VALUES (1); SAVEPOINT S; INSERT INTO u VALUES (2); ROLLBACK TRANSACTION TO SAVEPOINT "s";
        RELEASE SAVEPOINT s; INSERT INTO u VALUES (3); ROLLBACK /* all */ TO [s]; INSERT INTO u VALUES (4); COMMIT
        """,
      expected: [["+ u(4) id=4"]]),
    StatementCase(
      what: "a savepoint without BEGIN is the transaction", setUp: one,
      script:
        "SAVEPOINT s; INSERT INTO u VALUES (1); RELEASE s; SAVEPOINT s; INSERT INTO u VALUES (2); ROLLBACK TO s; RELEASE s",
      expected: [["+ u(1) id=1"]]),
    StatementCase(
      what: "everything undone by a savepoint is no batch", setUp: one,
      script: "BEGIN; SAVEPOINT s; INSERT INTO u VALUES (1); ROLLBACK TO s; COMMIT", expected: []),
    StatementCase(
      what: "a change of the schema that is undone", setUp: one,
      script:
        "BEGIN; SAVEPOINT s; ALTER TABLE t ADD COLUMN n; UPDATE t SET n = 1; ROLLBACK TO s; UPDATE t SET a = 'z'; COMMIT",
      expected: [["~ t(1) a: x > z"]]),
  ]

  @Test("by statements", arguments: cases)
  func statements(_ test: StatementCase) throws {
    let database = try TestDatabase("synchronous=off", test.setUp)
    try test.check(on: database.db)
  }

  @Test("A statement that fails in the middle of a transaction leaves nothing, one with OR FAIL what it did")
  func failing() throws {
    let database = try TestDatabase("synchronous=off", Self.one)
    let heard = try HeardChanges(database.db)
    try database.db.transaction { tx in
      try tx.execute("INSERT INTO u VALUES (1)")
      #expect(throws: DatabaseError.self) { try tx.execute("INSERT INTO u VALUES (2), (3), (1)") }
      #expect(throws: DatabaseError.self) { try tx.execute("INSERT OR FAIL INTO u VALUES (4), (1), (5)") }
      #expect(throws: DatabaseError.self) { try tx.execute("UPDATE t SET a = 1, id = 'no number'") }
    }
    #expect(heard.lines() == [["+ u(1) id=1", "+ u(4) id=4"]])
    #expect(throws: DatabaseError.self) { try database.db.execute("INSERT INTO u VALUES (6), (1)") }
    #expect(heard.lines() == [])
    #expect(throws: DatabaseError.self) { try database.db.execute("INSERT OR FAIL INTO u VALUES (7), (1)") }
    #expect(heard.lines() == [["+ u(7) id=7"]])
    #expect(throws: DatabaseError.self) {
      try database.db.transaction { tx in
        try tx.execute("INSERT INTO u VALUES (20)")
        try tx.execute("INSERT OR ROLLBACK INTO u VALUES (21), (1)")
      }
    }
    #expect(heard.lines() == [])
  }

  static let halfWay: [StatementCase] = [
    StatementCase(
      what: "RAISE(FAIL) keeps what triggers did, and no count tells",
      setUp: "CREATE TRIGGER r BEFORE INSERT ON u BEGIN UPDATE t SET a = 'y'; SELECT RAISE(FAIL, 'no'); END",
      script: "INSERT INTO u VALUES (1)", expected: [["? t"]]),
    StatementCase(
      what: "RAISE(FAIL) in a trigger's trigger",
      setUp: """
        CREATE TRIGGER r BEFORE INSERT ON u BEGIN UPDATE t SET a = 'y'; INSERT INTO v VALUES (9, 9); END;
        CREATE TRIGGER s BEFORE INSERT ON v BEGIN SELECT RAISE(FAIL, 'no'); END
        """, script: "INSERT INTO u VALUES (1)", expected: [["? t"]]),
    StatementCase(
      what: "a constraint that is declared ON CONFLICT FAIL, behind a trigger",
      setUp: """
        CREATE TABLE f (id INTEGER PRIMARY KEY ON CONFLICT FAIL); INSERT INTO f VALUES (1);
        CREATE TRIGGER r BEFORE INSERT ON f BEGIN UPDATE t SET a = 'y'; END
        """, script: "INSERT INTO f VALUES (1)", expected: [["? t"]]),
    StatementCase(
      what: "OR FAIL at the first row, behind a trigger",
      setUp: "CREATE TRIGGER r BEFORE UPDATE ON v BEGIN UPDATE t SET a = 'y'; END",
      script: "UPDATE OR FAIL v SET id = 2 WHERE id = 1", expected: [["? t"]]),
    StatementCase(
      what: "OR FAIL for NULL, behind a trigger",
      setUp: "CREATE TRIGGER r BEFORE UPDATE ON v BEGIN UPDATE t SET a = 'y'; END",
      script: "UPDATE OR FAIL v SET n = NULL WHERE id = 1", expected: [["? t"]]),
    StatementCase(
      what: "RAISE(ABORT) undoes all",
      setUp: "CREATE TRIGGER r BEFORE INSERT ON u BEGIN UPDATE t SET a = 'y'; SELECT RAISE(ABORT, 'no'); END",
      script: "INSERT INTO u VALUES (1)", expected: [["+ w(7) id=7"]]),
    StatementCase(
      what: "a conflict behind a trigger undoes all",
      setUp: "CREATE TRIGGER r BEFORE UPDATE ON v BEGIN UPDATE t SET a = 'y'; END",
      script: "UPDATE v SET id = 2 WHERE id = 1", expected: [["+ w(7) id=7"]]),
  ]

  @Test("A statement that fails half-way in a transaction: what stays is told, what goes is not", arguments: halfWay)
  func failingHalfWay(_ test: StatementCase) throws {
    let tables: SQL = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE); INSERT INTO t VALUES (1, 'x');
      CREATE TABLE u (id INTEGER PRIMARY KEY);
      CREATE TABLE v (id INTEGER PRIMARY KEY, n NOT NULL DEFAULT 1); INSERT INTO v (id) VALUES (1), (2);
      CREATE TABLE w (id INTEGER PRIMARY KEY);
      """
    let database = try TestDatabase("synchronous=off", tables + test.setUp)
    let entry = try #require(try database.db.table("t").entry(1))
    let heard = try HeardChanges(database.db)
    let isKept = test.expected == [["? t"]]
    // What is told of the statement, beside a row that shows that its transaction was committed.
    let expected = isKept ? [["+ w(7) id=7", "? t"]] : test.expected
    try database.db.transaction { tx in
      #expect(throws: DatabaseError.self) { try tx.execute(SQL(text: test.script)) }
      try tx.execute("INSERT INTO w VALUES (7)")
    }
    // Who reads the entry again may be telling of changes at that moment, and then tells of these, too.
    #expect(eventually { heard.batches.map(\.lines) == expected })
    _ = heard.take()
    #expect(try database.db.first(String.self, "SELECT a FROM t") == (isKept ? "y" : "x"))
    #expect(eventually { entry["a"] == (isKept ? "y" : "x") })

    // A savepoint that is rolled back takes it along.
    try database.db.transaction { tx in
      try? tx.transaction { inner in
        #expect(throws: DatabaseError.self) { try inner.execute(SQL(text: test.script)) }
        throw DatabaseError(.other, "no")
      }
      try tx.execute("INSERT INTO w VALUES (8)")
    }
    #expect(eventually { heard.batches.map(\.lines) == [["+ w(8) id=8"]] })
  }

  @Test("A statement that fails beside rows that are still read, and hold the transaction open")
  func failingBesideRows() throws {
    try SQLite.register()
    let database = try ORDA.open("sqlite::memory:")
    try database.executeScript(Self.one)
    let heard = try HeardChanges(database)
    var rows = try database.rows("INSERT INTO u VALUES (1), (2) RETURNING id")
    let hasFirst = try rows.next() != nil
    #expect(hasFirst)
    #expect(throws: DatabaseError.self) { try database.execute("INSERT INTO u VALUES (3), (1)") }
    while try rows.next() != nil {}
    #expect(heard.lines() == [["+ u(1) id=1", "+ u(2) id=2"]])
  }

  @Test("Nested transactions: what an inner one throws away is not told")
  func nested() throws {
    let database = try TestDatabase("synchronous=off", Self.one)
    let heard = try HeardChanges(database.db)
    try database.db.transaction { tx in
      try tx.execute("INSERT INTO u VALUES (1)")
      try? tx.transaction { inner in
        try inner.execute("INSERT INTO u VALUES (2)")
        try inner.transaction { try $0.execute("INSERT INTO u VALUES (3)") }
        throw DatabaseError(.other, "no")
      }
      try tx.transaction { try $0.execute("INSERT INTO u VALUES (4)") }
      #expect(heard.lines() == [], "nothing is told before the commit")
    }
    #expect(heard.lines() == [["+ u(1) id=1", "+ u(4) id=4"]])
    try? database.db.transaction { tx in
      try tx.execute("INSERT INTO u VALUES (5)")
      throw DatabaseError(.other, "no")
    }
    #expect(heard.lines() == [])
  }

  @Test("A commit that fails is not told, and is when it succeeds later")
  func failedCommit() throws {
    let database = try TestDatabase(
      "synchronous=off&journal-mode=delete",
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY);
      CREATE TABLE c (p REFERENCES p DEFERRABLE INITIALLY DEFERRED)
      """)
    let heard = try HeardChanges(database.db)
    #expect(throws: DatabaseError.self) { try database.db.transaction { try $0.execute("INSERT INTO c VALUES (1)") } }
    #expect(heard.lines() == [])

    // A reader keeps the commit from getting its lock: the transaction stands, and is committed when he has gone.
    let reader = RawSQLite(database.path)
    try reader.query("BEGIN")
    try reader.query("SELECT * FROM p")
    try database.db.withConnection { connection in
      #expect(try rawRun("BEGIN IMMEDIATE", connection) == SQLITE_OK)
      try connection.execute("INSERT INTO p VALUES (1)")
      // It waits for nobody, and then for as long as it takes: the watch on the file reads it too.
      try SQLite.withHandle(connection) { _ = sqlite3_busy_timeout($0, 0) }
      #expect(try rawRun("COMMIT", connection) == SQLITE_BUSY)
      try reader.query("COMMIT")
      try SQLite.withHandle(connection) { _ = sqlite3_busy_timeout($0, 3_600_000) }
      #expect(try rawRun("COMMIT", connection) == SQLITE_OK)
    }
    #expect(heard.lines() == [["+ p(1) id=1"]])
  }
}
