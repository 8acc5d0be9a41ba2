import ORDA
import Testing

@testable import ORDASQLite

@Suite("Statements that SQLite refuses")
struct SQLiteStatementErrorTests {
  /// A statement, and what its error tells; all have the plain code 1.
  struct Case: Sendable, CustomTestStringConvertible {
    var sql: String
    var kind: DatabaseError.Kind
    var message: String
    var table: String?
    var column: String?
    var constraint: String?
    var testDescription: String { sql }
  }

  static let setup = [
    "CREATE TABLE t (a, b AS (a), \"x.y\")", "CREATE VIEW v AS SELECT a FROM t", "CREATE INDEX i ON t (a)",
    "CREATE TABLE child (p REFERENCES t (a))", "PRAGMA foreign_keys = ON",
    "CREATE TABLE logged (a)", "CREATE TRIGGER tr AFTER DELETE ON logged BEGIN INSERT INTO gone VALUES (1); END",
  ]

  static let cases = [
    Case(sql: "SELECT * FROM nope", kind: .noSuchTable, message: "no such table: nope", table: "nope"),
    Case(sql: "DELETE FROM main.nope", kind: .noSuchTable, message: "no such table: main.nope", table: "nope"),
    Case(sql: "DELETE FROM [no.pe]", kind: .noSuchTable, message: "no such table: no.pe", table: "no.pe"),
    Case(
      sql: "DELETE FROM other . \"no.pe\"", kind: .noSuchTable, message: "no such table: other.no.pe", table: "no.pe"),
    Case(sql: "DELETE FROM logged", kind: .noSuchTable, message: "no such table: main.gone", table: "gone"),
    Case(sql: "DROP VIEW nope", kind: .noSuchTable, message: "no such view: nope", table: "nope"),
    Case(sql: "SELECT nope FROM t", kind: .noSuchColumn, message: "no such column: nope", column: "nope"),
    Case(sql: "SELECT \"nope\" FROM t", kind: .noSuchColumn, message: "no such column: nope", column: "nope"),
    Case(sql: "SELECT q.nope FROM t AS q", kind: .noSuchColumn, message: "no such column: q.nope", column: "nope"),
    Case(sql: "SELECT [no.pe] FROM t", kind: .noSuchColumn, message: "no such column: no.pe", column: "no.pe"),
    Case(sql: "UPDATE t SET nope = 1", kind: .noSuchColumn, message: "no such column: nope", column: "nope"),
    Case(
      sql: "INSERT INTO t (nope) VALUES (1)", kind: .noSuchColumn, message: "table t has no column named nope",
      table: "t", column: "nope"),
    Case(sql: "SELEC 1", kind: .syntax, message: "near \"SELEC\": syntax error"),
    Case(sql: "SELECT", kind: .syntax, message: "incomplete input"),
    Case(sql: "SELECT 'a", kind: .syntax, message: "unrecognized token: \"'a\""),
    Case(sql: "SELECT nofn(1)", kind: .syntax, message: "no such function: nofn"),
    Case(sql: "SELECT abs()", kind: .syntax, message: "wrong number of arguments to function abs()"),
    Case(sql: "SELECT a FROM t, t AS u", kind: .syntax, message: "ambiguous column name: a"),
    Case(
      sql: "INSERT INTO child VALUES (1, 2)", kind: .syntax,
      message: "table child has 1 columns but 2 values were supplied",
      table: "child"),
    Case(sql: "CREATE TABLE T (a)", kind: .alreadyExists, message: "table T already exists", table: "T"),
    Case(sql: "CREATE VIEW v AS SELECT 1", kind: .alreadyExists, message: "view v already exists", table: "v"),
    Case(sql: "CREATE INDEX i ON t (a)", kind: .alreadyExists, message: "index i already exists", constraint: "i"),
    Case(
      sql: "CREATE TABLE i (a)", kind: .alreadyExists, message: "there is already an index named i", constraint: "i"),
    Case(sql: "CREATE INDEX t ON t (a)", kind: .alreadyExists, message: "there is already a table named t", table: "t"),
    Case(
      sql: "ALTER TABLE t RENAME TO child", kind: .alreadyExists,
      message: "there is already another table or index with this name: child", table: "child"),
    Case(
      sql: "CREATE TRIGGER tr AFTER DELETE ON t BEGIN SELECT 1; END", kind: .alreadyExists,
      message: "trigger tr already exists"),
    Case(sql: "CREATE TABLE u (a, A)", kind: .alreadyExists, message: "duplicate column name: A", column: "A"),
    Case(sql: "ATTACH ':memory:' AS main", kind: .alreadyExists, message: "database main is already in use"),
    Case(
      sql: "DELETE FROM sqlite_master", kind: .unsupported, message: "table sqlite_master may not be modified",
      table: "sqlite_master"),
    Case(sql: "DELETE FROM v", kind: .unsupported, message: "cannot modify v because it is a view", table: "v"),
    Case(sql: "UPDATE t SET b = 1", kind: .unsupported, message: "cannot UPDATE generated column \"b\"", column: "b"),
    Case(
      sql: "INSERT INTO t (b) VALUES (1)", kind: .unsupported, message: "cannot INSERT into generated column \"b\"",
      column: "b"),
    Case(
      sql: "INSERT INTO child VALUES (1)", kind: .misuse, message: "foreign key mismatch - \"child\" referencing \"t\"",
      table: "child"),
    Case(sql: "COMMIT", kind: .misuse, message: "cannot commit - no transaction is active"),
    Case(sql: "ROLLBACK", kind: .misuse, message: "cannot rollback - no transaction is active"),
    Case(sql: "RELEASE nope", kind: .misuse, message: "no such savepoint: nope"),
    Case(
      sql: "SELECT sum(column1) FROM (VALUES (9223372036854775807), (1))", kind: .outOfRange,
      message: "integer overflow"),
    Case(sql: "SELECT json('{')", kind: .other, message: "malformed JSON"),
  ]

  @Test("Each is told from the others by its words", arguments: cases)
  func realError(_ example: Case) throws {
    let database = try RawSQLite(running: Self.setup)
    let error = try #require(database.error(of: example.sql))
    #expect(error.kind == example.kind)
    #expect(error.vendorCode == 1)
    #expect(error.message == example.message)
    #expect(error.table == example.table)
    #expect(error.column == example.column)
    #expect(error.constraint == example.constraint)
    #expect(error.sql == example.sql)
    #expect(!error.isRetryable)
  }

  @Test func `A name of very many dots is taken as it is`() throws {
    let name = String(repeating: "main.", count: 50_000) + "t"
    let error = try #require(RawSQLite().error(of: "SELECT * FROM \"\(name)\""))
    #expect(error.kind == .noSuchTable)
    #expect(error.table?.hasSuffix("main.t") == true)
  }

  @Test func `Limits are told as limits`() throws {
    let database = RawSQLite()
    let variables = String(repeating: "?,", count: 300_000)
    let told = "too many SQL variables: each value of \\(in:) is one; \\(list:) binds a list of any length as one"
    #expect(database.error(of: "SELECT \(variables)1")?.message == told)
    #expect(database.error(of: "SELECT \(variables)1")?.kind == .dataTooLong)
    let depth = "SELECT 1" + String(repeating: "+1", count: 2000)
    #expect(database.error(of: depth)?.kind == .dataTooLong)
    #expect(database.error(of: "SELECT zeroblob(2000000000)")?.kind == .dataTooLong)
    #expect(database.error(of: "SELECT zeroblob(2000000000)")?.vendorCode == 18)
  }

  @Test func `A transaction within a transaction is misuse`() throws {
    let database = try RawSQLite(running: ["BEGIN"])
    #expect(database.error(of: "BEGIN")?.kind == .misuse)
    #expect(database.error(of: "VACUUM")?.kind == .misuse)
    #expect(database.error(of: "COMMIT") == nil)
  }

  @Test func `A collation that is missing has a code of its own`() {
    let error = RawSQLite().error(of: "SELECT 'a' UNION SELECT 'b' ORDER BY 1 COLLATE nope")
    #expect(error?.kind == .syntax)
    #expect(error?.message.hasPrefix("no such collation sequence: nope: add the collation to every connection") == true)
    #expect(error?.vendorCode == 257)
  }

  @Test func `A query that FTS5 can't read is a syntax error that says how to search for any text`() throws {
    let database = try RawSQLite(running: ["CREATE VIRTUAL TABLE doc USING fts5(body)"])
    for query in ["AND", "a b)", "\"", "(a"] {
      let quoted = query.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      let error = database.error(of: "SELECT * FROM doc WHERE doc MATCH '\(quoted)'")
      #expect(error?.kind == .syntax, "\(query): \(error as Any)")
      #expect(error?.message.contains("put it in double quotes") == true, "\(query): \(error as Any)")
    }
  }

  @Test func `Later versions' question about strings leaves the column's name`() {
    let words = "no such column: \"nope\" - should this be a string literal in single-quotes?"
    let error = SQLiteErrors.error(code: 1, message: words, sql: "SELECT \"nope\"", during: .prepare)
    #expect(error.kind == .noSuchColumn)
    #expect(error.column == "nope")
    #expect(error.message == words)
  }

  @Test(
    "Odd words do no harm",
    arguments: [
      "", "no such table: ", "no such table: .", "no such column: a..b", "table  has no column named ", "index ", "\"",
      "table already exists", "foreign key mismatch - ", "access to  is prohibited", "no such table: main.",
    ])
  func oddWords(_ words: String) {
    for code in [1, 5, 6, 19, 23, 2067, 275, 3091, 1 << 30, -1, Int32.min, .max] {
      let error = SQLiteErrors.error(code: code, message: words, sql: words, during: .prepare)
      #expect(error.message.hasPrefix(words))
      #expect(error.vendorCode == Int(code))
    }
  }
}
