import ORDA
import Testing

@testable import ORDASQLite

@Suite("SQLite's odder tables")
struct SQLiteSchemaOddityTests {
  func describe(_ statements: String..., table: String = "t", in schema: String? = nil) throws -> TableDescription {
    try #require(try RawSQLite(running: statements).schema.description(of: table, in: schema))
  }

  @Test(
    "A key is nullable where SQLite really takes NULL",
    arguments: [
      ("CREATE TABLE t (a TEXT PRIMARY KEY)", true),
      ("CREATE TABLE t (a INT PRIMARY KEY)", true),
      ("CREATE TABLE t (a INTEGER PRIMARY KEY DESC)", true),
      ("CREATE TABLE t (a INTEGER, PRIMARY KEY (a DESC))", false),
      ("CREATE TABLE t (a INTEGER PRIMARY KEY)", false),
      ("CREATE TABLE t (a integer, PRIMARY KEY (a))", false),
      ("CREATE TABLE t (a TEXT PRIMARY KEY) STRICT", false),
      ("CREATE TABLE t (a TEXT PRIMARY KEY) WITHOUT ROWID", false),
      ("CREATE TABLE t (a INTEGER PRIMARY KEY) WITHOUT ROWID", false),
      ("CREATE TABLE t (a TEXT NOT NULL PRIMARY KEY)", false),
    ])
  func nullableKey(sql: String, isNullable: Bool) throws {
    let database = try RawSQLite(running: [sql])
    let column = try #require(try database.schema.description(of: "t")?.columns.first)
    #expect(column.isNullable == isNullable)
    #expect(column.primaryKeyPosition == 1)
    // What SQLite does is the judge. It makes a key of NULL where the column is the rowid.
    let refused = database.error(of: "INSERT INTO t VALUES (NULL)") != nil
    let isNull = try database.query("SELECT a IS NULL FROM t").first?.int(0) == 1
    #expect(isNull == isNullable)
    #expect(column.isAutoIncrement == (!refused && !isNull))
  }

  @Test func `STRICT, WITHOUT ROWID and temporary tables are told apart`() throws {
    #expect(try describe("CREATE TABLE t (a TEXT) STRICT").attributes == [.strict])
    #expect(
      try describe("CREATE TABLE t (a TEXT PRIMARY KEY) WITHOUT ROWID, STRICT").attributes == [.strict, .withoutRowID])
    #expect(try describe("CREATE TEMP TABLE t (a)").attributes == [.temporary])
  }

  @Test func `AUTOINCREMENT counts only as a keyword`() throws {
    let comment =
      "CREATE TABLE t (a INTEGER PRIMARY KEY /* AUTOINCREMENT */, \"AUTOINCREMENT\" DEFAULT 'AUTOINCREMENT')"
    #expect(try describe(comment).attributes == [])
    #expect(
      try describe("CREATE TABLE t (a INTEGER PRIMARY KEY ASC ON CONFLICT FAIL autoincrement)").attributes == [
        .neverReusesKeys
      ])
    #expect(try describe("CREATE TABLE t (a INTEGER, PRIMARY KEY (a AUTOINCREMENT))").attributes == [.neverReusesKeys])
  }

  @Test func `Names of every spelling come through`() throws {
    let table = try describe(
      """
      CREATE TABLE "a ""b"" (c" ("sel,ect" TEXT DEFAULT ')', [from)] INT CHECK ([from)] <> ''''), `x``y` COLLATE "rtrim",
        'check' INT, é -- , nothing (
        REAL, PRIMARY KEY ([from)], "sel,ect"), UNIQUE ('check', é))
      """, table: "A \"B\" (C")
    #expect(table.name.name == "a \"b\" (c")
    #expect(table.columnNames == ["sel,ect", "from)", "x`y", "check", "é"])
    #expect(table.primaryKey == ["from)", "sel,ect"])
    #expect(table.columns.map(\.defaultValue) == ["')'", nil, nil, nil, nil])
    #expect(table.columns.map(\.collation) == [nil, nil, "rtrim", nil, nil])
    #expect(table.checkConstraints == [CheckConstraint(expression: "[from)] <> ''''", column: "from)")])
    #expect(table.uniqueConstraints == [UniqueConstraint(columns: ["check", "é"])])
  }

  @Test func `Generated columns tell how they are computed`() throws {
    let table = try describe(
      "CREATE TABLE t (a INT, b INT AS (a * (2 + 1)) STORED NOT NULL, c GENERATED ALWAYS AS (a || ')') VIRTUAL, d AS (a))"
    )
    #expect(
      table.columns.map(\.generated) == [
        .none, .stored(expression: "a * (2 + 1)"), .virtual(expression: "a || ')'"), .virtual(expression: "a"),
      ])
    #expect(table.columns.map(\.isNullable) == [true, false, true, true])
  }

  @Test func `DEFAULT NULL is no default`() throws {
    let table = try describe(
      "CREATE TABLE t (a DEFAULT NULL, b DEFAULT 'NULL', c DEFAULT (1 + 2), d DEFAULT -1 CHECK (d < 0))")
    #expect(table.columns.map(\.defaultValue) == [nil, "'NULL'", "1 + 2", "-1"])
    #expect(table.checkConstraints == [CheckConstraint(expression: "d < 0", column: "d")])
  }

  @Test func `The names of constraints are those that SQLite uses in its errors`() throws {
    let database = try RawSQLite(running: [
      """
      CREATE TABLE t (
        a INT CONSTRAINT first NOT NULL CHECK (a > 0) UNIQUE, b INT CHECK ( b < 5 ),
        CONSTRAINT both CHECK (a < b + 10) CONSTRAINT pair UNIQUE (a, b)
      )
      """
    ])
    let table = try #require(try database.schema.description(of: "t"))
    #expect(table.checkConstraints.map(\.name) == ["first", nil, "both"])
    #expect(table.checkConstraints.map(\.column) == ["a", "b", nil])
    #expect(
      table.uniqueConstraints == [
        UniqueConstraint(columns: ["a"]), UniqueConstraint(name: "pair", columns: ["a", "b"]),
      ])
    #expect(database.error(of: "INSERT INTO t VALUES (0, 1)")?.constraint == table.checkConstraints[0].name)
    #expect(database.error(of: "INSERT INTO t VALUES (1, 7)")?.constraint == table.checkConstraints[1].expression)
    #expect(database.error(of: "INSERT INTO t VALUES (20, 1)")?.constraint == table.checkConstraints[2].name)
  }

  @Test func `References to missing tables, to oneself and to a composite key`() throws {
    let table = try describe(
      "CREATE TABLE parent (x INT, Y INT, PRIMARY KEY (Y, x))",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, up REFERENCES T, gone REFERENCES nowhere, p, q,
        CONSTRAINT pq FOREIGN KEY (p, q) REFERENCES PARENT ON DELETE SET DEFAULT ON UPDATE RESTRICT MATCH FULL
          NOT DEFERRABLE INITIALLY DEFERRED
        FOREIGN KEY (q, p) REFERENCES parent (X, y) DEFERRABLE INITIALLY DEFERRED)
      """)
    #expect(
      table.foreignKeys == [
        ForeignKey(columns: ["up"], referencedTable: TableName(schema: "main", name: "t"), referencedColumns: ["id"]),
        ForeignKey(
          columns: ["gone"], referencedTable: TableName(schema: "main", name: "nowhere"), referencedColumns: []),
        ForeignKey(
          name: "pq", columns: ["p", "q"], referencedTable: TableName(schema: "main", name: "parent"),
          referencedColumns: ["Y", "x"], onUpdate: .restrict, onDelete: .setDefault),
        ForeignKey(
          columns: ["q", "p"], referencedTable: TableName(schema: "main", name: "parent"),
          referencedColumns: ["x", "Y"], isDeferred: true),
      ])
    #expect(table.foreignKeyTableNames == ["nowhere", "parent", "t"])
  }

  @Test func `Indexes of expressions and of some rows`() throws {
    let table = try describe(
      "CREATE TABLE t (a TEXT, b INT, c UNIQUE)",
      "CREATE UNIQUE INDEX \"on (\" ON t (lower(a) COLLATE NOCASE DESC, b + 1, (b), a DESC) WHERE b > ')' AND c IS NOT NULL",
      "CREATE UNIQUE INDEX plain ON t (b, a)")
    #expect(table.indexes.map(\.name) == ["sqlite_autoindex_t_1", "on (", "plain"])
    let index = table.indexes[1]
    #expect(
      index.columns.map(\.term) == [
        .expression("lower(a) COLLATE NOCASE"), .expression("b + 1"), .column("b"), .column("a"),
      ])
    #expect(index.columns.map(\.isDescending) == [true, false, false, true])
    #expect(index.columns.first?.collation == "NOCASE")
    #expect(index.isUnique && index.isPartial && !index.isPrimaryKey)
    #expect(index.predicate == "b > ')' AND c IS NOT NULL")
    #expect(
      table.uniqueConstraints == [
        UniqueConstraint(columns: ["c"]), UniqueConstraint(name: "plain", columns: ["b", "a"]),
      ])
  }

  @Test func `A virtual table has hidden columns, and its shadow tables are the system's`() throws {
    let database = try RawSQLite(running: [
      "CREATE VIRTUAL TABLE t USING fts5(body, title)", "CREATE TEMP TABLE u (a)",
    ])
    let table = try #require(try database.schema.description(of: "t"))
    #expect(table.kind == .virtual)
    #expect(table.columnNames == ["body", "title"])
    #expect(table.columns.map(\.name) == ["body", "title", "t", "rank"])
    #expect(table.columns.map(\.isHidden) == [false, false, true, true])
    #expect(table.primaryKey == [])
    #expect(table.sql == "CREATE VIRTUAL TABLE t USING fts5(body, title)")
    #expect(try database.schema.tables().map(\.name) == ["t"])
    #expect(try database.schema.description(of: "t_data")?.kind == .system)
    #expect(try database.schema.description(of: "sqlite_master")?.kind == .system)
    #expect(try database.schema.description(of: "sqlite_master")?.columnNames.first == "type")
    #expect(
      try database.schema.resolve("sqlite_master", in: "temp") == TableName(schema: "temp", name: "sqlite_temp_schema"))
  }

  @Test func `Columns that were added, renamed and dropped later`() throws {
    let table = try describe(
      "CREATE TABLE t (a INT, b INT CHECK (b > 0), c)",
      "ALTER TABLE t ADD COLUMN d TEXT NOT NULL DEFAULT '' COLLATE NOCASE CONSTRAINT short CHECK (length(d) < 9)",
      "ALTER TABLE t RENAME COLUMN b TO bee", "ALTER TABLE t DROP COLUMN c", "ALTER TABLE t RENAME TO u", table: "u")
    #expect(table.columnNames == ["a", "bee", "d"])
    #expect(table.column(named: "d")?.collation == "NOCASE")
    #expect(table.checkConstraints.map(\.name) == [nil, "short"])
    #expect(table.checkConstraints.map(\.column) == ["bee", "d"])
  }

  @Test func `A table made by a query has columns and nothing else`() throws {
    let table = try describe("CREATE TABLE t AS SELECT 1 AS a, 'x' AS b")
    #expect(table.columnNames == ["a", "b"])
    #expect(table.primaryKey == [] && table.checkConstraints == [] && table.indexes == [])
  }

  @Test func `A view whose table is gone says which`() throws {
    let database = try RawSQLite(running: ["CREATE TABLE a (x)", "CREATE VIEW v AS SELECT x FROM a", "DROP TABLE a"])
    #expect(try database.schema.views().map(\.name) == ["v"])
    let error = #expect(throws: DatabaseError.self) { try database.schema.description(of: "v") }
    #expect(error?.kind == .noSuchTable)
    #expect(error?.table == "a")
  }
}
