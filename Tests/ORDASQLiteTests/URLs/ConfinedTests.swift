import Foundation
import ORDA
import ORDASQLite
import Testing

@Suite("Statements that only read, by the option confined")
struct ConfinedTests {
  private static let script: SQL = """
    CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO genre VALUES (1, 'Jazz'), (2, 'Blues');
    CREATE VIEW names AS SELECT name FROM genre;
    CREATE VIRTUAL TABLE place USING rtree(id, x1, x2);
    INSERT INTO place VALUES (1, 0, 1);
    CREATE VIRTUAL TABLE words USING fts5(text);
    INSERT INTO words VALUES ('blue in green');
    CREATE VIRTUAL TABLE older USING fts4(text);
    INSERT INTO older VALUES ('so what');
    """

  static let refused: [String] = [
    "INSERT INTO genre VALUES (3, 'x')", "UPDATE genre SET name = 'x'", "DELETE FROM genre",
    "DELETE FROM genre WHERE id = 1",
    "INSERT INTO words VALUES ('x')", "INSERT INTO place VALUES (2, 0, 1)", "REPLACE INTO genre VALUES (1, 'x')",
    "CREATE TABLE a (b)", "CREATE TEMP TABLE a (b)", "CREATE TEMP VIEW a AS SELECT 1", "CREATE INDEX a ON genre (name)",
    "CREATE TEMP TRIGGER a AFTER INSERT ON genre BEGIN SELECT 1; END", "CREATE VIRTUAL TABLE temp.a USING fts5(b)",
    "DROP TABLE genre", "DROP VIEW names", "ALTER TABLE genre RENAME TO a", "REINDEX", "ANALYZE", "VACUUM",
    "DETACH main", "SELECT load_extension('a.so')", "SELECT LOAD_EXTENSION('a.so')",
    "PRAGMA user_version = 5", "PRAGMA journal_mode = delete", "PRAGMA cache_size(5)", "PRAGMA query_only = OFF",
    "PRAGMA writable_schema = ON", "PRAGMA wal_checkpoint", "PRAGMA optimize", "PRAGMA incremental_vacuum",
    "PRAGMA shrink_memory", "PRAGMA temp_store_directory = '/tmp'", "SELECT * FROM pragma_optimize(2)",
    "WITH a AS (SELECT 3) INSERT INTO genre SELECT *, 'x' FROM a",
  ]

  static let allowed: [String] = [
    "SELECT * FROM genre", "SELECT * FROM names", "SELECT count(*) FROM genre WHERE name LIKE 'J%'",
    "SELECT id FROM place WHERE x1 < 5", "SELECT text FROM words WHERE words MATCH 'green'",
    "SELECT text FROM older WHERE older MATCH 'what'", "SELECT * FROM sqlite_master", "SELECT 1",
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n",
    "PRAGMA user_version", "PRAGMA main.cache_size", "PRAGMA table_info(genre)",
    "SELECT * FROM pragma_table_xinfo('genre')",
    "PRAGMA integrity_check", "PRAGMA journal_mode", "EXPLAIN QUERY PLAN SELECT * FROM genre", "VALUES (1)",
    "SELECT name FROM genre GROUP BY name ORDER BY length(name), name LIMIT 5 OFFSET 0",
  ]

  @Test("What is more than reading is refused", arguments: ["", "&readers=0", "&mode=rw", "&journal-mode=delete"])
  func refuses(_ options: String) throws {
    let test = try TestDatabase("", Self.script)
    let db = try test.another("confined=true" + options)
    for role in [ConnectionRole.writer, .reader] {
      try db.withConnection(role) { connection in
        for text in Self.refused {
          let error = try failure { try connection.query(SQL(text: text)) }
          #expect(error.kind == .permission, "\(text): \(error)")
          #expect(error.message.contains("confined=true"), "\(text): \(error)")
        }
      }
    }
    #expect(try test.db.query(String.self, "SELECT name FROM genre ORDER BY id") == ["Jazz", "Blues"])
    try db.close(within: .seconds(1))
  }

  @Test func `No other file is opened, and none is made`() throws {
    let test = try TestDatabase("", Self.script)
    let (other, copy) = (test.folder.file("other.db"), test.folder.file("copy.db"))
    try TestDatabase.open("sqlite:\(other)").executeScript("CREATE TABLE secret (a)")
    // Only reading the file is not enough: here both is done.
    let reading = try test.another("mode=ro")
    try reading.withConnection { connection in
      try connection.execute("ATTACH \(other) AS other")
      #expect(try connection.query("SELECT * FROM other.secret").rows.isEmpty)
    }
    try reading.execute("VACUUM INTO \(copy)")
    #expect(FileManager.default.fileExists(atPath: copy))
    try FileManager.default.removeItem(atPath: copy)
    try reading.close(within: .seconds(1))

    let db = try test.another("confined=true")
    for sql in ["ATTACH \(other) AS other", "VACUUM INTO \(copy)"] as [SQL] {
      #expect(try failure { try db.execute(sql) }.kind == .permission)
    }
    #expect(try failure { try SQLite.attach(other, as: "other", to: db) }.kind == .permission)
    #expect(try failure { try SQLite.vacuum(db, into: copy) }.kind == .permission)
    #expect(!FileManager.default.fileExists(atPath: copy))
    // A call of the program's, on a connection that is not the governor's.
    try SQLite.backup(db, to: copy)
    #expect(try TestDatabase.open("sqlite:\(copy)").first(Int.self, "SELECT count(*) FROM genre") == 2)
    try db.close(within: .seconds(1))
    let missing = test.folder.file("missing.db")
    #expect(try failure { try TestDatabase.open("sqlite:\(missing)?confined=true") }.kind == .noSuchDatabase)
    #expect(!FileManager.default.fileExists(atPath: missing))
  }

  @Test("What reads runs", arguments: ["", "&readers=0"])
  func allows(_ options: String) throws {
    let test = try TestDatabase("", Self.script)
    let db = try test.another("confined=true&pragma.cache_size=-8000" + options)
    for text in Self.allowed {
      #expect(throws: Never.self, "\(text)") { try db.query(SQL(text: text)) }
    }
    #expect(try db.first(Int.self, "PRAGMA cache_size") == -8000)
    #expect(try db.query(String.self, "SELECT name FROM genre WHERE id IN \(list: [2, 3])") == ["Blues"])
    try SQLite.addFunction("shout", to: db) { (text: String) in text.uppercased() }
    #expect(try db.first(String.self, "SELECT shout(name) FROM genre") == "JAZZ")
    let names = try db.transaction(readOnly: true) { connection in
      try connection.transaction { try $0.query(String.self, "SELECT name FROM genre ORDER BY id") }
    }
    #expect(names == ["Jazz", "Blues"])
    #expect(try db.describe("genre")?.columns.count == 2)
    try db.close(within: .seconds(1))
  }

  @Test func `An R-tree's own tables are not written to, either`() throws {
    let test = try TestDatabase("", Self.script)
    let db = try test.another("confined=true")
    #expect(try failure { try db.execute("DELETE FROM place_node") }.kind == .readOnly)
    try db.close(within: .seconds(1))
  }

  @Test func `A live query is followed, and statements only read afterwards, too`() async throws {
    let test = try TestDatabase("", Self.script)
    let db = try test.another("confined=true")
    let query = try await db.follow("SELECT id, name FROM genre ORDER BY id", key: "id")
    #expect(query.rows.count == 2)
    try await test.db.execute("INSERT INTO genre VALUES (3, 'Soul')")
    #expect(await eventually { query.rows.count == 3 }, "\(db.changeCoverage)")
    try expectRefusal(db)
    query.close()
    try await db.close(within: .seconds(1))
  }

  private func expectRefusal(_ db: any Governor) throws {
    for role in [ConnectionRole.writer, .reader] {
      let error = try failure { try db.withConnection(role) { try $0.execute("ATTACH ':memory:' AS a") } }
      #expect(error.kind == .permission)
    }
  }

  @Test func `A schema that another program changes is read again`() throws {
    let test = try TestDatabase("", Self.script)
    let db = try test.another("confined=true&readers=0")
    #expect(try db.query("SELECT * FROM place").rows.count == 1)
    try test.db.executeScript("CREATE VIRTUAL TABLE later USING rtree(id, x1, x2); ALTER TABLE genre ADD COLUMN c")
    #expect(try db.query("SELECT * FROM place").rows.count == 1)
    #expect(try db.query("SELECT * FROM later").rows.isEmpty)
    #expect(try failure { try db.execute("DELETE FROM genre") }.kind == .permission)
    try db.close(within: .seconds(1))
  }

  @Test func `A database in memory stays empty`() throws {
    let db = try TestDatabase.open("sqlite::memory:?confined=true")
    #expect(try db.first(Int.self, "SELECT 1") == 1)
    #expect(try failure { try db.execute("CREATE TABLE a (b)") }.kind == .permission)
    #expect(try failure { try db.execute("ATTACH ':memory:' AS a") }.kind == .permission)
    try db.close(within: .seconds(1))
  }
}
