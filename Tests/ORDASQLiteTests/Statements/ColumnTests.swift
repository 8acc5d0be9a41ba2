import ORDA
import Testing

@Suite("What is known of columns")
struct ColumnTests {
  static let tables: SQL = """
    CREATE TABLE genre (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, note TEXT, "odd ""name" DECIMAL(10, 2));
    CREATE TABLE pair (a INTEGER, b TEXT, c INTEGER NOT NULL, PRIMARY KEY (a, b));
    CREATE TABLE firm (a INTEGER, b TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TABLE text_key (k TEXT PRIMARY KEY);
    CREATE VIEW v AS SELECT g.id AS key, g.name AS label, upper(g.name) AS loud FROM genre AS g;
    """

  @Test func `Declared type, origin and nullability`() throws {
    let db = try TestDatabase.memory(Self.tables)
    let columns = try db.prepare("SELECT g.id AS x, name, g.note, \"odd \"\"name\", 1 + 1 AS sum FROM genre AS g")
      .columns()
    #expect(
      columns == [
        Column(name: "x", declaredType: "INTEGER", schema: "main", table: "genre", origin: "id", isNullable: false),
        Column(
          name: "name", declaredType: "VARCHAR(40)", schema: "main", table: "genre", origin: "name", isNullable: false),
        Column(name: "note", declaredType: "TEXT", schema: "main", table: "genre", origin: "note", isNullable: true),
        Column(
          name: "odd \"name", declaredType: "DECIMAL(10, 2)", schema: "main", table: "genre", origin: "odd \"name",
          isNullable: true),
        Column(name: "sum"),
      ])
  }

  @Test func `Through views and subqueries`() throws {
    let db = try TestDatabase.memory(Self.tables)
    let columns = try db.query("SELECT s.key AS k, loud, label FROM (SELECT * FROM v) AS s").columns
    #expect(columns.map(\.table) == ["genre", nil, "genre"])
    #expect(columns.map(\.origin) == ["id", nil, "name"])
    #expect(columns.map(\.isNullable) == [false, nil, false])
    #expect(columns.map(\.declaredType) == ["INTEGER", nil, "VARCHAR(40)"])
  }

  @Test func `Keys can be NULL in SQLite, but for the rowid and WITHOUT ROWID`() throws {
    let db = try TestDatabase.memory(Self.tables)
    #expect(try db.query("SELECT * FROM pair").columns.map(\.isNullable) == [true, true, false])
    #expect(try db.query("SELECT * FROM firm").columns.map(\.isNullable) == [false, false])
    #expect(try db.query("SELECT * FROM text_key").columns.map(\.isNullable) == [true])
    #expect(try db.query("SELECT rowid FROM genre").columns.map(\.origin) == ["id"])
    try db.execute("INSERT INTO pair VALUES (NULL, NULL, 1)")
    try db.execute("INSERT INTO text_key VALUES (NULL)")
  }

  @Test func `Of RETURNING, of what gives no rows, and of an attached schema`() throws {
    let db = try TestDatabase.memory(Self.tables)
    #expect(
      try db.prepare("INSERT INTO genre (name) VALUES ('a') RETURNING id, name").columns().map(\.name) == [
        "id", "name",
      ])
    #expect(try db.prepare("INSERT INTO genre (name) VALUES ('a')").columns().isEmpty)
    #expect(try db.first(Int.self, "SELECT count(*) FROM genre") == 0)
    try db.onConnect { try $0.execute("ATTACH ':memory:' AS other") }
    try db.execute("CREATE TABLE other.t (a REAL NOT NULL)")
    #expect(
      try db.query("SELECT a FROM other.t").columns == [
        Column(name: "a", declaredType: "REAL", schema: "other", table: "t", origin: "a", isNullable: false)
      ])
  }
}
