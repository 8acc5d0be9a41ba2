import ORDA
import Testing

@testable import Command

/// Tables that are not like most.
@Suite("Copies of unusual tables") struct CopySchemaTests {
  /// Everything that SQLite has and MariaDB has not, and names that need quotes.
  private static let unusual: SQL = """
    CREATE TABLE "sel'ect ""x"" `y`" ("a b" INTEGER PRIMARY KEY AUTOINCREMENT, "größe" TEXT, [from] NOT NULL DEFAULT 'x');
    INSERT INTO "sel'ect ""x"" `y`" VALUES (0, 'ä', 1.5), (7, 'é', 't'), (9, NULL, 'u');
    CREATE TABLE nokey (a TEXT, b REAL);
    INSERT INTO nokey VALUES ('x', 1.5), ('x', 1.5), (NULL, NULL);
    CREATE TABLE compact (k TEXT PRIMARY KEY, v INT CHECK (v > 0 AND v <> 7 OR v IS NULL), w INT AS (v * 2) STORED,
      z TEXT AS (upper(k)), CHECK (length(k) < 10)) WITHOUT ROWID;
    INSERT INTO compact (k, v) VALUES ('a', 1), ('A', 2), ('a ', 3);
    CREATE TABLE empty (id INTEGER PRIMARY KEY);
    CREATE TABLE employee (id INTEGER PRIMARY KEY, boss INT REFERENCES employee, team INT REFERENCES team(id));
    CREATE TABLE team (id INTEGER PRIMARY KEY, lead INT REFERENCES employee(id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TABLE folded (a TEXT COLLATE NOCASE UNIQUE, b TEXT);
    INSERT INTO folded VALUES ('a', 'x'), ('b', 'y');
    CREATE INDEX partial ON folded (b) WHERE b IS NOT NULL;
    CREATE INDEX expression ON folded (lower(b));
    CREATE INDEX plain ON folded (b DESC);
    CREATE VIEW above AS SELECT team, n AS number FROM seen WHERE n >= 0 OR team IS NULL;
    CREATE VIEW seen AS SELECT "team", COUNT(*) AS n, 'it''s \\' AS t FROM employee AS e LEFT JOIN team ON team.id = e.team
      GROUP BY "team" ORDER BY 1;
    CREATE VIEW loud AS SELECT upper(k) || 'x' AS u FROM compact;
    CREATE TRIGGER told AFTER INSERT ON folded BEGIN SELECT 1; END;
    CREATE TABLE nullable (a TEXT PRIMARY KEY);
    INSERT INTO nullable VALUES (NULL), ('a');
    """
  private static let circle: SQL = """
    PRAGMA foreign_keys = OFF;
    INSERT INTO employee VALUES (1, 2, 5), (2, 1, NULL);
    INSERT INTO team VALUES (5, 2);
    """

  private static let notes = [
    "note: loud: the view is not copied: it is not known to mean the same",
    "note: compact: z becomes an ordinary column with its values: upper(k) is not known here",
    "note: compact: the condition length(k) < 10 is not copied: it is not known to mean the same",
    "note: team: the foreign key (lead) is checked at once: it can't be deferred",
    "note: folded: the index partial is not copied: it is of some rows only",
    "note: folded: the index expression is not copied: it is of an expression",
    "note: folded: the trigger told is not copied",
    "note: nullable: the primary key becomes a unique key: it holds NULL",
  ]

  private func made(_ databases: CopyDatabases) throws -> String {
    let url = try databases.made(.sqlite, Self.unusual)
    try databases.open(url) { _ = try $0.executeScript(Self.circle) }
    return url
  }

  @Test("What means the same is carried over, and the rest is told")
  func across() async throws {
    let databases = try CopyDatabases()
    let (first, second, third) = (try made(databases), try databases.url(.mariadb), try databases.url(.sqlite))
    let run = try await databases.copy(first, second)
    #expect(run.status == 0, "\(run.error)")
    #expect(Set(run.error.split(separator: "\n").map(String.init)) == Set(Self.notes))
    #expect(try await databases.copy(second, third).status == 0)
    for name in try databases.tables(first) where !["above", "seen", "loud"].contains(name) {
      let rows = try databases.meaning(second, TableName(name: name))
      // There is one computed column less in the copy.
      if name != "compact" { #expect(try databases.meaning(first, TableName(name: name)) == rows, "\(name)") }
      #expect(try databases.meaning(third, TableName(name: name)) == rows, "\(name)")
    }
    try databases.open(second) { db in
      #expect(try db.query((Int?, Int).self, "SELECT * FROM above ORDER BY 1 DESC").map(\.0) == [5, nil])
      #expect(try db.first(String.self, "SELECT t FROM seen") == "it's \\")
      let compact = try db.describe("compact")
      #expect(compact.columns.map(\.generated) == [.none, .none, .stored(expression: "`v` * 2"), .none])
      #expect(compact.checkConstraints.map(\.expression) == ["`v` > 0 and `v` <> 7 or `v` is null"])
      #expect(try db.describe("team").foreignKeys.map(\.referencedTable.name) == ["employee"])
      #expect(try db.describe("employee").foreignKeys.count == 2)
      #expect(try db.describe("folded").indexes.contains { $0.name == "plain" && $0.columnNames == ["b"] })
      // A key goes on after the largest, and that of 0 was kept.
      let odd: SQL = "\(identifier: "sel'ect \"x\" `y`")"
      #expect(try db.execute("INSERT INTO \(odd) (größe) VALUES ('n')").lastID == 10)
      #expect(try db.query("SELECT \(identifier: "a b") FROM \(odd)")[0].get(0, as: Int.self) == 0)
      #expect(throws: DatabaseError.self) { try db.execute("INSERT INTO folded VALUES ('A', '')") }
      #expect(throws: DatabaseError.self) { try db.execute("INSERT INTO employee VALUES (7, 77, NULL)") }
    }
    try databases.open(third) { db in
      #expect(try db.query((Int?, Int).self, "SELECT * FROM above ORDER BY 1 DESC").map(\.1) == [1, 1])
      let odd: SQL = "\(identifier: "sel'ect \"x\" `y`")"
      let key = try db.execute("INSERT INTO \(odd) (größe) VALUES ('n')").lastID
      #expect(key == 10)
      #expect(throws: DatabaseError.self) { try db.execute("INSERT INTO folded VALUES ('A', '')") }
    }
  }

  @Test("Between two databases of one sort nothing is lost but triggers")
  func within() async throws {
    let databases = try CopyDatabases()
    let (first, second) = (try made(databases), try databases.url(.sqlite))
    let run = try await databases.copy(first, second)
    #expect(run.status == 0, "\(run.error)")
    #expect(
      run.error == "note: folded: the trigger told is not copied\n")
    let schema: SQL = """
      SELECT type, name, tbl_name, CASE WHEN type = 'table' THEN sql END FROM sqlite_schema
      WHERE type <> 'trigger' ORDER BY name
      """
    #expect(try databases.rows(first, schema) == databases.rows(second, schema))
    for name in try databases.tables(second) {
      #expect(try databases.meaning(first, TableName(name: name)) == databases.meaning(second, TableName(name: name)))
    }
    try databases.open(second) { db in
      let indexes = try db.describe("folded").indexes
      #expect(indexes.first { $0.name == "partial" }?.predicate == "b IS NOT NULL")
      #expect(indexes.first { $0.name == "expression" }?.columns.map(\.term) == [.expression("(lower(b))")])
    }
  }

  @Test("Between two databases of MariaDB, too")
  func withinMariaDB() async throws {
    let databases = try CopyDatabases()
    let first = try databases.made(
      .mariadb,
      """
      CREATE TABLE p (id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, t TEXT, FULLTEXT KEY ft (t)) COMMENT 'x';
      CREATE TABLE c (id INT PRIMARY KEY, p SMALLINT UNSIGNED REFERENCES p (id),
        at TIMESTAMP NULL DEFAULT NULL ON UPDATE CURRENT_TIMESTAMP, hidden INT INVISIBLE DEFAULT 5, KEY part (at));
      INSERT INTO p VALUES (3, 'x'), (900, 'y');
      INSERT INTO c (id, p, hidden) VALUES (1, 900, 6), (2, NULL, 7);
      """)
    let second = try databases.url(.mariadb)
    let run = try await databases.copy(first, second)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error == "")
    for name in ["p", "c"] {
      let text = try databases.open(first) { try $0.describe(name).sql }
      #expect(try databases.open(second) { try $0.describe(name).sql } == text)
      #expect(try databases.meaning(second, TableName(name: name)) == databases.meaning(first, TableName(name: name)))
    }
  }

  @Test("A row of many long columns loses their lengths, and no value")
  func wide() async throws {
    let databases = try CopyDatabases()
    let columns = (0..<120).map { "c\($0) VARCHAR(\(200 + $0))" }.joined(separator: ", ")
    let values = (0..<120).map { "'\(String(repeating: "ü", count: $0))'" }.joined(separator: ", ")
    let first = try databases.made(
      .sqlite, SQL(text: "CREATE TABLE wide (\(columns)); INSERT INTO wide VALUES (\(values))"))
    let (second, third) = (try databases.url(.mariadb), try databases.url(.sqlite))
    let run = try await databases.copy(first, second)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error.contains("has no length: the row would be longer than 60000 bytes\n"))
    #expect(try await databases.copy(second, third).status == 0)
    #expect(try databases.meaning(third, "wide") == databases.meaning(first, "wide"))
  }

  @Test("Indexes of one name in two tables of MariaDB get two names on SQLite")
  func indexNames() async throws {
    let databases = try CopyDatabases()
    let first = try databases.made(
      .mariadb, "CREATE TABLE a (x INT, KEY same (x)); CREATE TABLE b (x INT, UNIQUE KEY same (x), KEY a (x));")
    let second = try databases.url(.sqlite)
    let run = try await databases.copy(first, second)
    #expect(run.status == 0, "\(run.error)")
    #expect(
      run.error == """
        note: b: the index same is called b_same, for indexes share their names here
        note: b: the index a is called b_a, for indexes share their names here

        """)
    #expect(try databases.open(second) { try $0.describe("b").indexes.map(\.name) } == ["b_same", "b_a"])
  }

  @Test("Keys and enumerations of MariaDB come back with their types, and views that are plain")
  func thereAndBack() async throws {
    let databases = try CopyDatabases()
    let first = try databases.made(
      .mariadb,
      """
      CREATE TABLE actor (actor_id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, i INT, u INT UNSIGNED);
      CREATE TABLE film (film_id MEDIUMINT NOT NULL AUTO_INCREMENT PRIMARY KEY, rating ENUM('G','it''s') DEFAULT 'G',
        who SMALLINT UNSIGNED NOT NULL, FOREIGN KEY (who) REFERENCES actor (actor_id));
      CREATE VIEW actors AS SELECT a.actor_id, COUNT(*) AS n, SUM(a.i - 1) AS s FROM actor a JOIN film f ON f.who = a.actor_id
        WHERE f.rating <> 'it''s' AND f.who IS NOT NULL GROUP BY a.actor_id;
      CREATE VIEW above AS SELECT n FROM actors WHERE n >= 1;
      CREATE VIEW loud AS SELECT CONCAT(rating, 'x') AS c FROM film;
      INSERT INTO actor (i, u) VALUES (4, 4000000000), (-2147483648, NULL);
      INSERT INTO film (rating, who) VALUES ('G', 1), ('G', 1), ('it''s', 2), (NULL, 2);
      """)
    let (second, third) = (try databases.url(.sqlite), try databases.url(.mariadb))
    let there = try await databases.copy(first, second)
    #expect(there.status == 0, "\(there.error)")
    #expect(there.error == "note: loud: the view is not copied: it is not known to mean the same\n")
    #expect(there.output.hasPrefix("2 tables, 2 views, 6 rows copied"))
    let checks = try databases.open(second) { try $0.describe("film").checkConstraints.map(\.expression) }
    #expect(checks == ["\"rating\" IN ('G', 'it''s')"])
    #expect(throws: DatabaseError.self) {
      try databases.open(second) { _ = try $0.execute("INSERT INTO film (rating, who) VALUES ('PG', 1)") }
    }
    let back = try await databases.copy(second, third)
    #expect(back.error == "")
    for url in [second, third] {
      #expect(try databases.rows(url, "SELECT * FROM above") == [["2"]])
      #expect(try databases.rows(url, "SELECT s FROM actors") == [["6"]])
    }
    let schema = try databases.open(third) { try $0.schema() }
    func type(_ table: String, _ column: String) -> String? {
      schema.table(named: table)?.column(named: column)?.declaredType
    }
    #expect(type("actor", "actor_id") == "smallint(5) unsigned")
    #expect(type("film", "who") == "smallint(5) unsigned")
    #expect(type("actor", "i") == "int(11)" && type("actor", "u") == "int(10) unsigned")
    #expect(type("film", "rating") == "enum('G','it''s')")
    #expect(schema.table(named: "film")?.checkConstraints == [])
    // Nothing refers to it, so that nothing tells how wide it was.
    #expect(type("film", "film_id") == "bigint(20)")
    let again = try await databases.copy(third, second, "--replace")
    #expect(again.status == 0, "\(again.error)")
    #expect(again.output.hasPrefix("2 tables, 2 views, 6 rows copied"))
  }
}
