import Foundation
import ORDA
import Testing

@testable import ORDASQLite

@Suite("Changing SQLite's tables")
struct SQLiteAlterTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Changes a text as often as it takes to make all changes.
  private func edited(_ sql: String, _ changes: TableChange...) throws -> String {
    var edit = SQLiteTableEdit(sql)
    for change in changes { try edit.make(change, in: SQLiteSchemaDialect()) }
    return edit.sql
  }

  @Test func `What is not changed stays as its author wrote it`() throws {
    let text = """
      CREATE TABLE t (
        a INT CONSTRAINT c CHECK (a > 1) DEFAULT 'x' /* n */ COLLATE nocase REFERENCES p (q) ON DELETE SET NULL NOT DEFERRABLE,
        b TEXT NOT NULL UNIQUE ON CONFLICT IGNORE, -- the second
        CONSTRAINT u UNIQUE (a, "b") CHECK (b <> ''), FOREIGN KEY (a, b) REFERENCES z
      ) STRICT
      """
    #expect(
      try edited(text, .dropForeignKey(["A"]), .dropUnique(["b", "a"]))
        == """
        CREATE TABLE t (
          a INT CONSTRAINT c CHECK (a > 1) DEFAULT 'x' /* n */ COLLATE nocase ,
          b TEXT NOT NULL UNIQUE ON CONFLICT IGNORE, -- the second
           CHECK (b <> ''), FOREIGN KEY (a, b) REFERENCES z
        ) STRICT
        """)
    #expect(
      try edited(text, .dropCheck("c"), .dropCheck("u"), .dropForeignKey(["b", "a"]), .dropUnique(["b"]))
        == """
        CREATE TABLE t (
          a INT  DEFAULT 'x' /* n */ COLLATE nocase REFERENCES p (q) ON DELETE SET NULL NOT DEFERRABLE,
          b TEXT NOT NULL , -- the second
          CONSTRAINT u UNIQUE (a, "b") 
        ) STRICT
        """)
    #expect(
      try edited(text, .changeColumn(ColumnDefinition("A", .text, isNullable: false, defaultValue: "'y'")))
        == """
        CREATE TABLE t (
          "a" TEXT NOT NULL DEFAULT 'y' CONSTRAINT c CHECK (a > 1) REFERENCES p (q) ON DELETE SET NULL NOT DEFERRABLE,
          b TEXT NOT NULL UNIQUE ON CONFLICT IGNORE, -- the second
          CONSTRAINT u UNIQUE (a, "b") CHECK (b <> ''), FOREIGN KEY (a, b) REFERENCES z
        ) STRICT
        """)
    #expect(
      try edited(
        "CREATE TABLE t (a, CHECK (a > 1))", .addColumn(.init("b", .int)), .addUnique(.init(name: "u", columns: ["b"])))
        == "CREATE TABLE t (a, \"b\" BIGINT, CHECK (a > 1), CONSTRAINT \"u\" UNIQUE (\"b\"))")
    #expect(throws: DatabaseError.self) { try edited(text, .dropCheck("nothing")) }
  }

  @Test func `Whatever is wrong with a text, changing it harms nothing`() {
    let bytes = Array(SchemaTextTests.whole.utf8)
    let changes: [TableChange] = [
      .dropForeignKey(["a"]), .dropForeignKey(["a", "b"]), .dropUnique(["a", "b"]), .dropCheck("c"),
      .changeColumn(ColumnDefinition("b", .int)), .addColumn(ColumnDefinition("x", .int)),
      .addCheck(CheckConstraint(expression: "1")),
    ]
    var made = 0
    for length in 0...bytes.count {
      for text in [bytes[..<length], bytes[length...], bytes[..<length] + [UInt8(ascii: "(")] + bytes[length...]] {
        for change in changes where (try? edited(String(decoding: text, as: UTF8.self), change)) != nil { made += 1 }
      }
    }
    #expect(made > bytes.count)
  }

  @Test func `A table that is written anew keeps its rows, its hidden keys, its indexes and its triggers`() throws {
    let db = try Opening.file(in: folder)
    try db.executeScript(
      """
      CREATE TABLE t (a TEXT COLLATE NOCASE, b INT, c AS (b * 2), d UNIQUE ON CONFLICT IGNORE);
      CREATE TABLE log (line TEXT);
      CREATE INDEX t_b ON t (b DESC) WHERE b > 0;
      CREATE INDEX t_e ON t (b + 1);
      CREATE TRIGGER t_i AFTER INSERT ON t BEGIN INSERT INTO log VALUES ('t ' || NEW.a); END;
      CREATE TRIGGER other AFTER INSERT ON log WHEN NEW.line = 'count' BEGIN INSERT INTO log SELECT count(*) FROM t; END;
      CREATE VIEW v AS SELECT a, c FROM t WHERE b > 1;
      INSERT INTO t (rowid, a, b, d) VALUES (7, 'x', 1, 1), (9, 'Y', 2, 2);
      DELETE FROM log;
      """)
    let before = try db.describe("t")
    try db.alter("t", [.changeColumn(ColumnDefinition("b", .int, isNullable: false, defaultValue: "3"))])
    let after = try db.describe("t")
    #expect(after.indexes == before.indexes)
    #expect(after.triggers == ["t_i"])
    #expect(after.columns.map(\.name) == ["a", "b", "c", "d"])
    #expect(after.columns[0].collation == "NOCASE")
    #expect(try db.query((Int, String, Int).self, "SELECT rowid, a, c FROM t ORDER BY rowid").map(\.0) == [7, 9])
    #expect(try db.query(String.self, "SELECT a FROM v") == ["Y"])
    // Nothing of this was an insertion to anybody, and what a trigger does is as it was.
    #expect(try db.query(String.self, "SELECT line FROM log") == [])
    try db.execute("INSERT INTO t (a, d) VALUES ('z', 3)")
    try db.execute("INSERT INTO t (a, d) VALUES ('z', 3)")
    #expect(try db.query(String.self, "SELECT line FROM log") == ["t z"])
    try db.execute("INSERT INTO log VALUES ('count')")
    #expect(try db.query(String.self, "SELECT line FROM log ORDER BY rowid") == ["t z", "count", "3"])
    #expect(try db.first(Int.self, "PRAGMA legacy_alter_table") == 0)
    #expect(try db.query(String.self, "PRAGMA integrity_check") == ["ok"])
  }

  @Test func `Keys that are never given again are not, and strict tables stay strict`() throws {
    let db = try Opening.file(in: folder)
    try db.executeScript(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a INT) STRICT;
      INSERT INTO t (a) VALUES (1), (2), (3);
      DELETE FROM t WHERE id > 1;
      CREATE TABLE w (k TEXT, a INT, PRIMARY KEY (k)) WITHOUT ROWID;
      INSERT INTO w VALUES ('x', 1);
      """)
    try db.alter("t", [.addCheck(CheckConstraint(name: "small", expression: "a < 100"))])
    try db.alter("w", [.addUnique(UniqueConstraint(columns: ["a"]))])
    try db.execute("INSERT INTO t (a) VALUES (4)")
    #expect(try db.query(Int.self, "SELECT id FROM t ORDER BY id") == [1, 4])
    #expect(try db.describe("t").attributes == [.strict, .neverReusesKeys])
    #expect(try db.describe("w").attributes == [.withoutRowID])
    #expect(try db.query(String.self, "SELECT k FROM w") == ["x"])
    // Also of a table that holds no row any more.
    try db.execute("DELETE FROM t")
    try db.alter("t", [.dropCheck("small")])
    try db.execute("INSERT INTO t (a) VALUES (5)")
    #expect(try db.first(Int.self, "SELECT id FROM t") == 5)
  }

  @Test func `A column with a default that is computed is added to rows that are there`() throws {
    let db = try Opening.file(in: folder)
    try db.executeScript("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    try db.alter(
      "t",
      [
        .addColumn(ColumnDefinition("day", .text, isNullable: false, defaultValue: "CURRENT_DATE")),
        .addColumn(ColumnDefinition("twice", .int, generated: .stored(expression: "a * 2"))),
      ])
    #expect(try db.first(Int.self, "SELECT twice FROM t") == 2)
    #expect(try db.first(Int.self, "SELECT length(day) FROM t") == 10)
  }

  @Test func `In a program's own transaction a table is written anew only where no row goes with it`() throws {
    let db = try Opening.file(in: folder)
    try db.executeScript(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, a);
      CREATE TABLE c (p REFERENCES p (id) ON DELETE CASCADE);
      INSERT INTO p VALUES (1, 1); INSERT INTO c VALUES (1);
      """)
    let change = TableChange.changeColumn(ColumnDefinition("a", .int))
    do {
      try db.transaction { try $0.alter("p", [change]) }
      Issue.record("it was written anew")
    } catch let error as DatabaseError {
      #expect(error.kind == .misuse)
      #expect(error.message.contains("migration"))
    }
    // What has a statement does no harm.
    try db.transaction { try $0.alter("p", [.addColumn(ColumnDefinition("b", .int))]) }
    try db.alter("p", [change])
    #expect(try db.first(Int.self, "SELECT count(*) FROM c") == 1)
    #expect(try db.first(Int.self, "PRAGMA foreign_keys") == 1)
  }

  @Test func `Rows that referred to nothing before keep no table from being written anew`() throws {
    let db = try Opening.file(in: folder)
    try db.withConnection { connection in
      try connection.executeScript(
        """
        CREATE TABLE p (id INTEGER PRIMARY KEY, a);
        CREATE TABLE c (p REFERENCES p (id), q INT);
        CREATE TABLE w (k PRIMARY KEY, p REFERENCES p (id)) WITHOUT ROWID;
        CREATE TABLE nowhere (a REFERENCES gone (id));
        CREATE TABLE mismatch (a REFERENCES p (a));
        INSERT INTO p VALUES (1, 1);
        PRAGMA foreign_keys = OFF;
        INSERT INTO c VALUES (2, 1), (1, 3); INSERT INTO w VALUES ('x', 2); INSERT INTO nowhere VALUES (1);
        INSERT INTO mismatch VALUES (1);
        """)
    }
    for table in ["c", "p"] as [TableName] {
      try db.alter(table, [.addCheck(CheckConstraint(name: "any", expression: "1"))])
    }
    #expect(try db.query(Int.self, "SELECT p FROM c ORDER BY p") == [1, 2])
    // A new one is found before the commit, in the table, and in one that refers to it.
    func fault(_ body: () throws -> Void) -> String? {
      do { try body() } catch let error as DatabaseError {
        return DatabaseError.Kind.constraint(.foreignKey).matches(error.kind) ? error.message : "\(error)"
      } catch { return "\(error)" }
      return nil
    }
    let key = ForeignKey(columns: ["q"], referencedTable: "p", referencedColumns: ["id"])
    #expect(
      fault { try db.alter("c", [.addForeignKey(key)]) } == "the row 2 of c refers to one of p that is not there")
    #expect(try db.describe("c").foreignKeys.count == 1)
    let emptied = Migration("emptied", sql: "DELETE FROM p")
    #expect(
      fault { try db.migrate([emptied]) }?.hasSuffix("the row 2 of c refers to one of p that is not there") == true)
    #expect(try db.query(Int.self, "SELECT id FROM p") == [1])
    #expect(try db.first(Int.self, "PRAGMA foreign_keys") == 1)
  }

  @Test func `A condition that names its own table holds on`() throws {
    let db = try Opening.file(in: folder)
    try db.executeScript(
      """
      CREATE TABLE note (n INT CHECK (note.n > 0), m INT, CHECK ("Note" . m < [note].n), CONSTRAINT t CHECK (m <> 'note.n'));
      INSERT INTO note VALUES (2, 1);
      """)
    try db.alter("note", [.changeColumn(ColumnDefinition("m", .int, defaultValue: "1"))])
    try db.alter("note", [.addCheck(CheckConstraint(name: "small", expression: "note.n < 100"))])
    #expect(try db.query(Int.self, "SELECT n FROM note") == [2])
    try db.execute("INSERT INTO note (n) VALUES (3)")
    for values in ["(0, -1)", "(5, 6)", "(100, 1)"] {
      #expect(throws: DatabaseError.self) { try db.execute("INSERT INTO note VALUES \(raw: values)") }
    }
    let texts = try db.describe("note").checkConstraints.map(\.expression)
    #expect(Set(texts) == ["n > 0", "m < n", "m <> 'note.n'", "n < 100"], "\(texts)")
  }

  @Test func `A table that was renamed is the same one, though another schema has the new name`() throws {
    let db = try Opening.file(in: folder)
    try db.withConnection { connection in
      try connection.executeScript("CREATE TABLE note (a INT); CREATE TEMP TABLE memo (b INT)")
      try connection.alter("note", [.rename(to: "memo"), .addColumn(ColumnDefinition("c", .int))])
      #expect(try connection.describe(TableName(schema: "main", name: "memo"))?.columnNames == ["a", "c"])
      #expect(try connection.describe(TableName(schema: "temp", name: "memo"))?.columnNames == ["b"])
    }
  }

  @Test func `An index is made in its table's schema`() throws {
    let db = try Opening.file(in: folder)
    try db.withConnection { connection in
      try connection.executeScript("ATTACH ':memory:' AS other; CREATE TABLE other.t (a INT); CREATE TABLE t (a INT)")
      let table = TableName(schema: "other", name: "t")
      try connection.create(IndexDescription(name: "by_a", columns: [.init(.column("a"))]), on: table)
      try connection.alter(table, [.addIndex(IndexDescription(name: "by_a_too", columns: [.init(.column("a"))]))])
      #expect(try connection.describe(table)?.indexes.map(\.name) == ["by_a", "by_a_too"])
      #expect(try connection.describe(TableName(schema: "main", name: "t"))?.indexes == [])
      try connection.create(
        TableDefinition(
          name: TableName(schema: "other", name: "u"), columns: [ColumnDefinition("a", .int)],
          indexes: [IndexDescription(name: "u_a", columns: [.init(.column("a"))])]))
      #expect(try connection.describe(TableName(schema: "other", name: "u"))?.indexes.map(\.name) == ["u_a"])
    }
  }

  @Test func `Live rows of a table that is written anew stay in step`() throws {
    let db = try Opening.file(in: folder)
    try db.executeScript("CREATE TABLE t (id INTEGER PRIMARY KEY, a INT); INSERT INTO t VALUES (1, 10), (2, 20)")
    let table = try db.table("t")
    let entry = try #require(try table.entry(1))
    try db.alter("t", [.addCheck(CheckConstraint(name: "small", expression: "a < 100"))])
    try db.execute("UPDATE t SET a = 11 WHERE id = 1")
    try db.catchUp()
    #expect(try entry.get("a", as: Int.self) == 11)
    try entry.set("a", to: 12)
    #expect(try db.first(Int.self, "SELECT a FROM t WHERE id = 1") == 12)
  }

  @Test func `A unique index is dropped like a constraint, and a condition without a name by its text`() throws {
    let db = try Opening.file(in: folder)
    try db.executeScript(
      """
      CREATE TABLE t (a INT UNIQUE, b INT CHECK (b > 0), c INT);
      CREATE UNIQUE INDEX by_a ON t (a); CREATE UNIQUE INDEX by_bc ON t (b, c); CREATE INDEX by_c ON t (c);
      INSERT INTO t VALUES (1, 1, 1);
      """)
    try db.alter("t", [.dropUnique(["c", "b"]), .dropUnique(["a"]), .dropCheck("b > 0")])
    #expect(try db.describe("t").indexes.map(\.name) == ["by_c"])
    #expect(try db.describe("t").checkConstraints.isEmpty)
    try db.execute("INSERT INTO t VALUES (1, 1, 1), (2, -1, 3)")
    #expect(throws: DatabaseError.self) { try db.alter("t", [.dropUnique(["a"])]) }
    try db.execute("CREATE VIEW v AS SELECT a FROM t")
    #expect(throws: DatabaseError.self) { try db.alter("v", [.dropColumn("a")]) }
  }

  @Test func `Attached and temporary tables are changed where they are`() throws {
    let db = try Opening.file(in: folder)
    try db.withConnection { connection in
      try connection.executeScript(
        """
        ATTACH ':memory:' AS other;
        CREATE TABLE main.t (a); CREATE TABLE other.t (a); CREATE TEMP TABLE u (a);
        CREATE INDEX other.by_a ON t (a); CREATE INDEX temp.by_a ON u (a);
        CREATE TEMP TRIGGER tr AFTER INSERT ON other.t BEGIN DELETE FROM u; END;
        INSERT INTO other.t VALUES (1); INSERT INTO u VALUES (2);
        """)
      for table in [TableName(schema: "other", name: "t"), TableName(schema: "temp", name: "u")] {
        try connection.alter(table, [.addUnique(UniqueConstraint(columns: ["a"]))])
        let told = try #require(try connection.describe(table))
        #expect(told.uniqueConstraints.map(\.columns) == [["a"]])
        #expect(told.indexes.contains { $0.name == "by_a" })
      }
      #expect(try connection.describe(TableName(schema: "main", name: "t"))?.uniqueConstraints.isEmpty == true)
      #expect(try connection.query(Int.self, "SELECT a FROM other.t UNION ALL SELECT a FROM u") == [1, 2])
      try connection.execute("INSERT INTO other.t VALUES (3)")
      #expect(try connection.query(Int.self, "SELECT a FROM u") == [])
    }
  }
}
