import ORDA
import Testing

@testable import ORDAMariaDB

@Suite("Places where MariaDB takes no parameter, or makes something else of it")
struct ParameterPlacesTests {
  private static let table: SQL = """
    CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(20)); INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three')
    """

  @Test(
    "VALUES that is a query is refused, with how to write it",
    arguments: [
      "VALUES (?)", "VALUES (?), (2)", "values ('a'), (/* , */ ?)", "SELECT a FROM t WHERE a IN (VALUES (?))",
      "SELECT a FROM t WHERE a IN (VALUES (1), (?))", "WITH v(x) AS (VALUES (?)) SELECT * FROM v",
      "SELECT * FROM (VALUES ('a', 1), ('b', ?)) AS v", "SELECT 1 UNION VALUES (?)", "VALUES (1) UNION VALUES (?)",
      "INSERT INTO t (b) SELECT * FROM (VALUES (?)) AS v", "INSERT INTO t (b) SELECT 1 UNION VALUES (?)",
      "VALUES (CONCAT('a', ?))", "VALUES (CAST(? AS CHAR))", "VALUES (CAST(CONCAT(?, 'a') AS CHAR(9)))", "VALUES ((?))",
      "SELECT '\\'' /* ' */ FROM t WHERE b IN (VALUES (?))", "SELECT REPLACE(b, 'a', 'b') FROM t UNION VALUES (?)",
      "EXPLAIN VALUES (?)",
      "WITH RECURSIVE r(n) AS (VALUES (?) UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r",
    ])
  func values(_ sql: String) throws {
    let test = try TestDatabase("", Self.table)
    for prepared in [false, true] {
      let error = try failure {
        if prepared { _ = try test.db.prepare(SQL(text: sql)) } else { _ = try test.db.query(SQL(text: sql), "longer") }
      }
      #expect(error.kind == .unsupported)
      #expect(error.message.contains("SELECT ? UNION ALL SELECT ?"))
      #expect(error.sql == sql)
    }
  }

  @Test func `What is advised gives the values, and what is right is left alone`() throws {
    let test = try TestDatabase("", Self.table)
    let db = test.db
    let long = "longer than before"
    #expect(try db.query(String.self, "SELECT ? UNION ALL SELECT ?", long, "x") == [long, "x"])
    #expect(
      try db.query(Int.self, "SELECT a FROM t WHERE a IN (SELECT ? UNION ALL SELECT ?) ORDER BY a", 2, 3) == [2, 3])
    #expect(try db.query(Int.self, "SELECT a FROM t WHERE a IN (?, ?) ORDER BY a", 2, 3) == [2, 3])
    #expect(
      try db.query(String.self, "VALUES (CAST(? AS CHAR(50))), (CONVERT(?, CHAR(50)))", long, "x") == [long, "x"])
    #expect(try db.query(Int.self, "VALUES (CAST(? AS INT)), (CAST(? AS SIGNED))", 7, 8) == [7, 8])
    #expect(try db.query(Int.self, "SELECT a FROM t WHERE a IN (VALUES (1), (2)) AND a > ? ORDER BY a", 1) == [2])
    #expect(try db.query(String.self, "SELECT b FROM t WHERE b IN (VALUES ('?'), ('two')) AND a < ?", 3) == ["two"])
    try db.execute("INSERT INTO t VALUES (?, ?), (?, CONCAT(?, 'x'))", 4, "four", 5, "five")
    try db.execute("REPLACE INTO t (a, b) VALUES (?, ?)", 4, "vier")
    try db.execute("INSERT INTO t VALUES (?, ?) ON DUPLICATE KEY UPDATE b = CONCAT(VALUES(b), ?)", 5, "fünf", "!")
    try db.execute(
      "INSERT INTO t SELECT a, ? FROM t WHERE a = 1 ON DUPLICATE KEY UPDATE b = VALUES(b), a = ?", "eins", 1)
    try db.execute("/* VALUES (?) */ INSERT INTO t (a) VALUE (?) -- VALUES (?)", 6)
    #expect(
      try db.query(String?.self, "SELECT b FROM t ORDER BY a") == ["eins", "two", "three", "vier", "fünf!", nil])
  }

  @Test(
    "A body takes none",
    arguments: [
      "CREATE PROCEDURE p() SELECT ?", "CREATE OR REPLACE PROCEDURE p() BEGIN SELECT ?; END",
      "CREATE FUNCTION f() RETURNS INT RETURN ?",
      "CREATE DEFINER = root TRIGGER r BEFORE INSERT ON t FOR EACH ROW SET NEW.a = ?",
      "CREATE EVENT IF NOT EXISTS e ON SCHEDULE AT ? DO SELECT 1",
    ])
  func bodies(_ sql: String) throws {
    let test = try TestDatabase("", Self.table)
    let error = try failure { try test.db.execute(SQL(text: sql), 1) }
    #expect(error.kind == .unsupported)
    #expect(error.message.contains("body"))
  }

  @Test(
    "Where the server only points at the sign, the error says what to do",
    arguments: [
      "SELECT SUM(a) OVER (ORDER BY a ROWS BETWEEN ? PRECEDING AND CURRENT ROW) FROM t",
      "SELECT SUM(a) OVER (ORDER BY a RANGE BETWEEN CURRENT ROW AND ? FOLLOWING) FROM t",
      "SELECT GROUP_CONCAT(b SEPARATOR ?) FROM t", "CREATE TABLE u (a INT) COMMENT ?",
      "ALTER TABLE t AUTO_INCREMENT = ?",
      "CREATE INDEX i ON t (?)", "CREATE USER ?", "SHOW TABLES LIKE ?", "SELECT DATE ?", "SELECT b COLLATE ? FROM t",
    ])
  func syntax(_ sql: String) throws {
    let test = try TestDatabase("", Self.table)
    let error = try failure { try test.db.query(SQL(text: sql), 1) }
    #expect(error.kind == .syntax)
    #expect(error.message.contains("MariaDB takes no parameter at this place"), "\(error.message)")
  }

  @Test func `Views, and what can't be prepared, say so`() throws {
    let test = try TestDatabase("", Self.table)
    let view = try failure { try test.db.execute("CREATE VIEW v AS SELECT a FROM t WHERE a = ?", 1) }
    #expect(view.message.contains("a view takes no parameters"))
    let execute = try failure { try test.db.execute("EXECUTE IMMEDIATE ?", "SELECT 1") }
    #expect(execute.kind == .unsupported)
    #expect(execute.message.contains("takes no parameters"))
  }

  @Test func `Parameters stand where they can: in LIMIT, in functions of windows, in DEFAULT`() throws {
    let test = try TestDatabase("", Self.table)
    let db = test.db
    #expect(try db.query(Int.self, "SELECT a FROM t ORDER BY a LIMIT ? OFFSET ?", 1, 1) == [2])
    #expect(try db.query(Int.self, "SELECT a FROM t ORDER BY a OFFSET ? ROWS FETCH FIRST ? ROWS ONLY", 1, 1) == [2])
    #expect(try db.query(Int?.self, "SELECT LAG(a, ?) OVER (ORDER BY a) FROM t", 2) == [nil, nil, 1])
    try db.execute("CREATE TABLE u (a INT, b VARCHAR(20) DEFAULT ?)", "it's")
    try db.execute("INSERT INTO u (a) VALUES (1)")
    #expect(try db.first(String.self, "SELECT b FROM u") == "it's")
  }
}
