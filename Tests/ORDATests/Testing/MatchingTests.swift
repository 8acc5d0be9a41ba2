import ORDA
import ORDATesting
import TestSupport
import Testing

@Suite("Texts are matched") struct MatchingTests {
  private func matches(
    _ expected: SQL, _ came: String, _ matching: TextMatching = .normalized, dialect: Dialect = .standard
  ) throws -> Bool {
    let script = ScriptedDatabase(matching: matching, dialect: dialect)
    script.expect(expected, answer: .changes(1))
    let values = Parameters(values: Array(repeating: 1, count: came.count { $0 == "?" }))
    return databaseError { try script.open().execute(SQL(text: came), values) } == nil
  }

  @Test(
    "whatever their layout, comments and capitals",
    arguments: [
      ("UPDATE a SET b = ?", "update  A\n set b=?"),
      ("UPDATE a SET b = ?", "UPDATE a /* now */ SET b = ? -- then"),
      ("UPDATE a SET b = 'x y'", "UPDATE a SET b='x y'"),
      ("UPDATE a SET b = 'it''s -- no comment'", "update a set b = 'it''s -- no comment'"),
      ("UPDATE a SET b = 1;", "UPDATE a SET b = 1"),
    ])
  func layout(expected: String, came: String) throws {
    #expect(try matches(SQL(text: expected), came))
    #expect(try !matches(SQL(text: expected), came, .exact))
    #expect(try matches(SQL(text: came), came, .exact))
  }

  @Test(
    "by what stands in quotes, by words and by signs",
    arguments: [
      ("UPDATE a SET b = 'x'", "UPDATE a SET b = 'X'"), ("UPDATE a SET b = 'x y'", "UPDATE a SET b = 'x  y'"),
      ("UPDATE a SET b = 1", "UPDATE a SET b = 12"), (#"UPDATE "a""#, "UPDATE a"), ("UPDATE a", "UPDATE a b"),
      ("UPDATE a SET b = c", "UPDATE a SET bc"), ("UPDATE a SET b = '", "UPDATE a SET b = ''"),
    ])
  func differences(expected: String, came: String) throws { #expect(try !matches(SQL(text: expected), came)) }

  @Test("by parameters, and not by what looks like one")
  func parameters() throws {
    #expect(try matches("SELECT a::int, ':b', ? -- :c", "SELECT a::int, ':b', ?"))
    #expect(try matches("SELECT :b, ?1, ?", "SELECT ?, ?, ?"))
  }

  @Test("by names that are quoted as the dialect says")
  func identifiers() throws {
    let mine = Dialect(identifierQuote: "`", doubleQuotesIdentifiers: false, backtickIdentifiers: true)
    #expect(try matches("UPDATE \(identifier: "a")", "UPDATE `a`", dialect: mine))
    #expect(try matches("UPDATE \(identifier: "a")", #"UPDATE "a""#))
  }
}
