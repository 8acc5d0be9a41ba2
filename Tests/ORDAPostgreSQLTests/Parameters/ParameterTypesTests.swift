import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// Which types parameters have: those that the server describes, and otherwise those of the values.
@Suite(.ownThread) struct ParameterTypesTests {
  static let modes = ["prepare=on", "prepare=off"]

  private let own: PostgreSQLDatabase

  init() throws { own = try PostgreSQLDatabase() }

  private func open(_ options: String) throws -> any Governor {
    try PostgreSQLServer.open("pool.max=1&" + options, database: own.name)
  }

  @Test("Integers go with functions and operators that take integers", arguments: modes)
  func integers(_ options: String) throws {
    let db = try open(options)
    defer { try? db.close(within: .zero) }
    for _ in 1...2 {
      try #expect(db.first(String.self, "SELECT ('[1,2,3]'::jsonb - \(1))::text") == "[1, 3]")
      try #expect(db.first(String.self, "SELECT ('[1,2,3]'::jsonb -> \(1))::text") == "2")
      try #expect(db.first(String.self, "SELECT ('{\"1\": 2}'::jsonb -> \("1"))::text") == "2")
      try #expect(db.first(String.self, "SELECT substring('abcdef' from \(2) for \(3))") == "bcd")
      try #expect(db.first(String.self, "SELECT (date '2026-01-01' + \(5))::text") == "2026-01-06")
      try #expect(db.first(String.self, "SELECT ('{1,2,3}'::int[] || \(4))::text") == "{1,2,3,4}")
      try #expect(db.first(String.self, "SELECT left('abcdef', \(2))") == "ab")
      try #expect(db.first(Int.self, "SELECT \(Int.max)") == .max)
      try #expect(db.first(Int.self, "SELECT \(2_000_000_000) + \(2_000_000_000)") == 4_000_000_000)
      try #expect(db.first(Int.self, "SELECT coalesce(\(1), \(1 << 40))") == 1)
    }
    // The same, where a failed attempt would abort the transaction.
    try db.transaction { tx in
      try #expect(tx.first(String.self, "SELECT ('[1,2,3]'::jsonb - \(2))::text /* tx */") == "[1, 2]")
      try #expect(tx.first(String.self, "SELECT (date '2026-01-01' + \(6))::text /* tx */") == "2026-01-07")
      try #expect(tx.first(String.self, "SELECT ('{1}'::int[] || \(4))::text /* tx */") == "{1,4}")
    }
  }

  @Test("NULL in an optional condition works in every order of calls", arguments: modes)
  func optionalConditions(_ options: String) throws {
    let db = try open(options)
    defer { try? db.close(within: .zero) }
    try db.executeScript(
      """
      CREATE TABLE optional_condition (id INT, n BIGINT, t TEXT, at TIMESTAMPTZ);
      INSERT INTO optional_condition VALUES (1, 7, 'a', '2026-01-01Z'), (2, NULL, NULL, NULL)
      """)
    func count(_ n: Int?, _ sql: SQL) throws -> Int? { try db.first(Int.self, sql, ["n": n]) }
    for order in [[nil, 7, nil, 8], [7, nil, 8, nil]] as [[Int?]] {
      for n in order {
        let expected = n == nil ? 2 : n == 7 ? 1 : 0
        let mark = SQL(text: "/* \(order) */")
        #expect(
          try db.first(Int.self, "SELECT count(*) FROM optional_condition WHERE (\(n) IS NULL OR n = \(n)) \(mark)")
            == expected)
        #expect(try count(n, "SELECT count(*) FROM optional_condition WHERE :n IS NULL OR n = :n \(mark)") == expected)
        #expect(try count(n, "SELECT count(*) FROM optional_condition WHERE n = :n OR :n IS NULL \(mark)") == expected)
      }
    }
    for text in [nil, "a", nil, "b"] as [String?] {
      #expect(
        try db.first(Int.self, "SELECT count(*) FROM optional_condition WHERE \(text) IS NULL OR t = \(text)")
          == (text == nil ? 2 : text == "a" ? 1 : 0))
    }
    for instant in [nil, Instant("2026-01-01T00:00:00Z")] {
      #expect(
        try db.first(Int.self, "SELECT count(*) FROM optional_condition WHERE \(instant) IS NULL OR at = \(instant)")
          == (instant == nil ? 2 : 1))
    }
    let named = try db.prepare("SELECT count(*) FROM optional_condition WHERE (:n IS NULL OR n = :n) AND 1 = 1")
    #expect(try named.first(Int.self, ["n": 7]) == 1)
    #expect(try named.first(Int.self, ["n": Int?.none]) == 2)
    for value in [nil, 9] as [Int?] {
      #expect(
        try db.execute("UPDATE optional_condition SET n = CASE WHEN \(value) IS NOT NULL THEN \(value) ELSE 1 END")
          .changed == 2)
      #expect(try db.first(Int.self, "SELECT n FROM optional_condition LIMIT 1") == value ?? 1)
    }
    try db.transaction { tx in
      let sql: SQL = "SELECT count(*) FROM optional_condition WHERE (:n IS NULL OR n = :n) AND 2 = 2"
      try #expect(tx.first(Int.self, sql, ["n": Int?.none]) == 2)
      try #expect(tx.first(Int.self, "SELECT count(*) FROM optional_condition") == 2)
    }
  }

  @Test("A parameter has the type of each execution's value, not of the first one", arguments: modes)
  func eachValue(_ options: String) throws {
    let db = try open(options)
    defer { try? db.close(within: .zero) }
    let type = try db.prepare("SELECT pg_typeof(?)::text")
    let values: [(any ValueConvertible & Sendable, String)] = [
      (try #require(ExactDecimal("1.50")), "numeric"), (0.1 + 0.2, "double precision"),
      (Double.nan, "double precision"),
      (PostgreSQLInterval(days: 2), "interval"), (5, "bigint"), ("five", "text"), (UUID(), "uuid"),
      ([1, 2] as [UInt8], "bytea"), (try #require(CivilDate("2026-01-31")), "date"),
      (Date(), "timestamp with time zone"),
      (PostgreSQLArray([1, 2]), "bigint[]"),
    ]
    for (value, name) in values + values.reversed() {
      // A literal without a type is a text to the server, and `pg_typeof` takes any type.
      #expect(try type.first(String.self, Parameters(values: [value])) == name)
    }
    // The first value's type does not keep the column's type from the others.
    try db.execute("CREATE TABLE typed (n int)")
    let count = try db.prepare("SELECT count(*) FROM typed WHERE n = ?")
    for value in [1.5, 5, "5", ExactDecimal("5"), nil, "6"] as [(any ValueConvertible & Sendable)?] {
      #expect(try count.first(Int.self, Parameters(values: [value])) == 0)
    }
  }

  @Test("A text column holds and compares ORDA's text of a value", arguments: modes)
  func texts(_ options: String) throws {
    let db = try open(options)
    defer { try? db.close(within: .zero) }
    try db.execute("CREATE TABLE text_forms (id SERIAL, t text, v varchar(60))")
    let values: [(any ValueConvertible & Sendable, String)] = [
      (try #require(UUID(uuidString: "ABCDEF01-2345-6789-ABCD-EF0123456789")), "ABCDEF01-2345-6789-ABCD-EF0123456789"),
      (try #require(Instant("2026-01-31T12:34:56.5Z")), "2026-01-31 12:34:56.500000Z"),
      (Date(timeIntervalSince1970: 1_800_000_000), "2027-01-15 08:00:00.000000Z"), (3.0, "3.0"), (1e300, "1e+300"),
      (try #require(ExactDecimal("12.30")), "12.30"), (try #require(CivilDate("2026-01-31")), "2026-01-31"),
      (try #require(CivilTimestamp("2026-01-31 12:00:00.5")), "2026-01-31 12:00:00.500000"), (5, "5"), ("text", "text"),
    ]
    for (value, text) in values {
      try db.execute("DELETE FROM text_forms")
      try db.execute("INSERT INTO text_forms (t, v) VALUES (?, ?)", Parameters(values: [value, value]))
      try db.prepare("INSERT INTO text_forms (t, v) VALUES (?, ?)").executeMany([Parameters(values: [value, value])])
      try db.execute("UPDATE text_forms SET v = ? WHERE t = ?", Parameters(values: [value, value]))
      let stored = try db.query(String.self, "SELECT t FROM text_forms UNION ALL SELECT v FROM text_forms")
      #expect(stored == Array(repeating: text, count: 4))
      for sql in [
        "SELECT count(*) FROM text_forms WHERE t = ?", "SELECT count(*) FROM text_forms WHERE v = ?",
        "SELECT count(*) FROM text_forms WHERE coalesce(t, 'x') = ?",
      ] {
        #expect(try db.first(Int.self, SQL(text: sql), Parameters(values: [value])) == 2, "\(sql) \(text)")
      }
    }
  }

  @Test("A value without a Swift type is bound again with its type", arguments: modes)
  func others(_ options: String) throws {
    let db = try open(options)
    defer { try? db.close(within: .zero) }
    try db.executeScript(
      """
      CREATE TYPE pair AS (a int, b text); CREATE TYPE mood AS ENUM ('sad', 'ok');
      CREATE TYPE span AS RANGE (subtype = float8)
      """)
    for expression in [
      "interval '1 day 2 hours'", "int4range(1, 5)", "tstzrange('2026-01-01Z', NULL)", "inet '10.0.0.1/8'",
      "cidr '10.0.0.0/8'",
      "macaddr '08:00:2b:01:02:03'", "money '12.50'", "bit '101'", "varbit '10101'", "point '(1,2)'",
      "to_tsvector('simple', 'a b')", "timetz '12:00:00+02'", "'{1,NULL,3}'::int[]", "'{{1,2},{3,4}}'::int[]",
      "'(1,x)'::pair", "'[1.5,2.5)'::span", "'{inet}'::name[]", "xml '<a/>'",
    ] {
      let sql = SQL(text: "SELECT \(expression), pg_typeof(\(expression))::text, (\(expression))::text")
      let row = try db.query(sql).row(at: 0)
      let value = try row.get(0, as: Value.self)
      let (type, text) = (try row.get(1, as: String.self), try row.get(2, as: String.self))
      #expect(try db.first(String.self, "SELECT (\(value))::text") == text, "\(expression)")
      if case .text = value { continue }
      let again = try db.first(String.self, "SELECT pg_typeof(\(value))::text")
      #expect(again == type, "\(expression)")
    }
  }

  @Test("A \"char\" without a character is an empty text")
  func char() throws {
    for options in Self.modes {
      let db = try open(options)
      defer { try? db.close(within: .zero) }
      #expect(try db.first(String.self, "SELECT ''::\"char\"") == "")
      #expect(try db.query("SELECT ''::\"char\", inet '10.0.0.1'").row(at: 0).get(0) == "")
      #expect(try db.first(String.self, "SELECT attidentity FROM pg_attribute LIMIT 1") == "")
      #expect(try db.first(String.self, "SELECT 'x'::\"char\"") == "x")
    }
  }
}
