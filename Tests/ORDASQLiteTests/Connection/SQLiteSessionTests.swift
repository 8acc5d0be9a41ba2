import ORDA
import Testing

@testable import ORDASQLite

@Suite("A SQLite connection after its user") struct SQLiteSessionTests {
  let test: TestDatabase
  var db: any Governor { test.db }

  init() throws { test = try TestDatabase("readers=0", "CREATE TABLE t (a INTEGER PRIMARY KEY)") }

  private func answers(_ sql: SQL) throws -> [[Value]] {
    try db.withConnection { try $0.query(sql).rows.map(\.values) }
  }

  @Test(
    "has the settings that it had",
    arguments: [
      ("PRAGMA cache_size = -77", "PRAGMA cache_size"), ("pragma CACHE_SIZE(-77)", "PRAGMA cache_size"),
      ("PRAGMA main.cache_size=-77", "PRAGMA cache_size"), ("/* a */ PRAGMA foreign_keys = 0;", "PRAGMA foreign_keys"),
      ("PRAGMA synchronous = OFF", "PRAGMA synchronous"), ("PRAGMA temp_store = MEMORY", "PRAGMA temp_store"),
      ("PRAGMA query_only = ON", "PRAGMA query_only"), ("PRAGMA busy_timeout = 3", "PRAGMA busy_timeout"),
      ("PRAGMA case_sensitive_like = ON", "SELECT 'a' LIKE 'A'"),
      ("PRAGMA locking_mode = EXCLUSIVE", "PRAGMA locking_mode"),
      ("PRAGMA trusted_schema = OFF", "PRAGMA trusted_schema"),
      ("PRAGMA writable_schema = ON", "PRAGMA writable_schema"),
    ] as [(SQL, SQL)])
  func settings(_ change: SQL, _ question: SQL) throws {
    let before = try answers(question)
    let within = try db.withConnection { connection in
      for _ in 1...2 { _ = try connection.query(change) }
      return try connection.query(question).rows.map(\.values)
    }
    #expect(within != before)
    #expect(try answers(question) == before)
  }

  @Test("keeps what is written to the file")
  func filed() throws {
    try db.withConnection { connection in
      _ = try connection.query("PRAGMA user_version = 7")
      _ = try connection.query("PRAGMA application_id = 8")
    }
    #expect(try answers("PRAGMA user_version") == [[7]])
    #expect(try answers("PRAGMA application_id") == [[8]])
  }

  @Test("has no temporary objects but those of the set-ups, which keep their rows")
  func temporaries() throws {
    try db.onConnect { connection in
      try connection.execute("CREATE TEMP TABLE kept (a)")
      try connection.execute("INSERT INTO kept VALUES (1)")
    }
    try db.withConnection { connection in
      try connection.executeScript(
        """
        CREATE TEMP TABLE parent (a INTEGER PRIMARY KEY);
        CREATE TABLE temp."a child" (b REFERENCES parent (a), c UNIQUE);
        INSERT INTO parent VALUES (1); INSERT INTO "a child" VALUES (1, 2);
        CREATE INDEX temp.by_b ON "a child" (b);
        CREATE INDEX temp.by_a ON kept (a);
        CREATE TEMP VIEW seen AS SELECT * FROM parent;
        CREATE TEMP TRIGGER tr AFTER INSERT ON main.t BEGIN INSERT INTO kept VALUES (new.a); END;
        INSERT INTO t VALUES (5);
        """)
      #expect(try connection.first(Int.self, "SELECT COUNT(*) FROM seen") == 1)
    }
    #expect(try answers("SELECT name FROM temp.sqlite_master ORDER BY 1") == [["kept"]])
    #expect(try answers("SELECT a FROM kept ORDER BY 1") == [[1], [5]])
    #expect(try answers("PRAGMA foreign_keys") == [[1]])
  }

  @Test("has the databases attached that the set-ups attached, with what is in them")
  func attached() throws {
    try db.onConnect { connection in
      try connection.execute("ATTACH ':memory:' AS kept")
      try connection.execute("CREATE TABLE kept.u (a)")
    }
    try db.withConnection { connection in
      try connection.execute("ATTACH ':memory:' AS \"an other\"")
      try connection.execute("CREATE TABLE \"an other\".v (a)")
      try connection.execute("INSERT INTO kept.u VALUES (3)")
    }
    #expect(try answers("SELECT name FROM pragma_database_list WHERE name <> 'temp'") == [["main"], ["kept"]])
    #expect(try answers("SELECT a FROM kept.u") == [[3]])
  }

  @Test("Where there are several, a statement alone leaves nothing behind, either")
  func statements() throws {
    let test = try TestDatabase()
    let before = try test.db.query("PRAGMA cache_size")[0].values
    try test.db.execute("PRAGMA cache_size = -77")
    #expect(try test.db.query("PRAGMA cache_size")[0].values == before)
  }

  @Test("Where there is one, what a statement alone sets stays")
  func single() throws {
    try db.execute("PRAGMA cache_size = -77")
    try db.execute("CREATE TEMP TABLE u (a)")
    try db.withConnection { try $0.execute("CREATE TEMP TABLE v (a)") }
    #expect(try db.query("PRAGMA cache_size")[0].values == [-77])
    #expect(try answers("SELECT name FROM temp.sqlite_master") == [["u"]])
  }

  @Test("A reader's is put in order, too")
  func readers() throws {
    let test = try TestDatabase("readers=1")
    let before = try test.db.withConnection(.reader) { try $0.query("PRAGMA cache_size")[0].values }
    try test.db.withConnection(.reader) { connection in
      _ = try connection.query("PRAGMA cache_size = -77")
      try connection.execute("CREATE TEMP TABLE u (a)")
    }
    try test.db.withConnection(.reader) { connection in
      let after = try connection.query("PRAGMA cache_size")[0].values
      #expect(after == before)
      #expect(try failure { try connection.query("SELECT * FROM u") }.kind == .noSuchTable)
    }
  }

  @Test("What changes nothing is not even noted")
  func nothing() throws {
    try db.withConnection { connection in
      _ = try connection.query("PRAGMA cache_size")
      _ = try connection.query("PRAGMA table_info(t)")
      try connection.execute("CREATE TABLE plain (a)")
      try connection.execute("INSERT INTO t VALUES (1)")
      try connection.withDriver(SQLiteConnection.self) { #expect(!$0.isSessionChanged) }
      try connection.execute("CREATE TABLE template (a)")
      try connection.withDriver(SQLiteConnection.self) { #expect($0.isSessionChanged) }
    }
    try db.withConnection { try $0.withDriver(SQLiteConnection.self) { #expect(!$0.isSessionChanged) } }
    #expect(try answers("SELECT COUNT(*) FROM template") == [[0]])
  }
}
