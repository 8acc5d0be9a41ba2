import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// Errors of servers that speak other languages.
@Suite(.ownThread, .serialized) struct ErrorLanguageTests {
  /// A statement that fails, and the fields of its error.
  struct Case: Sendable, CustomTestStringConvertible {
    let sql: SQL
    let kind: DatabaseError.Kind
    var table: String?
    var column: String?
    var constraint: String?
    var testDescription: String { "\(sql)" }

    init(
      _ sql: SQL, _ kind: DatabaseError.Kind, table: String? = nil, column: String? = nil, constraint: String? = nil
    ) {
      (self.sql, self.kind, self.table, self.column, self.constraint) = (sql, kind, table, column, constraint)
    }
  }

  static let script: SQL = """
    CREATE TABLE genre (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL UNIQUE, year INT CONSTRAINT young CHECK (year > 1900));
    CREATE TABLE track (id INT PRIMARY KEY, genre INT REFERENCES genre (id));
    INSERT INTO genre VALUES (1, 'Jazz', 1917); INSERT INTO track VALUES (1, 1)
    """

  static let cases = [
    Case("SELECT nope FROM genre", .noSuchColumn, column: "nope"),
    Case("SELECT g.name, g.nope FROM genre g", .noSuchColumn, column: "nope"),
    Case("INSERT INTO genre (nope) VALUES (1)", .noSuchColumn, column: "nope"),
    Case("UPDATE genre SET nope = 1", .noSuchColumn, column: "nope"),
    Case("CREATE INDEX i ON genre (nope)", .noSuchColumn, column: "nope"),
    Case("ALTER TABLE genre DROP COLUMN nope", .noSuchColumn, column: "nope"),
    Case("ALTER TABLE genre RENAME COLUMN nope TO name", .noSuchColumn, column: "nope"),
    Case("ALTER TABLE genre ADD COLUMN year INT", .alreadyExists, column: "year"),
    Case("CREATE TABLE twice (a INT, b INT, a INT)", .alreadyExists, column: "a"),
    Case("SELECT * FROM nope", .noSuchTable, table: "nope"),
    Case("SELECT * FROM public.nope", .noSuchTable, table: "nope"),
    Case("SELECT nope.id FROM genre", .noSuchTable, table: "nope"),
    Case("DROP TABLE nope", .noSuchTable, table: "nope"),
    Case("CREATE TABLE genre (a INT)", .alreadyExists, table: "genre"),
    Case("DROP INDEX nope", .noSuchIndex, constraint: "nope"),
    Case("CLUSTER genre USING nope", .noSuchIndex, constraint: "nope"),
    Case("DROP TRIGGER nope ON genre", .noSuchTrigger, constraint: "nope"),
    Case("ALTER TABLE genre DISABLE TRIGGER nope", .noSuchTrigger, constraint: "nope"),
    Case("ALTER TABLE genre DROP CONSTRAINT nope", .noSuchConstraint, constraint: "nope"),
    Case("ALTER TABLE genre VALIDATE CONSTRAINT nope", .noSuchConstraint, constraint: "nope"),
    Case("UPDATE genre SET year = 'x'::text", .constraint(.dataType), column: "year"),
    Case("INSERT INTO genre VALUES (2, 'x', 'x'::text)", .constraint(.dataType), column: "year"),
    Case(
      "INSERT INTO genre VALUES (1, 'Fado', 1950)", .constraint(.primaryKey), table: "genre", column: "id",
      constraint: "genre_pkey"),
    Case(
      "INSERT INTO genre VALUES (2, 'Jazz', 1950)", .constraint(.unique), table: "genre", column: "name",
      constraint: "genre_name_key"),
    Case("UPDATE genre SET year = 1800", .constraint(.check), table: "genre", constraint: "young"),
    Case("UPDATE genre SET name = NULL", .constraint(.notNull), table: "genre", column: "name"),
    Case(
      "INSERT INTO track VALUES (2, 7)", .constraint(.foreignKey), table: "track", column: "genre",
      constraint: "track_genre_fkey"),
    Case("SELECT 'x'::int", .constraint(.dataType)), Case("SELECT 1 / 0", .outOfRange),
    Case("SELECT 1 FORM genre WHERE", .syntax),
  ]

  @Test("Kinds and fields are the same in each language", arguments: [nil, "de", "fr", "ja"])
  func fields(_ language: String?) throws {
    let server = try language.map { try PrivatePostgreSQL(language: $0) }
    let database = try server == nil ? PostgreSQLDatabase() : nil
    let url = try #require(server?.url ?? database?.url)
    let admin = try PostgreSQLServer.open(url: url)
    defer { try? admin.close(within: .zero) }
    try admin.executeScript(Self.script)
    if let language, try !speaks(language, admin) { return }
    let db = try PostgreSQLServer.open(url: url + (language == nil ? "" : "?session.lc_messages=C.UTF-8"))
    defer { try? db.close(within: .zero) }
    let message = try failure { try db.execute("SELECT nope FROM genre") }.message
    #expect(message.hasPrefix("column \"nope\" does not exist") == (language == nil), "\(message)")
    for expected in Self.cases {
      let error = try failure { try db.execute(expected.sql) }
      #expect(error.kind == expected.kind, "\(expected.sql): \(error)")
      #expect(error.table == expected.table, "\(expected.sql): \(error)")
      #expect(error.column == expected.column, "\(expected.sql): \(error)")
      #expect(error.constraint == expected.constraint, "\(expected.sql): \(error)")
    }
    try limits(db)
    try ErrorValuesTests.prepare(db)
    for sql in ErrorValuesTests.statements {
      let error = #expect(throws: DatabaseError.self, "\(sql)") { try db.query(sql) }
      #expect(error?.description.lowercased().contains("geheim") != true, "\(error?.description ?? "")")
    }
  }

  /// Whether the server has the locale and the translation.
  private func speaks(_ language: String, _ db: any Governor) throws -> Bool {
    let hasLocale = (try? db.execute("SELECT set_config('lc_messages', 'C.UTF-8', true)")) != nil
    let size: SQL = """
      SELECT (pg_stat_file(setting || '/' || \(language) || '/LC_MESSAGES/postgres-'
        || current_setting('server_version_num')::int / 10000 || '.mo', true)).size FROM pg_config WHERE name = 'LOCALEDIR'
      """
    return try hasLocale && db.first(Int?.self, size) != .some(nil)
  }

  /// A statement that reaches the server's limit, and others that somebody cancels.
  private func limits(_ db: any Governor) throws {
    let cancel: SQL = "SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(100000)"
    #expect(try failure { try db.query(cancel) }.kind == .cancelled)
    try db.withConnection { connection in
      try connection.execute("SET statement_timeout = '1h'")
      #expect(try failure { try connection.query(cancel) }.kind == .cancelled)
      try connection.execute("SET statement_timeout = 50")
      #expect(try failure { try connection.query("SELECT pg_sleep(100000)") }.kind == .timeout)
      try connection.execute("SET statement_timeout = '1h'")
      try connection.transaction { tx in
        #expect(try failure { try tx.query(cancel) }.kind == .cancelled)
        try tx.execute("SET LOCAL statement_timeout = 50")
        #expect(try failure { try tx.query("SELECT pg_sleep(100000)") }.kind == .timeout)
      }
      #expect(try connection.first(Int.self, "SELECT 1") == 1)
    }
  }
}
