import ORDA
import Testing

@Suite("Errors are of the same kind") struct ErrorKindTests {
  static let script: SQL = """
    CREATE TABLE genre (
      id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL UNIQUE, year INTEGER, CONSTRAINT young CHECK (year > 1900));
    CREATE TABLE track (
      id INTEGER PRIMARY KEY, genre INTEGER,
      CONSTRAINT track_genre FOREIGN KEY (genre) REFERENCES genre (id) ON UPDATE RESTRICT ON DELETE RESTRICT);
    INSERT INTO genre VALUES (1, 'Jazz', 1917), (2, 'Fado', NULL);
    INSERT INTO track VALUES (1, 1);
    """

  /// A statement that fails.
  struct Case: Sendable, CustomTestStringConvertible {
    var sql: SQL
    var kind: DatabaseError.Kind
    var parameters: Parameters
    var testDescription: String { "\(kind): \(sql)" }

    init(_ kind: DatabaseError.Kind, _ sql: SQL, _ parameters: Parameters = []) {
      self.kind = kind
      self.sql = sql
      self.parameters = parameters
    }
  }

  static let cases = [
    Case(.constraint(.unique), "INSERT INTO genre VALUES (3, ?, NULL)", ["Jazz"]),
    Case(.constraint(.unique), "UPDATE genre SET name = 'Jazz' WHERE id = 2"),
    Case(.constraint(.primaryKey), "INSERT INTO genre VALUES (1, 'Blues', NULL)"),
    Case(.constraint(.primaryKey), "UPDATE genre SET id = 1 WHERE id = 2"),
    Case(.constraint(.notNull), "INSERT INTO genre VALUES (3, ?, NULL)", [nil]),
    Case(.constraint(.notNull), "INSERT INTO genre (id) VALUES (3)"),
    Case(.constraint(.notNull), "UPDATE genre SET name = NULL WHERE id = 2"),
    Case(.constraint(.check), "INSERT INTO genre VALUES (3, 'Blues', ?)", [1800]),
    Case(.constraint(.foreignKey), "INSERT INTO track VALUES (2, 77)"),
    Case(.constraint(.foreignKey), "DELETE FROM genre WHERE id = 1"),
    Case(.constraint(.foreignKey), "UPDATE genre SET id = 9 WHERE id = 1"),
    Case(.noSuchTable, "SELECT * FROM nowhere"), Case(.noSuchTable, "INSERT INTO nowhere VALUES (1)"),
    Case(.noSuchTable, "DROP TABLE nowhere"), Case(.noSuchTable, "UPDATE nowhere SET a = 1"),
    Case(.noSuchColumn, "SELECT nowhere FROM genre"), Case(.noSuchColumn, "INSERT INTO genre (nowhere) VALUES (1)"),
    Case(.noSuchColumn, "UPDATE genre SET nowhere = 1"), Case(.noSuchColumn, "SELECT g.nowhere FROM genre AS g"),
    Case(.noSuchColumn, "CREATE INDEX i ON genre (nowhere)"), Case(.noSuchTable, "DROP VIEW nowhere"),
    Case(.noSuchTrigger, "DROP TRIGGER nowhere"),
    Case(.alreadyExists, "CREATE TABLE genre (a INTEGER)"),
    Case(.alreadyExists, "CREATE VIEW genre AS SELECT 1"),
    Case(.syntax, "SELEC 1"), Case(.syntax, "SELECT FROM WHERE"), Case(.syntax, "INSERT INTO genre VALUES (1)"),
    Case(.syntax, "SELECT (1"), Case(.misuse, "SELECT ?"), Case(.misuse, "SELECT 1", [1]),
    Case(.outOfRange, "SELECT ?", [Double.nan]),
  ]

  /// What PostgreSQL does, or has other words for: its triggers belong to tables, columns that are not named have their
  /// defaults, and NaN is a number.
  static let elsewhere: [SQL] = ["DROP TRIGGER nowhere", "INSERT INTO genre VALUES (1)", "SELECT ?"]

  @Test("and leave nothing behind", arguments: Database.allCases, cases)
  func kind(_ database: Database, _ expected: Case) throws {
    if database == .postgresql, Self.elsewhere.contains(where: { "\($0)" == "\(expected.sql)" }) { return }
    let test = try database.opened(Self.script)
    let error = try failure { try test.db.execute(expected.sql, expected.parameters) }
    #expect(error.kind == expected.kind)
    #expect(!error.message.isEmpty)
    #expect(!error.isRetryable)
    #expect(!error.isTransient)
    #expect(!"\(error)".contains("1800"), "a bound value is in a message")
    #expect(try test.db.query(String.self, "SELECT name FROM genre ORDER BY id") == ["Jazz", "Fado"])
    #expect(try test.db.first(Int.self, "SELECT count(*) FROM track") == 1)
  }

  @Test("They carry their statement; its values only where the URL says so", arguments: Database.allCases)
  func contents(_ database: Database) throws {
    let test = try database.opened(Self.script)
    let sql: SQL = "INSERT INTO genre VALUES (?, ?, NULL)"
    let error = try failure { try test.db.execute(sql, 3, "Jazz") }
    let (first, second) = database == .postgresql ? ("$1", "$2") : ("?", "?")
    #expect(error.sql == "INSERT INTO genre VALUES (\(first), \(second), NULL)")
    #expect(error.parameters == nil)
    let open = try test.another("errors-carry-parameters=true")
    #expect(try failure { try open.execute(sql, 3, "Jazz") }.parameters == [.int(3), .text("Jazz")])
  }

  @Test("Kinds nest when they are caught", arguments: Database.allCases)
  func patterns(_ database: Database) throws {
    let test = try database.opened(Self.script)
    do {
      try test.db.execute("INSERT INTO genre VALUES (1, 'Blues', NULL)")
      Issue.record("nothing was thrown")
    } catch .constraint(.notNull) {
      Issue.record("another constraint")
    } catch .constraint(.unique) {}
    do {
      try test.db.execute("INSERT INTO track VALUES (2, 77)")
      Issue.record("nothing was thrown")
    } catch .constraint {}
  }

  @Test("of an index that is not there, whatever was run before", arguments: Database.allCases)
  func noSuchIndex(_ database: Database) throws {
    let test = try database.opened(Self.script)
    let drop: SQL = database == .mariadb ? "DROP INDEX nowhere ON genre" : "DROP INDEX nowhere"
    func check(_ error: DatabaseError) {
      #expect(error.kind == .noSuchIndex, "\(error)")
      #expect(error.constraint == "nowhere")
    }
    check(try failure { try test.db.execute(drop) })
    check(try failure { try test.db.execute(drop) })
    // Prepared while it was there.
    try test.db.withConnection { connection in
      try connection.execute("CREATE INDEX nowhere ON genre (year)")
      let statement = try connection.prepare(drop)
      try statement.execute()
      check(try failure { try statement.execute() })
    }
    // PostgreSQL takes no hints.
    if database == .postgresql { return }
    let hint: SQL =
      database == .mariadb
      ? "SELECT * FROM genre FORCE INDEX (nowhere)" : "SELECT * FROM genre INDEXED BY nowhere WHERE year = 1"
    check(try failure { try test.db.query(hint) })
  }
}
