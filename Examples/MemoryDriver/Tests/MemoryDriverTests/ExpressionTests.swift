import ORDA
import Testing

@Suite("Expressions") struct ExpressionTests {
  @Test(
    "What they come to",
    arguments: [
      ("1 + 2 - 4", -1), ("1 - (2 - 4)", 3), ("-7", -7), ("1.5", .decimal("1.5")), ("'it''s'", "it's"),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)), ("2 = 2.0", 1), ("1 + 1 <> 2", 0),
      ("'b' > 'a'", 1), ("2 IN (1, 2)", 1), ("2 NOT IN (1, 2)", 0), ("1 = 1 AND 2 = 3 OR 4 = 4", 1),
      ("4 = 4 OR 1 = 1 AND 2 = 3", 1), ("NULL + 1", nil), ("/* a */ 1 -- b", 1),
    ] as [(String, Value)])
  func values(_ text: String, _ value: Value) throws {
    #expect(try opened().query(SQL(text: "SELECT \(text)\n"))[0][0] == value)
  }

  @Test(
    "What is unknown stays so, unless the rest decides",
    arguments: [
      ("NULL = NULL", nil), ("NULL <> 1", nil), ("NULL AND 0", 0), ("0 AND NULL", 0), ("NULL AND 1", nil),
      ("NULL OR 1", 1), ("1 OR NULL", 1), ("NULL OR 0", nil), ("NULL IS NULL", 1), ("1 IS NULL", 0),
      ("1 IS NOT NULL", 1), ("1 IN (1, NULL)", 1), ("2 IN (1, NULL)", nil), ("2 NOT IN (1, NULL)", nil),
      ("1 NOT IN (1, NULL)", 0), ("NULL IN ()", 0),
    ] as [(String, Value)])
  func unknown(_ text: String, _ value: Value) throws {
    let db = try opened("memory:", "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)")
    #expect(try db.query(SQL(text: "SELECT \(text)"))[0][0] == value)
    // WHERE takes what is true, and neither false nor unknown.
    #expect(try db.query(SQL(text: "SELECT a FROM t WHERE \(text)")).count == (value == 1 ? 1 : 0))
  }

  @Test(
    "Errors, and never a trap",
    arguments: [
      (.outOfRange, "9223372036854775807 + 1"), (.outOfRange, "-9223372036854775808 - 1"), (.typeMismatch, "1 + 'a'"),
      (.typeMismatch, "'a' = 1"), (.typeMismatch, "'a' OR 1"), (.syntax, "1 +"), (.syntax, "(1"), (.syntax, "1 NOT 2"),
      (.syntax, "1.2.3"), (.syntax, "'a"), (.syntax, "a"), (.syntax, "(SELECT 1)"), (.syntax, "LENGTH('a')"),
    ] as [(DatabaseError.Kind, String)])
  func errors(_ kind: DatabaseError.Kind, _ text: String) throws {
    let db = try opened()
    #expect(try failure { try db.query(SQL(text: "SELECT \(text)")) }.kind == kind)
  }

  @Test("Nesting has a limit, lists of values have none")
  func nesting() throws {
    let db = try opened()
    func wrapped(_ count: Int) -> SQL {
      SQL(text: "SELECT " + String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count))
    }
    #expect(try db.first(Int.self, wrapped(200)) == 1)
    for count in [300, 100_000] { #expect(try failure { try db.query(wrapped(count)) }.kind == .unsupported) }
    for part in [" + 1", " OR 1", " IS NULL", " IN (1)"] {
      let chain = SQL(text: "SELECT 1" + String(repeating: part, count: 100_000))
      #expect(try failure { try db.query(chain) }.kind == .unsupported)
    }
    #expect(try db.first(Int.self, "SELECT 5000 IN \(in: Array(1...5000))") == 1)
  }
}
