import ORDA
import Testing

@Suite("A schema that changes under a statement")
struct SchemaChangeTests {
  @Test func `SELECT * gains a column`() throws {
    for db in try TestDatabase.both("CREATE TABLE t (a); INSERT INTO t VALUES (1)") {
      let all = try db.prepare("SELECT * FROM t")
      #expect(try all.query()[0].values == [1])
      #expect(try all.columns().map(\.name) == ["a"])
      try db.execute("ALTER TABLE t ADD COLUMN b DEFAULT 'new'")
      let result = try all.query()
      #expect(result[0].values == [1, "new"])
      #expect(result.columns.map(\.name) == ["a", "b"])
      #expect(try result[0]["b"] == "new")
      #expect(try all.first()?.columnNames == ["a", "b"])
      var seen: [Value] = []
      try all.forEach { row in seen.append(try row["b"]) }
      #expect(seen == ["new"])
      try db.execute("ALTER TABLE t RENAME COLUMN a TO z")
      #expect(try all.first()?.columnNames == ["z", "b"])
      try db.execute("ALTER TABLE t DROP COLUMN b")
      #expect(try all.query()[0].values == [1])
      try db.execute("DELETE FROM t")
      try db.execute("ALTER TABLE t ADD COLUMN c")
      #expect(try all.query().columns.map(\.name) == ["z", "c"])
    }
  }

  @Test func `The same through a change made elsewhere`() throws {
    let file = try TestDatabase("", "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let all = try file.db.prepare("SELECT * FROM t")
    #expect(try all.query()[0].values == [1])
    let other = try file.another()
    try other.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2")
    #expect(try all.query()[0].values == [1, 2])
    try other.close(within: .zero)
  }

  @Test func `A table that is dropped and made anew`() throws {
    for db in try TestDatabase.both("CREATE TABLE t (a); INSERT INTO t VALUES (1)") {
      let all = try db.prepare("SELECT * FROM t")
      let insert = try db.prepare("INSERT INTO t VALUES (?)")
      try insert.execute(2)
      #expect(try all.query().count == 2)
      try db.execute("DROP TABLE t")
      #expect(try failure { try all.query() }.kind == .noSuchTable)
      #expect(try failure { try insert.execute(3) }.kind == .noSuchTable)
      try db.execute("CREATE TABLE t (x, y)")
      let error = try failure { try insert.execute(3) }
      #expect(error.kind == .syntax)
      #expect(error.table == "t")
      try db.execute("INSERT INTO t VALUES ('new', 1)")
      #expect(try all.query()[0].values == ["new", 1])
      try db.executeScript("DROP TABLE t; CREATE TABLE t (a)")
      try insert.execute(4)
      #expect(try all.query()[0].values == [4])
    }
  }

  @Test func `A query that becomes one of a view`() throws {
    let db = try TestDatabase.memory("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let all = try db.prepare("SELECT * FROM t")
    _ = try all.query()
    try db.executeScript("ALTER TABLE t RENAME TO base; CREATE VIEW t AS SELECT a + 1 AS b, a FROM base")
    #expect(try all.query()[0].dictionary == ["b": 2, "a": 1])
  }
}
