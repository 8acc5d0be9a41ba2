import Foundation
import ORDA
import Testing

@testable import ORDASQLite

@Suite("Double quotes: names in what is prepared, strings in what other programs defined")
struct DoubleQuotesTests {
  /// What the shell of SQLite wrote, with strings in double quotes wherever it takes them.
  static let otherProgram = """
    CREATE TABLE spell (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
      kind TEXT NOT NULL DEFAULT "plain" CHECK (kind IN ("plain", "fire", "ice")),
      title TEXT AS (kind || "-" || name));
    CREATE TABLE log (line TEXT);
    CREATE INDEX hot ON spell (name) WHERE kind = "fire";
    CREATE VIEW fires AS SELECT id, name, "hot" AS heat FROM spell WHERE kind = "fire";
    CREATE TRIGGER cast AFTER INSERT ON spell BEGIN INSERT INTO log VALUES ("cast " || new.name); END;
    CREATE TRIGGER melt AFTER UPDATE OF kind ON spell WHEN old.kind = "ice" BEGIN
      INSERT INTO log VALUES ("melted " || new.name); END;
    CREATE TRIGGER burn INSTEAD OF INSERT ON fires BEGIN
      INSERT INTO spell (name, kind) VALUES (new.name, "fire"); END;
    INSERT INTO spell (name, kind) VALUES ('Cone', 'ice'), ('Bolt', 'fire');
    """

  /// A file that the shell made.
  private func madeByShell() throws -> TestDatabase {
    let test = try TestDatabase("journal-mode=delete")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    shell.arguments = ["sqlite3", test.path, Self.otherProgram]
    try shell.run()
    shell.waitUntilExit()
    try #require(shell.terminationStatus == 0)
    return test
  }

  @Test func `Views, triggers, checks, indexes and generated columns of other programs go on working`() throws {
    let test = try madeByShell()
    // WAL, with readers, and the rollback journal.
    for options in ["journal-mode=delete", ""] {
      let db = try test.another(options)
      defer { try? db.close() }
      try db.execute("DELETE FROM log")
      try db.execute("DELETE FROM spell WHERE id > 2")
      try db.execute("INSERT INTO spell (name) VALUES ('Light')")
      try db.execute("INSERT INTO fires (name) VALUES ('Wall')")
      try db.execute("UPDATE spell SET kind = 'ice' WHERE name = 'Cone'")
      #expect(try db.query(String.self, "SELECT line FROM log") == ["cast Light", "cast Wall", "melted Cone"])
      #expect(try db.query(String.self, "SELECT name || heat FROM fires ORDER BY id") == ["Bolthot", "Wallhot"])
      #expect(try db.first(String.self, "SELECT title FROM spell WHERE name = 'Light'") == "plain-Light")
      let error = #expect(throws: DatabaseError.self) {
        try db.execute("INSERT INTO spell (name, kind) VALUES ('Mud', 'earth')")
      }
      #expect(error?.kind == .constraint(.check))
      #expect(try db.query(String.self, "SELECT name FROM spell WHERE kind = 'fire' ORDER BY 1") == ["Bolt", "Wall"])
      try db.execute("REINDEX")
      try db.execute("VACUUM")
      try SQLite.vacuum(db, into: test.folder.file("copy\(options.count).db"))
      #expect(try db.first(String.self, "PRAGMA integrity_check") == "ok")
    }
  }

  @Test func `They go on working where changes are listened to`() throws {
    let test = try madeByShell()
    let db = try test.another()
    let insert = try db.prepare("INSERT INTO \"spell\" (\"name\") VALUES (?)")
    try insert.execute("Before")
    let heard = try HeardChanges(db, ["spell", "log"])
    try insert.execute("After")
    #expect(heard.take().flatMap(\.lines).count == 2)
    #expect(
      try db.query(String.self, "SELECT line FROM log ORDER BY rowid").suffix(2) == ["cast Before", "cast After"])
    #expect(throws: DatabaseError.self) { try db.query("SELECT \"colum\" FROM spell") }
  }

  @Test(
    "A misspelled name of a program's own is no string",
    arguments: [
      "SELECT \"colum\" FROM spell", "SELECT id FROM spell WHERE kind = \"colum\"",
      "INSERT INTO log VALUES (\"colum\")", "UPDATE log SET line = \"colum\"", "DELETE FROM log WHERE line = \"colum\"",
      "REPLACE INTO log VALUES (\"colum\")", "WITH w AS (SELECT \"colum\" AS x) SELECT x FROM w",
      "VALUES (\"colum\")", "EXPLAIN SELECT \"colum\"", "EXPLAIN QUERY PLAN SELECT \"colum\"",
      "CREATE TABLE copy AS SELECT \"colum\" FROM spell", "CREATE TABLE copy AS SELECT * FROM log WHERE \"colum\"",
      "INSERT INTO spell (id, name) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET name = \"colum\"",
      "/* a \"b */ SELECT 'it''s \"' || \"colum\" -- \"",
      "CREATE TABLE made (a CHECK (a <> \"colum\"))", "CREATE INDEX made ON log (line) WHERE line = \"colum\"",
      "SELECT * FROM spell ORDER BY \"colum\"", "SELECT count(*) OVER (ORDER BY \"colum\") FROM spell",
    ])
  func misspelled(_ sql: String) throws {
    let test = try madeByShell()
    let db = try test.another()
    let error = try #require(#expect(throws: DatabaseError.self) { try db.query(SQL(text: sql)) })
    #expect(error.kind == .noSuchColumn)
    #expect(error.column == "colum")
    #expect(error.sql == sql)
  }

  @Test func `Tables beside them, and their own, can be renamed and lose columns`() throws {
    let test = try madeByShell()
    let db = try test.another()
    try db.execute("CREATE TABLE \"other\" (a, b, c)")
    let kept = try db.prepare("SELECT count(*) FROM spell")
    #expect(try kept.first(Int.self) == 2)
    for sql: SQL in [
      "ALTER TABLE \"other\" RENAME TO \"drop\"", "ALTER TABLE main.\"drop\" RENAME COLUMN a TO d",
      "alter /* table */ table \"drop\" drop column b", "ALTER TABLE log RENAME TO lines",
    ] {
      try db.execute(sql)
    }
    #expect(try db.describe("drop").columns.map(\.name) == ["d", "c"])
    try db.execute("INSERT INTO spell (name) VALUES ('Light')")
    #expect(try db.query(String.self, "SELECT line FROM lines").last == "cast Light")
    #expect(try kept.first(Int.self) == 3)
    // What defines something after that can't hold a misspelled name.
    #expect(throws: DatabaseError.self) { try db.execute("CREATE INDEX i ON \"drop\" (\"colum\")") }
  }

  @Test func `Any name can stand in double quotes, and columns are called as in the text`() throws {
    let db = try TestDatabase.memory()
    let name = "a\"b`c``d]e"
    try db.execute("CREATE TABLE \(identifier: name) (\(identifier: name) INTEGER, \"x`y\" TEXT, \"z\" TEXT)")
    try db.execute("INSERT INTO \(identifier: name) VALUES (1, 'two', 'three')")
    let result = try db.query(
      """
      SELECT \(identifier: name), \(identifier: name) + 1, "x`y", "x`y" || 'q"' || "z", `z` || "z", 1 AS "as`is", \
      upper("z") FROM \(identifier: name) AS "t 1" WHERE "t 1"."z" COLLATE "nocase" = 'THREE'
      """)
    #expect(
      result.columns.map(\.name) == [
        name, "\"a\"\"b`c``d]e\" + 1", "x`y", "\"x`y\" || 'q\"' || \"z\"", "`z` || \"z\"", "as`is", "upper(\"z\")",
      ])
    #expect(
      result[0].values == [
        .int(1), .int(2), .text("two"), .text("twoq\"three"), .text("threethree"), .int(1), .text("THREE"),
      ])
    #expect(try db.prepare("SELECT \"z\" || 'x' FROM \(identifier: name)").columns().map(\.name) == ["\"z\" || 'x'"])
    try db.execute("CREATE TABLE \"made\" AS SELECT \"z\" || 'x' FROM \(identifier: name)")
    #expect(try db.describe("made").columns.map(\.name) == ["\"z\" || 'x'"])
  }

  @Test func `Errors, statements and logs show the text as it was written`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (\"a b\" TEXT)")
    #expect(try db.prepare("SELECT \"a b\" FROM \"t\"").sql == "SELECT \"a b\" FROM \"t\"")
    let sql = "SELECT \"a b\" FROM \"t\" \"x\" \"y`z\""
    let error = try #require(#expect(throws: DatabaseError.self) { try db.query(SQL(text: sql)) })
    #expect(error.kind == .syntax)
    #expect(error.sql == sql)
    #expect(error.message.contains("near \"\"y`z\"\""), "\(error.message)")
    let step = try #require(
      #expect(throws: DatabaseError.self) { try db.query("SELECT abs(-9223372036854775808) AS \"x\"") })
    #expect(step.sql == "SELECT abs(-9223372036854775808) AS \"x\"")
  }

  @Test(
    "Quotes are read as SQLite reads them",
    arguments: [
      ("SELECT \"a\"", "SELECT `a`"), ("SELECT \"a\"\"b\", \"`\"", "SELECT `a\"b`, ````"), ("SELECT \"\"", "SELECT ``"),
      ("SELECT '\"' || \"a\"", "SELECT '\"' || `a`"), ("SELECT [\"], `\"`, \"a\"", "SELECT [\"], `\"`, `a`"),
      ("SELECT /* \" */ \"a\" -- \"\n, \"b\"", "SELECT /* \" */ `a` -- \"\n, `b`"),
      ("DROP VIEW \"v\"", "DROP VIEW `v`"),
      ("EXPLAIN SELECT \"é\"", "EXPLAIN SELECT `é`"),
      ("CREATE TABLE t AS SELECT \"a\"", "CREATE TABLE t AS SELECT `a`"),
    ])
  func handed(_ written: String, _ handed: String) throws {
    let text = try #require(BackquotedText(written))
    #expect(String(decoding: text.handed, as: UTF8.self) == handed)
  }

  @Test(
    "What has no names in double quotes, or defines something, stays as it is",
    arguments: [
      "SELECT 1", "SELECT '\"'", "SELECT 1 -- \"a\"", "CREATE VIEW v AS SELECT \"a\"",
      "CREATE TABLE t (\"a\" AS (\"b\"))",
      "/**/CREATE TEMP TRIGGER \"t\" AFTER INSERT ON t BEGIN SELECT \"a\"; END", "ALTER TABLE \"t\" RENAME TO \"u\"",
      "EXPLAIN CREATE TABLE \"t\" (a)", "CREATE UNIQUE INDEX \"i\" ON t (\"a\")", "SELECT \"a", "SELECT 'a\"", "[\"",
      "\"",
      "/* \"a\"", "",
    ])
  func unchanged(_ sql: String) { #expect(BackquotedText(sql) == nil) }
}
