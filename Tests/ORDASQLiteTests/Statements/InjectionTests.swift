import ORDA
import Testing

@Suite("Values are bound, never pasted")
struct InjectionTests {
  static let hostile = [
    "Robert'); DROP TABLE t; --", "' OR '1'='1", "\" OR \"\"=\"", "\\'; DROP TABLE t; --", "a\0'; DROP TABLE t; --",
    "?", ":name",
    "\u{1}", "%_", "\u{2019}; DROP TABLE t", "/* */", "1; ATTACH 'x' AS y", "'''", "`", "]", "",
  ]

  /// R18.
  @Test(arguments: hostile)
  func `Whatever is in it, it is one value`(text: String) throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('safe')")
    try db.execute("INSERT INTO t VALUES (\(text))")
    try db.execute("INSERT INTO t VALUES (?)", text)
    try db.execute("INSERT INTO t VALUES (:text)", ["text": text])
    #expect(try db.query(String.self, "SELECT a FROM t WHERE a = \(text)") == [text, text, text])
    #expect(try db.first(Int.self, "SELECT count(*) FROM t WHERE a IN \(in: [text, "other"])") == 3)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t") == 4)
  }

  @Test(arguments: hostile.filter { !$0.isEmpty && !$0.contains("\0") && !$0.contains("\u{1}") })
  func `Whatever is in it, it is one identifier`(name: String) throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    try db.execute("CREATE TABLE \(identifier: name) (\(identifier: name) INTEGER)")
    try db.execute("INSERT INTO \(identifier: "main", name) (\(identifier: name)) VALUES (\(7))")
    #expect(try db.query("SELECT * FROM \(identifier: name)")[0].columnNames == [name])
    #expect(try db.tables().map(\.name).sorted() == [name, "t"].sorted())
  }

  @Test func `An identifier with a NUL is refused`() throws {
    let db = try TestDatabase.memory()
    let error = #expect(throws: DatabaseError.self) { try db.execute("CREATE TABLE \(identifier: "a\0b") (x)") }
    #expect(error?.kind == .syntax)
    #expect(try db.tables().isEmpty)
  }

  @Test func `A value inside quotes is refused, for it would not be one`() throws {
    let db = try TestDatabase.memory()
    let name = "x"
    for sql: SQL in ["SELECT '\(name)'", "SELECT \"\(name)\"", "SELECT 1 -- \(name)", "SELECT '%\(name)%'"] {
      let error = try #require(#expect(throws: DatabaseError.self) { try db.query(sql) })
      #expect(error.kind == .misuse)
    }
  }

  @Test func `Double quotes are identifiers, never strings`() throws {
    for db in try TestDatabase.both("CREATE TABLE t (a)") {
      let error = try #require(#expect(throws: DatabaseError.self) { try db.query("SELECT \"nope\"") })
      #expect(error.kind == .noSuchColumn)
      #expect(error.column == "nope")
      for sql: SQL in [
        "INSERT INTO t VALUES (\"nope\")", "CREATE INDEX i ON t (a) WHERE a = \"nope\"",
        "SELECT * FROM t WHERE a = \"nope\"",
        "CREATE TABLE u (a CHECK (a <> \"nope\"))",
      ] {
        let error = try #require(#expect(throws: DatabaseError.self) { try db.execute(sql) })
        #expect(error.kind == .noSuchColumn, "\(sql)")
      }
    }
  }

  @Test func `Extensions can't be loaded`() throws {
    let db = try TestDatabase.memory()
    let error = try #require(
      #expect(throws: DatabaseError.self) { try db.query("SELECT load_extension('mod_spatialite')") })
    #expect(error.kind == .permission || error.message.contains("not authorized"))
  }
}
