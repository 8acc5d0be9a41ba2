import ORDA
import Testing

@Suite("Expressions") struct ExpressionTests {
  @Test(
    "What they come to",
    arguments: [
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("7 / 2", 3), ("-7 % 3", -1), ("- (2) - -3", 1),
      ("1.5 + 1", .decimal("2.5")),
      ("0.1 + 0.2", .decimal("0.3")), ("1e0 / 4", 0.25), ("'it''s' || ' ok'", "it's ok"),
      ("X'00ff'", .bytes([0, 255])),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)), ("2 = 2.0", 1), ("2 < 2.5e0", 1),
      ("9007199254740993 = 9007199254740992e0", 0), ("'b' > 'a'", 1), ("1 BETWEEN 1 AND 2", 1),
      ("3 NOT BETWEEN 1 AND 2", 1), ("2 IN (1, 2)", 1), ("2 NOT IN (1, 2)", 0), ("'Jazz' LIKE 'J%'", 1),
      ("'Jazz' LIKE '_a__'", 1), ("'Jazz' LIKE '%a'", 0), ("'ab' NOT LIKE '%b%'", 0), ("NOT 1 = 2", 1), ("TRUE", 1),
      ("1 = 1 AND 2 = 3 OR 4 = 4", 1), ("NULL + 1", nil), ("NULL || 'a'", nil), ("NULL LIKE 'a'", nil),
      ("/* a */ 1 -- b", 1),
    ] as [(String, Value)])
  func values(_ text: String, _ value: Value) throws {
    #expect(try opened().query(SQL(text: "SELECT \(text)\n"))[0][0] == value)
  }

  @Test(
    "What is unknown stays so, unless the rest decides",
    arguments: [
      ("NULL = NULL", nil), ("NULL <> 1", nil), ("NOT NULL", nil), ("NULL AND FALSE", 0), ("FALSE AND NULL", 0),
      ("NULL AND TRUE", nil), ("NULL OR TRUE", 1), ("TRUE OR NULL", 1), ("NULL OR FALSE", nil), ("NULL IS NULL", 1),
      ("1 IS NULL", 0), ("1 IS NOT NULL", 1), ("1 IN (1, NULL)", 1), ("2 IN (1, NULL)", nil),
      ("2 NOT IN (1, NULL)", nil), ("1 NOT IN (1, NULL)", 0), ("NULL BETWEEN 1 AND 2", nil),
      ("5 BETWEEN NULL AND 2", 0),
    ] as [(String, Value)])
  func unknown(_ text: String, _ value: Value) throws {
    let db = try opened()
    #expect(try db.query(SQL(text: "SELECT \(text)"))[0][0] == value)
    // WHERE takes what is true, and neither false nor unknown.
    #expect(try db.query(SQL(text: "SELECT 1 WHERE \(text)")).count == (value == 1 ? 1 : 0))
  }

  @Test(
    "Errors, and never a trap",
    arguments: [
      (.outOfRange, "9223372036854775807 + 1"), (.outOfRange, "-9223372036854775808 - 1"),
      (.outOfRange, "9223372036854775807 * 2"), (.outOfRange, "-9223372036854775808 / -1"), (.outOfRange, "1 / 0"),
      (.outOfRange, "1 % 0"), (.outOfRange, "1e0 / 0"), (.outOfRange, "1e308 * 10"), (.outOfRange, "1.5 / 0"),
      (.outOfRange, "-(-9223372036854775808)"), (.typeMismatch, "1 + 'a'"), (.typeMismatch, "'a' = 1"),
      (.typeMismatch, "NOT 'a'"), (.typeMismatch, "1 || 2"), (.syntax, "1 +"), (.syntax, "1e999"), (.syntax, "(1"),
      (.syntax, "X'0'"), (.noSuchColumn, "a"), (.unsupported, "(SELECT 1)"), (.unsupported, "LENGTH('a')"),
      (.unsupported, "CASE WHEN 1 THEN 2 END"), (.syntax, "COUNT(COUNT(*))"),
    ] as [(DatabaseError.Kind, String)])
  func errors(_ kind: DatabaseError.Kind, _ text: String) throws {
    let db = try opened()
    #expect(try failure { try db.query(SQL(text: "SELECT \(text)")) }.kind == kind)
  }

  @Test("-9223372036854775808 % -1 is 0") func smallestRemainder() throws {
    #expect(try opened().first(Int.self, "SELECT -9223372036854775808 % -1") == 0)
  }

  @Test("Nesting has a limit, lists of values have none")
  func nesting() throws {
    let db = try opened()
    func wrapped(_ count: Int) -> SQL {
      SQL(text: "SELECT " + String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count))
    }
    #expect(try db.first(Int.self, wrapped(90)) == 1)
    for count in [200, 100_000] { #expect(try failure { try db.query(wrapped(count)) }.kind == .unsupported) }
    let chain = String(repeating: "1 + ", count: 100_000)
    #expect(try failure { try db.query(SQL(text: "SELECT \(chain)1")) }.kind == .unsupported)
    let or = (1...3000).map { "1 = \($0 + 1)" }.joined(separator: " OR ")
    #expect(try db.first(Int.self, SQL(text: "SELECT \(or)")) == 0)
    #expect(try db.first(Int.self, "SELECT 5000 IN \(in: Array(1...5000))") == 1)
    #expect(
      try db.first((Int, Int).self, "SELECT 1 IN \(in: [Int]()), NULL NOT IN \(in: [Int]())").map { [$0, $1] } == [
        0, 1,
      ])
  }

  @Test(
    "An error of syntax tells its place",
    arguments: [
      ("SELECT 1 FROM", "the statement ends too early, at line 1, column 14"),
      ("SELECT 1,\n  é WHERE ~", "~ is not expected at line 2, column 11"),
      ("SELEC 1", "SELEC is not expected at line 1, column 1"),
    ])
  func places(_ text: String, _ message: String) throws {
    let db = try opened()
    let error = try failure { try db.query(SQL(text: text)) }
    #expect(error.kind == .syntax)
    #expect(error.message == message)
  }
}
