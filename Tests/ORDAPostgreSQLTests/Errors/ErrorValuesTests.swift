import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// Errors whose messages contain values on the server.
@Suite(.ownThread) struct ErrorValuesTests {
  private static let marker = "geheim-42"

  /// Makes the tables and functions that the statements use.
  static func prepare(_ db: any Governor) throws {
    try db.executeScript(
      """
      DROP SCHEMA IF EXISTS secrets CASCADE; CREATE SCHEMA secrets;
      CREATE TABLE secrets.safe (id TEXT PRIMARY KEY, t TEXT UNIQUE, n INT CHECK (n > 0), short VARCHAR(3));
      CREATE TABLE secrets.child (safe TEXT REFERENCES secrets.safe, e TEXT, EXCLUDE USING hash (e WITH =));
      CREATE TABLE secrets.parts (k TEXT) PARTITION BY LIST (k);
      CREATE VIEW secrets.checked AS SELECT * FROM secrets.safe WHERE n < 10 WITH CHECK OPTION;
      CREATE FUNCTION secrets.refuse(v TEXT) RETURNS INT LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'refused: %', v USING DETAIL = 'It is ' || v || '.', HINT = 'Not ' || v; END $$;
      CREATE FUNCTION secrets.refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'refused: %', NEW.v USING ERRCODE = '23514'; END $$;
      CREATE TABLE secrets.refusing (v TEXT);
      CREATE TRIGGER refuse BEFORE INSERT ON secrets.refusing FOR EACH ROW EXECUTE FUNCTION secrets.refuse_row();
      CREATE FUNCTION secrets.read_column(v TEXT) RETURNS INT LANGUAGE plpgsql AS $$
        BEGIN EXECUTE format('SELECT %I FROM secrets.safe', v); RETURN 1; END $$
      """)
    try db.execute("INSERT INTO secrets.safe VALUES (\(marker), \(marker), 1, NULL)")
    try db.execute("INSERT INTO secrets.child VALUES (\(marker), \(marker))")
  }

  /// Statements that fail for the value that is bound to them.
  static let statements: [SQL] = [
    "INSERT INTO secrets.safe (id) VALUES (\(marker))",
    "INSERT INTO secrets.safe (id, t) VALUES ('x', \(marker))",
    "INSERT INTO secrets.safe (id, n) VALUES (\(marker + "!"), -1)",
    "INSERT INTO secrets.safe (id, t) VALUES (NULL, \(marker + "!"))",
    "INSERT INTO secrets.safe (id, short) VALUES ('x', \(marker))",
    "INSERT INTO secrets.child (safe) VALUES (\(marker + "!"))",
    "INSERT INTO secrets.child (e) VALUES (\(marker))",
    "DELETE FROM secrets.safe WHERE id = \(marker)",
    "INSERT INTO secrets.checked (id, n) VALUES (\(marker + "!"), 10)",
    "INSERT INTO secrets.parts VALUES (\(marker))",
    "INSERT INTO secrets.refusing VALUES (\(marker))",
    "SELECT secrets.refuse(\(marker))", "SELECT secrets.read_column(\(marker))",
    "SELECT CAST(\(marker) AS INT)", "SELECT CAST(upper(\(marker)) AS INT)",
    "SELECT CAST(\(#"a" "# + marker + #" "b"#) AS INT)", "SELECT CAST(\(marker) AS DATE)",
    "SELECT CAST(\(marker) AS TIMESTAMPTZ)", "SELECT CAST(\(marker) AS INTERVAL)", "SELECT CAST(\(marker) AS UUID)",
    "SELECT CAST(\(marker) AS JSON)", "SELECT CAST(\(#"{"a": "# + marker + "}") AS JSONB)",
    "SELECT CAST(\(marker) AS INET)", "SELECT CAST(\(marker) AS NUMERIC)", "SELECT CAST(\(marker) AS BOOLEAN)",
    "SELECT CAST(\(marker) AS INT[])", "SELECT CAST(\(marker) AS POINT)",
    "SELECT CAST(\("$." + marker + " &") AS JSONPATH)",
    "SELECT CAST(\("<" + marker + "></x>") AS XML)", "SELECT XMLPARSE(DOCUMENT \(marker))",
    "SELECT xpath(\("/" + marker + "["), '<a/>')",
    "SELECT to_tsquery('simple', \(marker + " & &"))", "SELECT CAST(\(marker + " & &") AS TSQUERY)",
    "SELECT CAST(\("'" + marker) AS TSVECTOR)",
    "SELECT CAST(CAST(\(marker) AS TEXT) AS REGCLASS)", "SELECT CAST(\(marker) AS REGPROC)",
    "SELECT CAST(\(marker) AS REGTYPE)", "SELECT CAST(\(marker) AS REGROLE)", "SELECT CAST(\(marker) AS REGNAMESPACE)",
    "SELECT to_tsquery('simple', lower(\(#"lower" GEHEIM & & ""#)))",
    "SELECT to_tsquery('simple', lower(\(#"lower" GEHEIM & & "lower"#)))",
    "SELECT CAST(\(marker) AS REGCONFIG)", "SELECT nextval(CAST(\(marker) AS TEXT))",
    "SELECT pg_get_serial_sequence('secrets.safe', \(marker))", "SELECT pg_get_serial_sequence(\(marker), 'id')",
    "SELECT has_table_privilege('secrets.safe', \(marker))", "SELECT has_table_privilege(\(marker), 'SELECT')",
    "SELECT has_column_privilege('secrets.safe', \(marker), 'SELECT')",
    "SELECT set_config(\(marker), 'x', true)", "SELECT set_config('TimeZone', \("geheim/nowhere"), true)",
    "SELECT now() AT TIME ZONE CAST(\("geheim/nowhere") AS TEXT)", "SELECT date_trunc(\(marker), now())",
    "SELECT to_date(\(marker), 'YYYY')", "SELECT to_timestamp(\(marker), 'HH24')", "SELECT decode(\(marker), 'hex')",
    "SELECT decode('00', \(marker))", "SELECT convert_from('x', \(marker))",
    "SELECT 'a' ~ CAST(\("(" + marker) AS TEXT)",
    "SELECT jsonb_set('[1]', ARRAY[CAST(\(marker) AS TEXT)], '1')", "SELECT pg_read_file(\(marker))",
    "SELECT parse_ident(\(marker))", "SELECT pg_size_bytes(\(marker))",
  ]

  @Test(
    "No message shows a value, in any mode",
    arguments: ["pool.max=2", "prepare=off", "transaction.statement-savepoints=off"])
  func hidden(_ options: String) throws {
    let database = try PostgreSQLDatabase()
    let db = try PostgreSQLServer.open(url: database.url + "?" + options)
    defer { try? db.close(within: .zero) }
    try Self.prepare(db)
    for sql in Self.statements {
      for inTransaction in [false, true] {
        let error = #expect(throws: DatabaseError.self, "\(sql)") {
          if inTransaction { try db.transaction { _ = try $0.query(sql) } } else { _ = try db.query(sql) }
        }
        #expect(error?.description.lowercased().contains("geheim") != true, "\(error?.description ?? "")")
      }
    }
    let insert = try db.prepare("INSERT INTO secrets.safe (id, n) VALUES (?, ?)")
    let inBatch = try failure { try insert.executeMany([["x", 1], [Self.marker, 1]]) }
    #expect(!inBatch.description.contains("geheim"), "\(inBatch)")
  }

  @Test("Messages keep names and hints")
  func names() throws {
    let database = try PostgreSQLDatabase()
    let db = try PostgreSQLServer.open(url: database.url)
    defer { try? db.close(within: .zero) }
    try Self.prepare(db)
    func message(_ sql: SQL) throws -> String { try failure { try db.query(sql) }.message }
    #expect(
      try message("INSERT INTO secrets.safe (id) VALUES (\(Self.marker))")
        == "duplicate key value violates unique constraint \"safe_pkey\": Key (id)=(…) already exists.")
    #expect(
      try message("INSERT INTO secrets.child (safe) VALUES (\("safe"))")
        == "insert or update on table \"child\" violates foreign key constraint \"child_safe_fkey\": "
        + "Key (safe)=(…) is not present in table \"safe\".")
    #expect(try message("SELECT CAST(\(Self.marker) AS INT)") == "invalid input syntax for type integer: …")
    #expect(try message("SELECT CAST(\("99999999999") AS INT)") == "value \"…\" is out of range for type integer")
    #expect(try message("SELECT to_tsquery(\(Self.marker + " &"))") == "no operand in tsquery: \"…\"")
    #expect(try message("SELECT CAST(\(Self.marker) AS REGNAMESPACE)") == "schema \"…\" does not exist")
    #expect(try message("SELECT secrets.refuse(\(Self.marker))") == "refused: …: It is …. (Not …)")
    #expect(
      try message("SELECT sav FROM secrets.safe AS safe")
        == "column \"sav\" does not exist")
    #expect(
      try message("SELECT safe.idd FROM secrets.safe")
        == "column safe.idd does not exist (Perhaps you meant to reference the column \"safe.id\".)")
    #expect(
      try message("INSERT INTO secrets.safe (id, n) VALUES ('a', 1), ('b', \(0))")
        == "new row for relation \"safe\" violates check constraint \"safe_n_check\": Failing row contains (…).")
    #expect(try message("SELECT CAST(12345.6 AS NUMERIC(4, 1))").contains("precision 4, scale 1"))
    #expect(try message("DROP TABLE secrets.nothing") == "table \"nothing\" does not exist")
    #expect(try message("SELECT 1 FROM WHERE") == "syntax error at or near \"WHERE\"")
  }
}
