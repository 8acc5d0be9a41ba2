import ORDA
import Testing

@Suite("Several statements in one text") struct ScriptTests {
  @Test("Each has a result of its own", arguments: Database.allCases)
  func results(_ database: Database) throws {
    let test = try database.opened()
    let results = try test.db.executeScript(
      database.words(
        """
        CREATE TABLE genre (id INTEGER PRIMARY KEY /*! AUTO_INCREMENT */, name VARCHAR(20)); -- a comment; no statement
        INSERT INTO genre (name) VALUES ('Jazz; Blues'), ('Fado');
        /* another; */ SELECT name FROM genre ORDER BY id;
        UPDATE genre SET name = 'x'
        """))
    #expect(results.map(\.changed) == [0, 2, nil, 2])
    // PostgreSQL reports the key of a single row.
    #expect(results.map(\.lastID) == [nil, database == .postgresql ? nil : 2, nil, nil])
    #expect(results.map(\.count) == [0, 0, 2, 0])
    #expect(try results[2]["name"].get(as: String.self) == ["Jazz; Blues", "Fado"])
  }

  @Test("An error tells its line, and what came before it stays", arguments: Database.allCases)
  func error(_ database: Database) throws {
    let test = try database.opened()
    let error = try failure {
      try test.db.executeScript("CREATE TABLE a (b INTEGER);\nINSERT INTO a VALUES (1);\n\nSELEC 1;\nDROP TABLE a")
    }
    #expect(error.kind == .syntax)
    #expect(error.message.hasSuffix("(line 4 of the script)"))
    #expect(try test.db.query(Int.self, "SELECT b FROM a") == [1])
  }

  @Test("A transaction in a script is kept, or undone where it fails or is left open", arguments: Database.allCases)
  func transactions(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE a (b INTEGER PRIMARY KEY)")
    try test.db.executeScript("BEGIN; INSERT INTO a VALUES (1); COMMIT")
    #expect(
      try failure { try test.db.executeScript("BEGIN; INSERT INTO a VALUES (2), (1); COMMIT") }.kind
        == .constraint(.primaryKey))
    #expect(
      try failure { try test.db.executeScript("BEGIN; INSERT INTO a VALUES (3)") }.kind == .misuse)
    #expect(try test.db.query(Int.self, "SELECT b FROM a") == [1])
  }

  @Test("Elsewhere one text is one statement", arguments: Database.allCases)
  func alone(_ database: Database) throws {
    let db = try database.opened()
    #expect(try failure { try db.db.execute("SELECT 1; SELECT 2") }.kind == .misuse)
    #expect(try failure { try db.db.execute("") }.code == .nilStatementSQL)
    #expect(try failure { try db.db.execute("BEGIN") }.kind == .misuse)
    #expect(try db.db.first(Int.self, "SELECT 1;") == 1)
  }
}
