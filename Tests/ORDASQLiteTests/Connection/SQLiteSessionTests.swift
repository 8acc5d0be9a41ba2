import Foundation
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

  /// What the settings are set to whose values are no truth values.
  private static let values = [
    "analysis_limit": "7", "busy_timeout": "3", "cache_size": "-77", "cache_spill": "0", "journal_mode": "MEMORY",
    "journal_size_limit": "5", "locking_mode": "EXCLUSIVE", "max_page_count": "99999", "mmap_size": "65536",
    "secure_delete": "FAST", "synchronous": "0", "temp_store": "2", "threads": "1", "wal_autocheckpoint": "5",
  ]

  @Test("has each of the settings that it had", arguments: SessionPragma.known.sorted(), [false, true])
  func everySetting(_ name: String, _ isSetUp: Bool) throws {
    // What a set-up has set counts as what it was before.
    if isSetUp, Self.values[name] == nil, name != "defer_foreign_keys" {
      try db.onConnect { _ = try $0.query(SQL(text: "PRAGMA \(name) = 1")) }
    }
    let question = SQL(text: SessionPragma(schema: nil, name: name).question)
    let before = try answers(question)
    let change = SQL(text: "PRAGMA \(name) = \(Self.values[name] ?? (before == [[1]] ? "0" : "1"))")
    let within = try db.withConnection { connection in
      for _ in 1...2 { _ = try connection.query(change) }
      return try connection.query(question).rows.map(\.values)
    }
    #expect(within != before)
    #expect(try answers(question) == before)
  }

  @Test(
    "however the statement is written",
    arguments: [
      "PRAGMA /* for the import */ foreign_keys = OFF", "-- as in 12(a): off = faster\nPRAGMA foreign_keys = OFF",
      "PRAGMA foreign_keys /* (0) */ = OFF", "PRAGMA foreign_keys -- (1)\n (OFF)", "PRAGMA \"foreign_keys\" = 0",
      "/* PRAGMA x */ pragma main . [Foreign_Keys] = no;", "PRAGMA 'foreign_keys' = false", "; PRAGMA foreign_keys = 0",
      "EXPLAIN PRAGMA foreign_keys = OFF", "EXPLAIN QUERY PLAN PRAGMA foreign_keys = OFF",
      "\u{FEFF}PRAGMA foreign_keys = OFF",
    ] as [SQL])
  func spellings(_ change: SQL) throws {
    let within = try db.withConnection { connection in
      _ = try connection.query(change)
      return try connection.query("PRAGMA foreign_keys").rows.map(\.values)
    }
    #expect(within == [[0]])
    #expect(try answers("PRAGMA foreign_keys") == [[1]])
    try db.withConnection { _ = try $0.prepare(change) }
    #expect(try answers("PRAGMA foreign_keys") == [[1]])
  }

  @Test("may write after a transaction that was to read only and asked for more")
  func queryOnly() throws {
    try db.withConnection { connection in
      try connection.transaction(readOnly: true) { tx in
        for change: SQL in ["PRAGMA query_only = OFF", "PRAGMA query_only(0)"] {
          let refusal = try failure { try tx.execute(change) }
          #expect(refusal.kind == .misuse)
        }
        let error = try failure { try tx.execute("INSERT INTO t VALUES (1)") }
        #expect(error.kind == .readOnly)
      }
    }
    try db.execute("INSERT INTO t VALUES (1)")
    // One's own stays, up to the end of the closure.
    try db.withConnection { connection in
      _ = try connection.query("PRAGMA query_only = ON")
      try connection.transaction(readOnly: true) { _ in }
      #expect(try failure { try connection.execute("INSERT INTO t VALUES (2)") }.kind == .readOnly)
    }
    try db.execute("INSERT INTO t VALUES (2)")
  }

  @Test("in memory has its journal, and so do databases that are attached")
  func journal() throws {
    let db = try ORDA.open("sqlite::memory:")
    try db.onConnect { try $0.execute("ATTACH ':memory:' AS other") }
    try db.execute("CREATE TABLE t (a INTEGER PRIMARY KEY)")
    for change: SQL in ["PRAGMA journal_mode = OFF", "PRAGMA other.journal_mode = OFF"] {
      try db.withConnection { _ = try $0.query(change) }
      let modes = try db.withConnection {
        [try $0.first(String.self, "PRAGMA main.journal_mode"), try $0.first(String.self, "PRAGMA other.journal_mode")]
      }
      #expect(modes == ["memory", "memory"])
    }
    struct Undo: Error {}
    #expect(throws: Undo.self) {
      try db.transaction { tx in
        for number in 1...2000 { try tx.execute("INSERT INTO t VALUES (?)", number) }
        throw Undo()
      }
    }
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 0)
  }

  @Test("keeps the journal that its file was given")
  func filedJournal() throws {
    try db.withConnection { _ = try $0.query("PRAGMA journal_mode = DELETE") }
    #expect(try answers("PRAGMA journal_mode") == [["delete"]])
    try db.withConnection { _ = try $0.query("PRAGMA journal_mode = OFF") }
    #expect(try answers("PRAGMA journal_mode") == [["delete"]])
  }

  @Test("has the files attached that were attached on connecting, though its user detached them")
  func detached() throws {
    let folder = try TemporaryFolder()
    let test = try TestDatabase()
    try SQLite.attach(folder.file("other.db"), as: "other", to: test.db)
    try test.db.execute("CREATE TABLE other.u (a)")
    for change: SQL in ["DETACH other", "DETACH other; ATTACH ':memory:' AS other"] {
      try test.db.withConnection { _ = try $0.executeScript(change) }
      try test.db.execute("INSERT INTO other.u VALUES (1)")
      try test.db.withConnection(.reader) { _ = try $0.executeScript(change) }
      #expect(try test.db.first(Int.self, "SELECT count(*) FROM other.u") ?? 0 > 0)
    }
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM other.u") == 2)
  }

  @Test("is replaced where what a set-up made is gone")
  func dropped() throws {
    try db.onConnect { connection in
      try connection.execute("CREATE TEMP TABLE kept (a)")
      try connection.execute("ATTACH ':memory:' AS aside")
    }
    for change: SQL in [
      "DROP TABLE kept", "ALTER TABLE kept RENAME TO other", "DETACH aside", "PRAGMA temp_store = MEMORY",
    ] {
      try db.withConnection { _ = try $0.query(change) }
      try db.withConnection { try $0.execute("INSERT INTO kept VALUES (1)") }
      #expect(try answers("SELECT name FROM temp.sqlite_master") == [["kept"]])
      try db.withConnection { try $0.execute("CREATE TABLE IF NOT EXISTS aside.u (a)") }
    }
    // An index on one of them is temporary, whatever it is called.
    try db.withConnection { try $0.execute("CREATE INDEX by_a ON kept (a)") }
    #expect(try answers("SELECT name FROM temp.sqlite_master") == [["kept"]])
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

  @Test("docs/sessions.md lists the settings that are undone")
  func page() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let page = try String(contentsOf: root.appendingPathComponent("docs/sessions.md"), encoding: .utf8)
    let list = try #require(page.split(separator: "\n\n").first { $0.hasPrefix("`analysis_limit`") })
    let names = list.split { !($0.isLetter || $0 == "_") }.map(String.init)
    #expect(Set(names) == SessionPragma.known)
  }
}
