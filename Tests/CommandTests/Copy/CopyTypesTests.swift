import ORDA
import Testing

@testable import Command

/// What becomes of every type of column.
@Suite("Copies of every type") struct CopyTypesTests {
  private static let every: SQL = """
    CREATE TABLE every (
      id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, t1 TINYINT, t1u TINYINT UNSIGNED, b BOOLEAN DEFAULT TRUE,
      s SMALLINT, m MEDIUMINT UNSIGNED, i INT DEFAULT -7, bi BIGINT, bu BIGINT UNSIGNED, bt BIT(12) DEFAULT b'101', y YEAR,
      f FLOAT, d DOUBLE, dec1 DECIMAL(10,2) DEFAULT 0.50, dec2 DECIMAL(65,30), c CHAR(10),
      vc VARCHAR(200) DEFAULT 'it''s \\\\ "x"', tt TINYTEXT, tx TEXT, mt MEDIUMTEXT, lt LONGTEXT,
      e ENUM('a','b''c'), st SET('x','y','z'), i4 INET4, i6 INET6, bn BINARY(8), vb VARBINARY(20), tb TINYBLOB, bl BLOB,
      mb MEDIUMBLOB, lb LONGBLOB, p POINT, da DATE, ti TIME(6), dt DATETIME(6) DEFAULT CURRENT_TIMESTAMP(6),
      ts TIMESTAMP(6) NULL, u UUID, j JSON, g INT AS (i + 1) STORED, gv BIGINT AS (i * 2) VIRTUAL,
      CONSTRAINT possible CHECK (i < 1000 AND t1 IN (1, 127, -128)), UNIQUE KEY uq (i, vc), KEY k (da));
    INSERT INTO every
      (id, t1, t1u, b, s, m, i, bi, bu, bt, y, f, d, dec1, dec2, c, vc, tt, tx, mt, lt, e, st, i4, i6, bn, vb, tb, bl, mb, lb,
      p, da, ti, dt, ts, u, j)
      VALUES
      (1, -128, 255, 1, -32768, 16777215, -2147483648, -9223372036854775808, 9223372036854775807, 4095, 2026, 0.1, 0.1, 12.30,
      12345678901234567890123456789012345.123456789012345678901234567890, 'ab ', 'naïve 🎷', 't', 'x\\0y', 'm', 'l', 'b''c',
      'x,z', '1.2.3.4', '::1', 'ab', 'cd', 'e', 'f', 'g', 'h', POINT(1, 2), '2024-02-29', '-838:59:59.999999',
      '2026-01-31 12:34:56.123456', '2026-01-31 12:34:56.123456', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '{"a": [1, 2]}'),
      (4000000000, 127, 0, 0, 32767, 0, 2, 9223372036854775807, 0, 0, 1901, -1.5e30, -1.7976931348623157e308, -0.01, -1, '', '',
      NULL, '', '', '', 'a', '', '255.255.255.255', 'fe80::1', '', '', '', '', '', '', NULL, '0001-01-01', '00:00:00',
      '1000-01-01 00:00:00', '1970-01-01 00:00:01', NULL, 'null');
    """

  @Test("All types of MariaDB, into SQLite and back")
  func mariadb() async throws {
    let databases = try CopyDatabases()
    let first = try databases.made(.mariadb, Self.every)
    let second = try databases.url(.sqlite)
    let third = try databases.url(.mariadb)
    let there = try await databases.copy(first, second)
    #expect(there.status == 0, "\(there.error)")
    #expect(
      there.error.split(separator: "\n") == [
        "note: every: st takes any text: set('x','y','z') is not known here",
        "note: every: p becomes BLOB: there is no type point here",
      ])
    let back = try await databases.copy(second, third)
    #expect(back.status == 0, "\(back.error)")
    #expect(back.error == "")
    let rows = try databases.meaning(first, "every")
    #expect(try databases.meaning(second, "every") == rows)
    #expect(try databases.meaning(third, "every") == rows)
    #expect(
      try databases.rows(second, "SELECT dec2, tx, ti, dt, ts, u, j, bu, hex(bn) FROM every WHERE id = 1") == [
        [
          "12345678901234567890123456789012345.123456789012345678901234567890", "x\0y", "-838:59:59.999999",
          "2026-01-31 12:34:56.123456", "2026-01-31 12:34:56.123456Z", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
          "{\"a\": [1, 2]}", "9223372036854775807", "6162000000000000",
        ]
      ])
    let table = try databases.open(third) { try $0.describe("every") }
    #expect(table.column(named: "b")?.declaredType == "tinyint(1)")
    #expect(table.column(named: "b")?.defaultValue == "1")
    #expect(table.column(named: "e")?.declaredType == "enum('a','b''c')")
    #expect(table.column(named: "i")?.declaredType == "int(11)")
    #expect(table.checkConstraints.count == 2)
    #expect(table.column(named: "vc")?.defaultValue == "'it''s \\\\ \"x\"'")
    #expect(table.column(named: "bt")?.defaultValue == "5")
    #expect(table.column(named: "u")?.declaredType == "uuid")
    #expect(table.column(named: "dec2")?.declaredType == "decimal(65,30)")
    #expect(table.column(named: "ts")?.declaredType == "timestamp(6)")
    #expect(table.column(named: "g")?.generated == .stored(expression: "`i` + 1"))
    #expect(table.checkConstraints.contains { $0.name == "possible" })
    #expect(table.uniqueConstraints.map(\.columns) == [["i", "vc"]])
    #expect(try databases.rows(third, "SELECT g, gv FROM every WHERE id = 4000000000") == [["3", "4"]])
  }

  #if PostgreSQL
    @Test("All types of MariaDB, into PostgreSQL and back, but for what that has no place for")
    func throughPostgreSQL() async throws {
      let databases = try CopyDatabases()
      let first = try databases.made(.mariadb, Self.every)
      let refusals = [
        "PostgreSQL's texts hold no NUL": "tx = 'xy'", "time zone displacement out of range": "ti = '23:59:59.999999'",
        // Computed there as what the columns are, and not as BIGINT.
        "integer out of range": "i = -1073741824",
      ]
      let second = try databases.url(.postgresql)
      for (refusal, mend) in refusals.sorted(by: { $0.key < $1.key }).reversed() {
        let refused = try await databases.copy(first, second)
        #expect(refused.status == 1)
        #expect(refused.error.contains(refusal) || refusals.keys.contains { refused.error.contains($0) })
        #expect(refused.error.contains("table every, the row with id 1"), "\(refused.error)")
        #expect(try databases.tables(second) == [])
        try databases.open(first) { _ = try $0.execute("UPDATE every SET \(raw: mend) WHERE id = 1") }
      }
      let third = try databases.url(.mariadb)
      let there = try await databases.copy(first, second)
      #expect(there.status == 0)
      #expect(
        there.error.split(separator: "\n") == [
          "note: every: e takes any text: enum('a','b''c') is not known here",
          "note: every: st takes any text: set('x','y','z') is not known here",
          "note: every: p becomes BYTEA: there is no type point here",
          "note: every: gv is stored, as all that is computed is here",
        ])
      let back = try await databases.copy(second, third)
      #expect(back.status == 0, "\(back.error)")
      let rows = try databases.meaning(first, "every")
      #expect(try databases.meaning(second, "every") == rows)
      #expect(try databases.meaning(third, "every") == rows)
      let table = try databases.open(third) { try $0.describe("every") }
      let defaults = ["b": "1", "i": "-7", "bt": "5", "dec1": "0.50", "vc": "'it''s \\\\ \"x\"'"]
      for (name, value) in defaults { #expect(table.column(named: name)?.defaultValue == value, "\(name)") }
      #expect(table.column(named: "dt")?.defaultValue == "current_timestamp(6)")
      #expect(table.column(named: "g")?.generated == .stored(expression: "`i` + 1"))
      #expect(table.uniqueConstraints.map(\.columns) == [["i", "vc"]])
    }

    @Test("Between two databases of PostgreSQL nothing of a table is lost, and a dump makes it, too")
    func ownWords() async throws {
      let databases = try CopyDatabases()
      let mood: SQL = "CREATE TYPE mood AS ENUM ('sad', 'ok')"
      let first = try databases.made(
        .postgresql,
        """
        \(sql: mood);
        CREATE TABLE own (id serial PRIMARY KEY, m mood DEFAULT 'ok', tags text[] DEFAULT '{}', doc jsonb DEFAULT '{"a": 1}',
          at timestamptz DEFAULT now(), ip inet, r int4range, low text GENERATED ALWAYS AS (lower(name)) STORED,
          name varchar(20) COLLATE "C" CHECK (length(name) > 1), p point, iv interval, six int DEFAULT (2 * 3),
          u uuid DEFAULT gen_random_uuid(), yes boolean DEFAULT true, b bytea DEFAULT '\\x00ff', d float8, boss int,
          CONSTRAINT above FOREIGN KEY (boss) REFERENCES own (id) ON DELETE SET NULL DEFERRABLE);
        CREATE INDEX own_tags ON own USING gin (tags);
        CREATE INDEX own_low ON own (lower(name)) WHERE id > 5;
        CREATE UNIQUE INDEX own_u ON own (u DESC NULLS LAST) INCLUDE (six);
        INSERT INTO own (name, tags, ip, r, p, iv, d, boss) VALUES ('it''s', '{x,"y z"}', '10.0.0.1', '[1,5)', '(1,2)',
          '1 day', 'Infinity', 2), ('bob \\ "x"', '{}', NULL, NULL, NULL, NULL, 'NaN', NULL);
        """)
      let (second, third) = (try databases.made(.postgresql, mood), try databases.made(.postgresql, mood))
      let run = try await databases.copy(first, second)
      #expect(run.status == 0 && run.error == "", "\(run.error)")
      let orda = BuiltProgram(name: "orda")
      let dump = try await orda.run(["shell", first], input: Array(".dump\n".utf8), in: databases.folder)
      let restored = try await orda.run(["shell", third], input: Array(dump.output.utf8), in: databases.folder)
      #expect(restored.error == "", "\(dump.output)")
      func table(_ url: String) throws -> TableDescription {
        var table = try databases.open(url) { try $0.describe("own") }
        table.indexes.sort { $0.name < $1.name }
        return table
      }
      for url in [second, third] {
        #expect(try table(url) == table(first))
        #expect(try databases.meaning(url, "own") == databases.meaning(first, "own"))
        let next = try databases.open(url) { try $0.execute("INSERT INTO own (name) VALUES ('next')").lastID }
        #expect(next == 3)
      }
    }

    @Test("What SQLite's columns hold decides on PostgreSQL, too")
    func sqliteIntoPostgreSQL() async throws {
      let databases = try CopyDatabases()
      let first = try databases.made(
        .sqlite,
        """
        CREATE TABLE loose (id INTEGER PRIMARY KEY, yes BOOLEAN, level BOOLEAN, day TIME, span TIME, x TEXT DEFAULT x'00FF',
          flag BOOLEAN DEFAULT 1);
        INSERT INTO loose VALUES (1, 1, 5, '23:59:59', '-25:00:00', x'00FF', 0), (2, 0, 1, '00:00:00', '24:00:00', NULL, 1);
        """)
      let second = try databases.url(.postgresql)
      let run = try await databases.copy(first, second)
      #expect(run.status == 0, "\(run.error)")
      let columns = try databases.open(second) { try $0.describe("loose").columns }
      #expect(
        columns.map(\.declaredType) == [
          "bigint", "boolean", "bigint", "time without time zone", "text", "bytea", "boolean",
        ])
      #expect(columns.map(\.defaultValue).suffix(2) == ["'\\x00ff'::bytea", "true"])
      #expect(try databases.meaning(second, "loose") == databases.meaning(first, "loose"))
    }
  #endif

  private static let rental: SQL = """
    CREATE TABLE rental (
      rental_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, rented DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
      seen TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, exact DATETIME(3), t TIME(1), code CHAR(20), year YEAR,
      note TEXT, story MEDIUMTEXT, book LONGTEXT, picture BLOB, film MEDIUMBLOB, tiny TINYINT UNSIGNED, small SMALLINT,
      medium MEDIUMINT UNSIGNED, rate DECIMAL(4,2) DEFAULT 4.99, rating ENUM('G', 'PG'), active BOOLEAN DEFAULT TRUE,
      again INT, FOREIGN KEY (again) REFERENCES rental (rental_id));
    INSERT INTO rental VALUES (1, '2005-05-24 22:53:30', '2005-05-24 22:53:30', '2005-05-24 22:53:30.125', '01:02:03.5',
      'a', 2006, 'n', 's', 'b', x'00ff', x'01', 255, -1, 7, 1.5, 'PG', 0, NULL), (2, '2006-01-01', '2006-01-01', NULL, NULL,
      '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1);
    """

  @Test("Types come back as they left")
  func back() async throws {
    let databases = try CopyDatabases()
    let first = try databases.made(.mariadb, Self.rental)
    let (second, third) = (try databases.url(.sqlite), try databases.url(.mariadb))
    func columns(_ url: String) throws -> [[String?]] {
      try databases.open(url) { db in
        try db.describe("rental").columns.map { [$0.name, $0.declaredType, $0.defaultValue] }
      }
    }
    for (from, to) in [(first, second), (second, third)] {
      let run = try await databases.copy(from, to)
      #expect(run.status == 0 && run.error == "", "\(run.error)")
    }
    #expect(try columns(third) == columns(first))
    #expect(try databases.meaning(third, "rental") == databases.meaning(first, "rental"))
    // What was put into the copy meanwhile, and would not fit, keeps the type wide.
    try databases.open(second) { db in
      try db.execute(
        """
        UPDATE rental SET rented = '2005-05-24 22:53:30.25', code = 'a ', year = 1066, exact = '2005-05-24 22:53:30.1250'
        WHERE rental_id = 1
        """)
      try db.execute("UPDATE rental SET note = \(String(repeating: "n", count: 65_536)) WHERE rental_id = 1")
    }
    let fourth = try databases.url(.mariadb)
    let wide = try await databases.copy(second, fourth)
    #expect(wide.status == 0, "\(wide.error)")
    let types = Dictionary(uniqueKeysWithValues: try columns(fourth).map { ($0[0] ?? "", $0[1] ?? "") })
    #expect(types["rented"] == "datetime(6)" && types["exact"] == "datetime(3)" && types["code"] == "varchar(20)")
    #expect(types["year"] == "smallint(6)" && types["note"] == "longtext" && types["story"] == "mediumtext")
    #expect(try databases.meaning(fourth, "rental") == databases.meaning(second, "rental"))
  }

  private static let loose: SQL = """
    CREATE TABLE loose (id INTEGER PRIMARY KEY, n, i INTEGER, v VARCHAR(3), d DATE, dt DATETIME,
      ts TIMESTAMP DEFAULT CURRENT_TIMESTAMP, b BOOLEAN, num NUMERIC(6,2), f FLOAT, j JSON, u UUID, x TEXT, num2 NUMERIC,
      sm SMALLINT, empty WHATEVER, k TEXT UNIQUE);
    INSERT INTO loose VALUES (1, 1, 9223372036854775807, 'abcdef', '2024-02-29', '2009-01-01 00:00:00',
      '2020-01-01 00:00:00', 1, 12.345, 0.1, '{"a":1}', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'a'||char(0)||'b',
      12345678901234.5, 70000, NULL, 'a');
    INSERT INTO loose VALUES (2, 'text', 1, 'abc', '2024-03-01', '2009-01-01T00:00:00.5', '2020-01-01 00:00:00', 0, 99999.5,
      0.5, 'nope', NULL, x'ff00', 1e300, -5, NULL, 'A');
    INSERT INTO loose VALUES (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
      'a ');
    """

  @Test("What SQLite's columns hold decides, whatever they are declared as")
  func sqlite() async throws {
    let databases = try CopyDatabases()
    let first = try databases.made(.sqlite, Self.loose)
    let second = try databases.url(.mariadb)
    let run = try await databases.copy(first, second)
    #expect(run.status == 0, "\(run.error)")
    #expect(
      run.error.split(separator: "\n") == [
        "note: loose: v becomes LONGTEXT: its values don't fit VARCHAR(3) here",
        "note: loose: ts becomes DATETIME(6): its values don't fit TIMESTAMP here",
        "note: loose: num becomes DECIMAL(8,3): its values don't fit NUMERIC(6,2) here",
        "note: loose: f becomes DOUBLE: its values don't fit FLOAT here",
        "note: loose: j becomes LONGTEXT: its values don't fit JSON here",
        "note: loose: x becomes LONGBLOB: its values don't fit TEXT here",
        "note: loose: num2 becomes DOUBLE: its values don't fit NUMERIC here",
        "note: loose: sm becomes MEDIUMINT: its values don't fit SMALLINT here",
        "note: loose: empty becomes LONGTEXT: there is no type WHATEVER here",
      ])
    #expect(
      try databases.open(second) { try $0.describe("loose").columns.map(\.declaredType) } == [
        "bigint(20)", "longtext", "bigint(20)", "longtext", "date", "datetime(6)", "datetime(6)", "tinyint(1)",
        "decimal(8,3)", "double", "longtext", "uuid", "longblob", "double", "mediumint(9)", "longtext", "varchar(255)",
      ])
    #expect(
      try databases.rows(second, "SELECT n, v, dt, num, f, j, hex(x), sm FROM loose WHERE id < 3 ORDER BY id") == [
        ["1", "abcdef", "2009-01-01 00:00:00.000000", "12.345", "0.1", "{\"a\":1}", "610062", "70000"],
        ["text", "abc", "2009-01-01 00:00:00.500000", "99999.500", "0.5", "nope", "FF00", "-5"],
      ])
    // Texts are compared as SQLite compares them.
    #expect(try databases.rows(second, "SELECT COUNT(*) FROM loose WHERE k = 'a'") == [["1"]])
    let third = try databases.url(.sqlite)
    #expect(try await databases.copy(second, third).status == 0)
    #expect(
      try databases.rows(third, "SELECT k, typeof(i), i FROM loose ORDER BY id") == [
        ["a", "integer", "9223372036854775807"], ["A", "integer", "1"], ["a ", "null", "NULL"],
      ])
  }
}
