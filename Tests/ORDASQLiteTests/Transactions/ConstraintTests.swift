import ORDA
import Testing

@Suite("Constraints, through the interface")
struct ConstraintTests {
  static let tables: SQL = """
    CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, size INTEGER CONSTRAINT small CHECK (size < 10));
    CREATE TABLE track (id INTEGER PRIMARY KEY, genre INTEGER NOT NULL REFERENCES genre);
    CREATE TABLE firm (n INTEGER) STRICT;
    CREATE TABLE pair (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TRIGGER no_delete BEFORE DELETE ON pair BEGIN SELECT RAISE(ABORT, 'pairs stay'); END;
    INSERT INTO genre VALUES (1, 'Jazz', 1); INSERT INTO track VALUES (1, 1); INSERT INTO pair VALUES (1, 2);
    """

  struct Case: Sendable, CustomTestStringConvertible {
    var sql: SQL
    var kind: DatabaseError.Kind
    var table: String?
    var column: String?
    var constraint: String?
    var testDescription: String { sql.description }
  }

  static let cases = [
    Case(sql: "INSERT INTO genre (name) VALUES ('Jazz')", kind: .constraint(.unique), table: "genre", column: "name"),
    Case(sql: "INSERT INTO genre VALUES (1, 'Folk', 1)", kind: .constraint(.primaryKey), table: "genre", column: "id"),
    Case(sql: "INSERT INTO pair VALUES (1, 2)", kind: .constraint(.primaryKey), table: "pair", column: "a, b"),
    Case(sql: "INSERT INTO genre (name) VALUES (NULL)", kind: .constraint(.notNull), table: "genre", column: "name"),
    Case(sql: "UPDATE genre SET name = NULL", kind: .constraint(.notNull), table: "genre", column: "name"),
    Case(sql: "INSERT INTO genre (name, size) VALUES ('Folk', 11)", kind: .constraint(.check), constraint: "small"),
    Case(sql: "INSERT INTO track VALUES (2, 9)", kind: .constraint(.foreignKey)),
    Case(sql: "DELETE FROM genre", kind: .constraint(.foreignKey)),
    Case(sql: "INSERT INTO firm VALUES ('x')", kind: .constraint(.dataType), table: "firm", column: "n"),
    Case(sql: "DELETE FROM pair", kind: .constraint(.trigger)),
  ]

  @Test(arguments: cases)
  func `The kind, the table and the column`(example: Case) throws {
    for db in try TestDatabase.both(Self.tables) {
      let before = try db.query(
        "SELECT (SELECT count(*) FROM genre), (SELECT count(*) FROM track), (SELECT count(*) FROM pair)")
      for run: () throws -> Void in [
        { try db.execute(example.sql) }, { _ = try db.transaction { tx in try tx.execute(example.sql) } },
        { _ = try db.prepare(example.sql).executeMany([Parameters.none]) },
      ] {
        let error = try failure(of: run)
        #expect(error.kind == example.kind)
        if let table = example.table { #expect(error.table == table) }
        if let column = example.column { #expect(error.column == column) }
        if let constraint = example.constraint { #expect(error.constraint == constraint) }
        #expect(error.sql == example.sql.description)
        #expect(DatabaseError.Kind.constraint.matches(error.kind))
        #expect(!error.isRetryable)
      }
      let after = try db.query(
        "SELECT (SELECT count(*) FROM genre), (SELECT count(*) FROM track), (SELECT count(*) FROM pair)")
      #expect(after[0].values == before[0].values)
    }
  }

  @Test func `They are caught by kind`() throws {
    let db = try TestDatabase.memory(Self.tables)
    do {
      try db.execute("INSERT INTO genre VALUES (1, 'Folk', 1)")
      Issue.record("not refused")
    } catch .constraint(.unique) {}
  }

  @Test func `Values are in no error, unless asked for`() throws {
    let secret = "s3cret"
    let db = try TestDatabase.memory(Self.tables)
    try db.execute("INSERT INTO genre (name) VALUES (\(secret))")
    let error = try failure { try db.execute("INSERT INTO genre (name) VALUES (\(secret))") }
    #expect(error.parameters == nil)
    #expect(!"\(error)".contains(secret))
    let open = try TestDatabase.open("sqlite::memory:?errors-carry-parameters=true")
    try open.executeScript(Self.tables)
    try open.execute("INSERT INTO genre (name) VALUES (?)", secret)
    #expect(
      try failure { try open.execute("INSERT INTO genre (name) VALUES (?)", secret) }.parameters == [.text(secret)])
  }
}
