import ORDA
import Testing

@testable import ORDASQLite

@Suite("SQLite's whole schema")
struct SQLiteWholeSchemaTests {
  private static let odd = [
    "CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, t TEXT COLLATE NOCASE UNIQUE, CHECK (t <> ''))",
    "CREATE TABLE B (k TEXT PRIMARY KEY, a INT REFERENCES A, v INT AS (a * 2)) WITHOUT ROWID, STRICT",
    "CREATE INDEX some ON a (lower(t)) WHERE t IS NOT NULL", "CREATE INDEX Other ON b (a DESC)",
    "CREATE TRIGGER told AFTER INSERT ON A BEGIN SELECT 1; END", "CREATE VIEW seen AS SELECT * FROM a",
    "CREATE VIRTUAL TABLE words USING fts5(text)", "CREATE TEMP TABLE passing (a)",
  ]

  @Test func `Each table is as it is described by itself, and SQLite's own are left out`() throws {
    let database = try RawSQLite(running: Self.odd)
    let whole = try database.schema.descriptions(in: "main")
    #expect(whole.map(\.name.name) == ["B", "a", "seen", "words"])
    for table in whole { #expect(try database.schema.description(of: table.name.name) == table) }
    #expect(whole.first?.foreignKeys.map(\.referencedTable.name) == ["a"])
    #expect(try database.schema.descriptions(in: "TEMP").map(\.name) == [TableName(schema: "temp", name: "passing")])
    #expect(try database.schema.descriptions(in: "nothing") == [])
  }

  @Test func `A view whose tables are gone keeps no others from being told`() throws {
    let database = try RawSQLite(
      running: Self.odd + [
        "CREATE TABLE gone (x)", "CREATE VIEW broken AS SELECT x FROM gone", "DROP TABLE gone",
      ])
    let whole = try database.schema.descriptions(in: "main")
    #expect(whole.map(\.name.name) == ["B", "a", "broken", "seen", "words"])
    let broken = try #require(whole.first { $0.name.name == "broken" })
    #expect(broken.columns == [])
    #expect(broken.sql == "CREATE VIEW broken AS SELECT x FROM gone")
  }

  @Test func `A thousand tables take as many statements as one`() throws {
    func statements(_ count: Int) throws -> Int {
      let database = try RawSQLite(running: (0..<count).map { "CREATE TABLE t\($0) (a INT REFERENCES t0, b UNIQUE)" })
      var statements = 0
      let schema = SQLiteSchema { sql, parameters throws(DatabaseError) in
        statements += 1
        return try database.query(sql, parameters)
      }
      #expect(try schema.descriptions(in: "main").count == count)
      return statements
    }
    #expect(try statements(1_000) == statements(1))
  }
}
