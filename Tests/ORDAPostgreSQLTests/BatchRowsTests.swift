import ORDA
import PostgreSQLTestServer
import TestSupport
import Testing

@testable import ORDAPostgreSQL

@Suite("Batches of INSERTs", .ownThread) struct BatchRowsTests {
  private let database: PostgreSQLDatabase
  private let db: any Governor

  init() throws {
    database = try PostgreSQLDatabase()
    db = try PostgreSQLServer.open("pool.max=1&changes=none", database: database.name)
    try db.execute("CREATE TABLE t (id integer PRIMARY KEY, name text, n integer CHECK (n >= 0))")
  }

  private func insert(_ rows: [(Int, String?, Int)], _ sql: SQL = "INSERT INTO t VALUES (?, ?, ?)") throws -> Int {
    try db.prepare(sql).executeMany(rows.map { [$0.0, $0.1, $0.2] as Parameters })
  }

  private func rows(_ numbers: Range<Int>) -> [(Int, String?, Int)] {
    numbers.map { ($0, $0.isMultiple(of: 3) ? nil : "row \($0)", $0 % 7) }
  }

  /// Checks that the table has these rows.
  private func check(_ expected: [(Int, String?, Int)]) throws {
    let found = try db.query((Int, String?, Int).self, "SELECT id, name, n FROM t ORDER BY id")
    #expect(found.count == expected.count)
    #expect(zip(found, expected).allSatisfy { $0 == $1 })
  }

  @Test("insert all rows in their order", arguments: [1, 63, 64, 65, 128, 1000, 20_000])
  func all(count: Int) throws {
    try db.executeScript("ALTER TABLE t ADD place bigint GENERATED ALWAYS AS IDENTITY")
    let all = rows(0..<count)
    #expect(try insert(all, "INSERT INTO t (id, name, n) VALUES (?, ?, ?)") == count)
    try check(all)
    #expect(try db.first(Int.self, "SELECT count(*) FROM t WHERE place <> id + 1") == 0)
    #expect(try insert(rows(count..<(count + 70)), "INSERT INTO t (id, name, n) VALUES (?, ?, ?)") == 70)
  }

  @Test(
    "name the element that fails, and insert nothing", arguments: [0, 5, 63, 64, 100, 127, 128, 199, 9_000, 19_999])
  func failing(index: Int) throws {
    var all = rows(0..<max(200, index + 1))
    all[index].2 = -1
    let error = #expect(throws: DatabaseError.self) { try insert(all) }
    #expect(error?.batchIndex == index)
    #expect(error?.kind == .constraint(.check), "\(String(describing: error))")
    try check([])
    // The connection and the statement are as good as before.
    #expect(try insert(rows(0..<100)) == 100)
    // A duplicate of an element of the same batch.
    let twice = rows(100..<300) + [(150, "again", 1)]
    let second = #expect(throws: DatabaseError.self) { try insert(twice) }
    #expect(second?.batchIndex == 200)
    try check(rows(0..<100))
  }

  @Test("leave a transaction as it was when they fail")
  func transaction() throws {
    try db.transaction { tx in
      try tx.execute("INSERT INTO t VALUES (-1, 'before', 0)")
      let statement = try tx.prepare("INSERT INTO t VALUES (?, ?, ?)")
      var all = rows(0..<300)
      all[250].2 = -1
      let error = #expect(throws: DatabaseError.self) {
        try statement.executeMany(all.map { [$0.0, $0.1, $0.2] as Parameters })
      }
      #expect(error?.batchIndex == 250)
      #expect(try statement.executeMany(rows(0..<300).map { [$0.0, $0.1, $0.2] as Parameters }) == 300)
    }
    try check([(-1, "before", 0)] + rows(0..<300))
  }

  @Test("take a value of another type in the middle")
  func types() throws {
    try db.execute("CREATE TABLE v (id integer, x numeric)")
    var values: [any ValueConvertible & Sendable] = (0..<300).map { $0 as Int }
    values[150] = 0.5
    values[151] = ExactDecimal(7)
    let statement = try db.prepare("INSERT INTO v VALUES (?, ?)")
    #expect(try statement.executeMany(values.enumerated().map { [$0.offset, $0.element] as Parameters }) == 300)
    #expect(try db.first(String.self, "SELECT (SELECT sum(x) FROM v)::text") == "44556.5")
  }

  @Test("insert large values")
  func large() throws {
    let text = String(repeating: "x", count: 50_000)
    let all = (0..<150).map { ($0, $0 % 2 == 0 ? text : "short", 1) }
    #expect(try insert(all) == 150)
    #expect(try db.first(Int.self, "SELECT sum(length(name)) FROM t") == 75 * 50_005)
  }

  /// What a table has that sees whether rows come together.
  enum Watcher: CaseIterable, Sendable {
    case afterRow, statement, rule, selfReference, partition

    var script: SQL {
      let function = """
        CREATE FUNCTION seen() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO log SELECT count(*) FROM watched; RETURN NULL; END';
        CREATE TABLE log (n integer);
        """
      let table = "CREATE TABLE watched (id integer PRIMARY KEY, other integer);"
      switch self {
      case .afterRow:
        return SQL(
          text: table + function + "CREATE TRIGGER x AFTER INSERT ON watched FOR EACH ROW EXECUTE FUNCTION seen()")
      case .statement:
        return SQL(
          text: table + function + "CREATE TRIGGER x AFTER INSERT ON watched FOR EACH STATEMENT EXECUTE FUNCTION seen()"
        )
      case .rule:
        return SQL(
          text: table + "CREATE TABLE log (n integer);"
            + "CREATE RULE r AS ON INSERT TO watched DO ALSO INSERT INTO log SELECT count(*) FROM watched")
      case .selfReference:
        return SQL(text: table + function + "ALTER TABLE watched ADD FOREIGN KEY (other) REFERENCES watched")
      case .partition:
        return SQL(
          text: "CREATE TABLE watched (id integer PRIMARY KEY, other integer) PARTITION BY RANGE (id);"
            + "CREATE TABLE part PARTITION OF watched DEFAULT;" + function
            + "CREATE TRIGGER x AFTER INSERT ON part FOR EACH ROW EXECUTE FUNCTION seen()")
      }
    }
  }

  @Test("are the same as single INSERTs for a table that sees whether rows come together", arguments: Watcher.allCases)
  func watched(_ watcher: Watcher) throws {
    try db.executeScript(watcher.script)
    let statement = try db.prepare("INSERT INTO watched VALUES (?, ?)")
    if watcher == .selfReference {
      let error = #expect(throws: DatabaseError.self) {
        try statement.executeMany((0..<200).map { [$0, $0 == 100 ? 101 : 0] as Parameters })
      }
      #expect(error?.batchIndex == 100)
    } else {
      #expect(try statement.executeMany((0..<200).map { [$0, 0] as Parameters }) == 200)
      #expect(try db.first(Int.self, "SELECT count(DISTINCT n) FROM log") == 200)
    }
  }

  @Test("run a trigger before each row")
  func before() throws {
    try db.executeScript(
      """
      CREATE TABLE b (id integer, seen integer);
      CREATE FUNCTION counted() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN IF NEW.id = 7 THEN RETURN NULL; END IF; NEW.seen := (SELECT count(*) FROM b); RETURN NEW; END';
      CREATE TRIGGER x BEFORE INSERT ON b FOR EACH ROW EXECUTE FUNCTION counted();
      """)
    #expect(try db.prepare("INSERT INTO b (id) VALUES (?)").executeMany((0..<200).map { [$0] as Parameters }) == 199)
    #expect(try db.first(Int.self, "SELECT count(DISTINCT seen) FROM b") == 199)
  }

  @Test(
    "are made of one row's text",
    arguments: [
      ("INSERT INTO t VALUES ($1, $2)", "INSERT INTO t VALUES ($1, $2), ($3, $4)"),
      (
        "insert into \"a b\" (x, y) values (-1, $2::jsonb, $1, NULL, 'a''$1', DEFAULT)",
        "insert into \"a b\" (x, y) values (-1, $2::jsonb, $1, NULL, 'a''$1', DEFAULT), (-1, $4::jsonb, $3, NULL, 'a''$1', DEFAULT)"
      ),
      ("INSERT INTO t VALUES ($1, $1)", "INSERT INTO t VALUES ($1, $1), ($3, $3)"),
      ("INSERT INTO t VALUES ($1::int[], $2)", "INSERT INTO t VALUES ($1::int[], $2), ($3::int[], $4)"),
    ])
  func text(_ one: String, _ two: String) throws {
    let insert = try #require(MultiRowInsert(one, dialect: PostgreSQLDialect.dialect))
    #expect(insert.text(rows: 2, parameterCount: 2) == two)
  }

  @Test(
    "are single statements if a row has more than parameters and constants",
    arguments: [
      "INSERT INTO t VALUES ($1) ON CONFLICT DO NOTHING", "INSERT INTO t VALUES ($1), ($2)", "INSERT INTO t SELECT $1",
      "INSERT INTO t VALUES ((SELECT max(id) + $1 FROM t))", "INSERT INTO t VALUES (lower($1))",
      "INSERT INTO t VALUES (1)",
      "INSERT INTO t VALUES ($1) RETURNING id", "WITH x AS (SELECT 1) INSERT INTO t VALUES ($1)", "UPDATE t SET a = $1",
      "INSERT INTO t DEFAULT VALUES", "INSERT INTO t VALUES ($1 + 1)", "INSERT INTO t VALUES (current_user, $1)",
    ])
  func otherText(_ sql: String) { #expect(MultiRowInsert(sql, dialect: PostgreSQLDialect.dialect) == nil) }
}
