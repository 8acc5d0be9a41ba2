import Testing

@testable import ORDA

@Suite struct SQLTests {
  @Test func literalIsTextAlone() {
    let sql: SQL = "SELECT 1"
    #expect(sql.render(.standard) == "SELECT 1")
    #expect(sql.bindings.isEmpty)
    #expect(sql.identifiers.isEmpty)
  }

  @Test func valuesBecomeMarkers() {
    let name = Bound("Jazz")
    let missing: Bound? = nil
    let present: Bound? = Bound("Swing")
    let any: any ValueConvertible = Bound("Bop")
    let anyMissing: (any ValueConvertible)? = nil
    let sql: SQL = "VALUES (\(name), \(missing), \(present), \(any), \(anyMissing))"
    #expect(sql.render(.standard) == "VALUES (\u{1}, \u{1}, \u{1}, \u{1}, \u{1})")
    #expect(sql.bindings.texts == ["Jazz", nil, "Swing", "Bop", nil])
    #expect(sql.description == "VALUES (?, ?, ?, ?, ?)")
  }

  @Test func sameStatementWithOtherValuesHasTheSameText() {
    func query(_ name: String) -> SQL { "SELECT * FROM genre WHERE name = \(Bound(name))" }
    #expect(query("a").render(.likeSQLite) == query("b").render(.likeSQLite))
  }

  @Test func identifiersAreQuotedByTheDialect() {
    let sql: SQL = "SELECT \(identifier: "a\"b`c") FROM \(identifier: "main", "t") WHERE x = \(Bound("v"))"
    #expect(sql.render(.standard) == "SELECT \"a\"\"b`c\" FROM \"main\".\"t\" WHERE x = \u{1}")
    #expect(sql.render(.likeMariaDB) == "SELECT `a\"b``c` FROM `main`.`t` WHERE x = \u{1}")
  }

  @Test func closingQuoteIsDoubledEvenBeforeACombiningMark() throws {
    let sql: SQL = "SELECT \(identifier: "a\"\u{301}; DROP TABLE t; --")"
    #expect(sql.render(.standard) == "SELECT \"a\"\"\u{301}; DROP TABLE t; --\"")
    let parsed = try ParsedStatement.parse(sql.render(.standard), interpolations: 0, dialect: .standard)
    #expect(parsed.keyword == .select)
  }

  @Test func bracketsCloseWithTheOtherBracket() {
    #expect(Dialect(identifierQuote: "[").quoted(identifier: "a]b[") == "[a]]b[]")
  }

  @Test func listsBecomeOneMarkerAnElement() {
    let three: SQL = "id IN \(in: [Bound("1"), Bound("2"), Bound("3")])"
    #expect(three.description == "id IN (?, ?, ?)")
    #expect(three.bindings.texts == ["1", "2", "3"])
    let mixed: [any ValueConvertible] = [Bound("1")]
    let one: SQL = "id IN \(in: mixed)"
    #expect(one.description == "id IN (?)")
    let none: SQL = "id IN \(in: [Bound]())"
    #expect(none.description == "id IN (SELECT NULL FROM (SELECT 1 AS n) AS none WHERE n = 0)")
    #expect(none.render(Dialect(emptyList: "()")) == "id IN ()")
    #expect(none.bindings.isEmpty)
  }

  @Test func anEmptyListBehindNotIn() {
    let none = [Bound]()
    let dialect = Dialect(emptyList: "(A)", emptyNotInList: "(B)")
    let condition: SQL = "a NOT /* 'IN */ in\n\(in: none)"
    let others: SQL = "NOT b IN \(in: none) OR \(identifier: "not") IN \(in: none) AND (c NOT IN\(in: none))"
    let sql: SQL = "\(condition) AND \(others)"
    #expect(
      sql.render(dialect) == "a NOT /* 'IN */ in\n(B) AND NOT b IN (A) OR \"not\" IN (A) AND (c NOT IN(B))")
    #expect(sql.render(Dialect(emptyList: "(A)")).contains("B") == false)
    #expect(("' NOT IN \(in: none)" as SQL).render(dialect) == "' NOT IN (A)")
  }

  @Test func rawTextAndOtherSQLAreEmbedded() {
    let condition: SQL = "\(identifier: "a") = \(Bound("x"))"
    let sql: SQL = "SELECT \(raw: "b, c") FROM t WHERE \(condition) OR \(sql: condition) OR d = \(Bound("y"))"
    #expect(sql.render(.likeMariaDB) == "SELECT b, c FROM t WHERE `a` = \u{1} OR `a` = \u{1} OR d = \u{1}")
    #expect(sql.bindings.texts == ["x", "x", "y"])
  }

  @Test func piecesAreJoined() {
    let conditions: [SQL] = ["a = \(Bound("1"))", "\(identifier: "b") = \(Bound("2"))", "c"]
    let sql = "SELECT 1 WHERE " + conditions.joined(separator: " AND ")
    #expect(sql.description == "SELECT 1 WHERE a = ? AND \"b\" = ? AND c")
    #expect(sql.bindings.texts == ["1", "2"])
    var more: SQL = "a"
    more += "b"
    #expect(more.description == "ab")
    #expect([SQL]().joined(separator: ", ").description == "")
  }

  @Test(arguments: ["x' OR '1'='1", "%@ %s \\'", "a; DROP TABLE genre; --", "\u{1}?:n\"`", "\0"])
  func valuesNeverReachTheText(_ evil: String) throws {
    for dialect in Dialect.all {
      let sql: SQL = "SELECT * FROM genre WHERE name = \(Bound(evil)) AND id = ?"
      let text = sql.render(dialect)
      let parsed = try ParsedStatement.parse(text, interpolations: sql.bindings.count, dialect: dialect)
      #expect(parsed.text == "SELECT * FROM genre WHERE name = ? AND id = ?")
      #expect(parsed.parameters.sources == [.interpolated(0), .parameter(0)])
      #expect(sql.bindings.texts == [evil])
    }
  }

  @Test func descriptionShowsNoValues() {
    let sql: SQL = "SELECT \(Bound("secret"))"
    #expect("\(sql)" == "SELECT ?")
  }
}
