import ORDA
import Testing

@testable import ORDASQLite

@Suite("Constraints that fail")
struct SQLiteConstraintErrorTests {
  /// A statement, and what its error tells.
  struct Case: Sendable, CustomTestStringConvertible {
    var sql: String
    var kind: DatabaseError.Kind
    var code: Int
    var message: String
    var table: String?
    var column: String?
    var constraint: String?
    var testDescription: String { sql }
  }

  static let setup = [
    "PRAGMA foreign_keys = ON",
    "CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, x CONSTRAINT low CHECK (x < 9) CHECK( x<>5 ))",
    "CREATE TABLE plain (id INTEGER PRIMARY KEY, n INT CHECK ( n > 0 ))",
    "CREATE TABLE pair (x, y, z, UNIQUE (x, y), PRIMARY KEY (y, z))",
    "CREATE TABLE child (g REFERENCES genre)", "CREATE TABLE kept (g REFERENCES genre ON DELETE RESTRICT)",
    "CREATE TABLE bare (a)",
    "CREATE TABLE firm (c INTEGER, \"d e\" TEXT) STRICT",
    "CREATE TABLE \"a.b\" (\"c.d\" UNIQUE, e NOT NULL, \"f, g\", UNIQUE (e, \"f, g\"))",
    "CREATE TABLE word (w)", "CREATE UNIQUE INDEX \"low'er\" ON word (lower(w))", "INSERT INTO word VALUES ('Jazz')",
    "CREATE TRIGGER no BEFORE DELETE ON pair BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: not.really'); END",
    "INSERT INTO genre (id, name) VALUES (1, 'Jazz')", "INSERT INTO pair VALUES (1, 2, 3)",
    "INSERT INTO bare (rowid, a) VALUES (7, 1)", "INSERT INTO \"a.b\" VALUES (1, 1, 1)",
    "INSERT INTO kept VALUES (1)",
  ]

  static let cases = [
    Case(
      sql: "INSERT INTO genre (name) VALUES ('Jazz')", kind: .constraint(.unique), code: 2067,
      message: "UNIQUE constraint failed: genre.name", table: "genre", column: "name"),
    Case(
      sql: "INSERT INTO pair VALUES (1, 2, 9)", kind: .constraint(.unique), code: 2067,
      message: "UNIQUE constraint failed: pair.x, pair.y", table: "pair", column: "x, y"),
    Case(
      sql: "INSERT INTO word VALUES ('JAZZ')", kind: .constraint(.unique), code: 2067,
      message: "UNIQUE constraint failed: index 'low''er'", constraint: "low'er"),
    Case(
      sql: "INSERT INTO genre (id, name) VALUES (1, 'Folk')", kind: .constraint(.primaryKey), code: 1555,
      message: "UNIQUE constraint failed: genre.id", table: "genre", column: "id"),
    Case(
      sql: "INSERT INTO pair VALUES (9, 2, 3)", kind: .constraint(.primaryKey), code: 1555,
      message: "UNIQUE constraint failed: pair.y, pair.z", table: "pair", column: "y, z"),
    Case(
      sql: "INSERT INTO bare (rowid, a) VALUES (7, 2)", kind: .constraint(.primaryKey), code: 2579,
      message: "UNIQUE constraint failed: bare.rowid", table: "bare", column: "rowid"),
    Case(
      sql: "INSERT INTO genre (name) VALUES (NULL)", kind: .constraint(.notNull), code: 1299,
      message: "NOT NULL constraint failed: genre.name", table: "genre", column: "name"),
    Case(
      sql: "INSERT INTO child VALUES (77)", kind: .constraint(.foreignKey), code: 787,
      message: "FOREIGN KEY constraint failed"),
    // What RESTRICT refuses.
    Case(
      sql: "DELETE FROM genre WHERE id = 1", kind: .constraint(.foreignKey), code: 1811,
      message: "FOREIGN KEY constraint failed"),
    Case(
      sql: "INSERT INTO genre (name, x) VALUES ('a', 10)", kind: .constraint(.check), code: 275,
      message: "CHECK constraint failed: low", constraint: "low"),
    Case(
      sql: "INSERT INTO plain (n) VALUES (0)", kind: .constraint(.check), code: 275,
      message: "CHECK constraint failed: n > 0", constraint: "n > 0"),
    Case(
      sql: "DELETE FROM pair", kind: .constraint(.trigger), code: 1811,
      message: "UNIQUE constraint failed: not.really"),
    Case(
      sql: "INSERT INTO firm (c) VALUES ('x')", kind: .constraint(.dataType), code: 3091,
      message: "cannot store TEXT value in INTEGER column firm.c", table: "firm", column: "c"),
    Case(
      sql: "INSERT INTO firm VALUES (1, x'00')", kind: .constraint(.dataType), code: 3091,
      message: "cannot store BLOB value in TEXT column firm.d e", table: "firm", column: "d e"),
    Case(
      sql: "INSERT INTO plain (id) VALUES ('x')", kind: .constraint(.dataType), code: 20, message: "datatype mismatch"),
    Case(
      sql: "INSERT INTO \"a.b\" VALUES (1, 2, 2)", kind: .constraint(.unique), code: 2067,
      message: "UNIQUE constraint failed: a.b.c.d", table: "a.b", column: "c.d"),
    Case(
      sql: "INSERT INTO [A.B] VALUES (2, 1, 1)", kind: .constraint(.unique), code: 2067,
      message: "UNIQUE constraint failed: a.b.e, a.b.f, g", table: "a.b", column: "e, f, g"),
  ]

  @Test("Each tells its kind and whom it concerns", arguments: cases)
  func realError(_ example: Case) throws {
    let database = try RawSQLite(running: Self.setup)
    let error = try #require(database.error(of: example.sql))
    #expect(error.kind == example.kind)
    #expect(error.vendorCode == example.code)
    #expect(error.message == example.message)
    #expect(error.table == example.table)
    #expect(error.column == example.column)
    #expect(error.constraint == example.constraint)
    #expect(error.sql == example.sql)
    #expect(!error.isRetryable && !error.isTransient)
  }

  @Test func `The plain code without the extended one still tells the sort`() {
    let error = SQLiteErrors.error(code: 19, message: "NOT NULL constraint failed: t.c")
    #expect(error.kind == .constraint(.notNull))
    #expect(error.table == "t")
    #expect(error.column == "c")
    #expect(SQLiteErrors.error(code: 19, message: "constraint failed").kind == .constraint)
    #expect(SQLiteErrors.error(code: 531, message: "constraint failed").kind == .constraint)
  }
}
