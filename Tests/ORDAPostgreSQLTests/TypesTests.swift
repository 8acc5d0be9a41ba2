import Foundation
import ORDA
import ORDAPostgreSQL
import PostgreSQLTestServer
import TestSupport
import Testing

/// Every type there and back, and what none of ORDA's types holds.
@Suite(.ownThread) struct TypesTests {
  private func value(_ expression: SQL, _ options: String = "") throws -> Value {
    let db = try PostgreSQLServer.open(options)
    defer { try? db.close(within: .zero) }
    return try db.query("SELECT \(expression) AS v").row(at: 0).get("v", as: Value.self)
  }

  @Test(
    "A value is read as what it is, whether it comes as bytes or as a text",
    arguments: Sample.all)
  func reads(_ sample: Sample) throws {
    let sql = SQL(text: sample.expression)
    #expect(try value(sql) == sample.expected)
    #expect(try value(sql, "prepare=off") == sample.expected)
  }

  @Test(
    "What only the server's types hold is read as String or Double, and as no narrower type",
    arguments: [
      ("'infinity'::date", "infinity"), ("'-infinity'::timestamp", "-infinity"),
      ("'infinity'::timestamptz", "infinity"), ("'20000-01-01'::date", "20000-01-01"),
      ("'294276-12-31 23:59:59.5'::timestamptz", "294276-12-31 23:59:59.5+00"),
      ("'NaN'::numeric", "NaN"), ("'-Infinity'::numeric", "-Infinity"),
    ], ["", ", '::1'::inet"])
  func uncommon(_ value: (expression: String, text: String), other: String) throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    let sql = SQL(text: "SELECT \(value.expression) AS strange\(other)")
    let row = try #require(try db.query(sql).rows.first)
    #expect(try row.get(0, as: String.self) == value.text)
    if value.expression.contains("numeric") {
      let number = try row.get(0, as: Double.self)
      #expect(value.text == "NaN" ? number.isNaN : number == -.infinity)
      let error = #expect(throws: DatabaseError.self) { try row.get(0, as: ExactDecimal.self) }
      #expect(error?.kind == .outOfRange && error?.column == "strange")
    } else {
      let error = #expect(throws: DatabaseError.self) { try row.get(0, as: Date.self) }
      #expect(error?.kind == .outOfRange && error?.column == "strange")
      #expect(error?.message.contains("read it as String") == true, "\(String(describing: error))")
    }
    #expect(try db.first(String.self, "SELECT \(row[0])::text") == value.text)
  }

  @Test("A number that has no place in 32 bits is refused, and none is made of it")
  func narrow() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    try db.executeScript("DROP TABLE IF EXISTS types_narrow; CREATE TABLE types_narrow (r real)")
    defer { _ = try? db.execute("DROP TABLE types_narrow") }
    for number in [1e300, -1e39, 1e-300] {
      #expect(try failure { try db.query("SELECT \(number)::real") }.kind == .outOfRange)
      #expect(try failure { try db.execute("INSERT INTO types_narrow VALUES (?)", number) }.kind == .outOfRange)
      let loaded = try failure {
        try PostgreSQL.bulkLoad(db, into: "types_narrow", columns: ["r"], rows: [0.5, number]) { try $1.append($0) }
      }
      #expect(loaded.kind == .outOfRange)
    }
    for kept in [-Double.infinity, 0, 0.1] {
      try db.execute("INSERT INTO types_narrow VALUES (?)", kept)
      #expect(try db.first(Double.self, "DELETE FROM types_narrow RETURNING r") == Double(Float(kept)))
    }
  }

  @Test("Enumerations are texts, domains are what they are made of, intervals have a type")
  func own() throws {
    let db = try PostgreSQLServer.open()
    defer { try? db.close(within: .zero) }
    try db.executeScript(
      """
      DROP TABLE IF EXISTS types_own; DROP TYPE IF EXISTS types_mood; DROP DOMAIN IF EXISTS types_small;
      CREATE TYPE types_mood AS ENUM ('sad', 'glad');
      CREATE DOMAIN types_small AS int4 CHECK (VALUE < 100);
      CREATE TABLE types_own (mood types_mood, small types_small, span interval, is_new boolean);
      """)
    let span = PostgreSQLInterval(months: 14, days: -3, microseconds: 3_600_500_000)
    try db.execute("INSERT INTO types_own VALUES (\("glad"), \(7), \(span), \(true))")
    let row = try db.query("SELECT * FROM types_own WHERE mood = \("glad") AND is_new = \(1)").row(at: 0)
    try #expect(row.get("mood", as: String.self) == "glad")
    try #expect(row.get("small", as: Int.self) == 7)
    try #expect(row.get("span", as: PostgreSQLInterval.self) == span)
    try #expect(row.get("is_new", as: Bool.self))
    #expect(throws: DatabaseError.self) { try db.execute("INSERT INTO types_own (small) VALUES (\(100))") }
    let error = #expect(throws: DatabaseError.self) { try db.execute("INSERT INTO types_own (mood) VALUES (\("odd"))") }
    #expect(error?.message.contains("odd") == false)
    try db.executeScript("DROP TABLE types_own; DROP TYPE types_mood; DROP DOMAIN types_small")
  }
}

/// An expression, and what it is read as.
struct Sample: Sendable, CustomTestStringConvertible {
  let expression: String
  let expected: Value

  init(_ expression: String, _ expected: Value?) {
    self.expression = expression
    self.expected = expected ?? .text("no such value")
  }

  var testDescription: String { expression }

  private static func other(_ type: String, _ text: String) -> Value { .other(type: type, bytes: Array(text.utf8)) }

  static let all: [Sample] = numbers + texts + moments + others

  private static let numbers: [Sample] = [
    Sample("true", .int(1)),
    Sample("false", .int(0)),
    Sample("(-32768)::int2", .int(-32768)),
    Sample("2147483647::int4", .int(2_147_483_647)),
    Sample("(-9223372036854775808)::int8", .int(.min)),
    Sample("4294967295::oid", .int(4_294_967_295)),
    Sample("1.5::float4", .double(1.5)),
    Sample("'-Infinity'::float8", .double(-.infinity)),
    Sample("12345678901234567890.123000::numeric", ExactDecimal("12345678901234567890.123000").map { .decimal($0) }),
    Sample("0::numeric", ExactDecimal("0").map { .decimal($0) }),
    Sample("-0.00000001::numeric", ExactDecimal("-0.00000001").map { .decimal($0) }),
    Sample("100000000::numeric", ExactDecimal("100000000").map { .decimal($0) }),
  ]

  private static let texts: [Sample] = [
    Sample("'x'::char(3)", .text("x  ")),
    Sample("'é🧡'::varchar", .text("é🧡")),
    Sample("'a'::name", .text("a")),
    Sample("'\\x00ff'::bytea", .bytes([0, 255])),
    Sample("''::bytea", .bytes([])),
    Sample("'12:00+02'::timetz", other("timetz", "12:00:00+02")),
    Sample("'1 year 2 days 3.5 seconds'::interval", other("interval", "P1Y2DT3.5S")),
    Sample("ARRAY[1, 2]", other("integer[]", "{1,2}")),
    Sample("'[1,3)'::int4range", other("int4range", "[1,3)")),
    Sample("'101'::bit(3)", other("bit", "101")),
    Sample("'127.0.0.1'::inet", other("inet", "127.0.0.1")),
  ]

  private static let moments: [Sample] = [
    Sample("'2024-02-29'::date", CivilDate(year: 2024, month: 2, day: 29).map { .date($0) }),
    Sample("'24:00'::time", .time(CivilTime(microseconds: 86_400_000_000))),
    Sample("'1970-01-01 00:00:00.000001'::timestamp", CivilTimestamp(microsecondsSince1970: 1).map { .timestamp($0) }),
    Sample("'1970-01-01 02:00+02'::timestamptz", Instant(microsecondsSince1970: 0).map { .instant($0) }),
  ]

  private static let others: [Sample] = [
    Sample(
      "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid",
      UUID(uuidString: "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11").map { .uuid($0) }),
    Sample("'{\"a\":1}'::json", .json("{\"a\":1}")),
    Sample("'{\"a\":1}'::jsonb", .json("{\"a\": 1}")),
    Sample("NULL::int4", .null),
  ]
}
