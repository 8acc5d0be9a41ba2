import Testing

@testable import ORDA

@Suite("Texts as traces show them")
struct TracedTextTests {
  private static let dialect = Dialect()

  @Test(arguments: [
    ("SELECT name FROM genre WHERE id = ?", "SELECT name FROM genre WHERE id = ?", "SELECT genre"),
    (
      "select * from genre where name = 'Jazz' and id > 12.5", "select * from genre where name = ? and id > ?",
      "SELECT genre"
    ),
    (
      "INSERT INTO music.track (a, b) VALUES (x'00ff', -1)", "INSERT INTO music.track (a, b) VALUES (?, -?)",
      "INSERT music.track"
    ),
    (
      "INSERT INTO old SELECT * FROM track JOIN album", "INSERT INTO old SELECT * FROM track JOIN album",
      "INSERT old SELECT track album"
    ),
    ("UPDATE \"the track\" SET seconds = 1", "UPDATE \"the track\" SET seconds = ?", "UPDATE the track"),
    ("DELETE FROM a /* 'Bob' */ WHERE b=1 -- secret", "DELETE FROM a WHERE b=?", "DELETE a"),
    ("CREATE TABLE IF NOT EXISTS note (text TEXT)", "CREATE TABLE IF NOT EXISTS note (text TEXT)", "CREATE note"),
    ("SELECT a FROM (SELECT b FROM c) d", "SELECT a FROM (SELECT b FROM c) d", "SELECT SELECT c"),
    ("SELECT 'it''s', a.b FROM t FOR UPDATE", "SELECT ?, a.b FROM t FOR UPDATE", "SELECT t"),
    ("PRAGMA key = \"secret\"", "PRAGMA key = ?", "PRAGMA"),
    ("(SELECT 1)", "(SELECT ?)", "SELECT"),
    ("", "", "OTHER"),
  ])
  func literalsAreLeftOut(_ sql: String, _ text: String, _ summary: String) {
    let traced = TracedText(sql, in: Self.dialect)
    #expect(traced.text == text)
    #expect(traced.summary == summary)
    #expect(summary.hasPrefix(traced.operation))
  }

  @Test func aLiteralThatDoesNotEndIsLeftOut() {
    #expect(TracedText("SELECT 1, 'secret", in: Self.dialect).text == "SELECT ?, …")
  }

  @Test func longTextsAreCut() {
    let names = (0..<10_000).map { "column_\($0)" }.joined(separator: ", ")
    let traced = TracedText("SELECT \(names) FROM genre", in: Self.dialect)
    #expect(traced.text.utf8.count < 4_200)
    #expect(traced.text.hasPrefix("SELECT column_0, column_1") && traced.text.hasSuffix(" …"))
    let tables = (0..<1_000).map { "JOIN t\($0)" }.joined(separator: " ")
    #expect(TracedText("SELECT a FROM t \(tables)", in: Self.dialect).summary.count == 255)
  }
}
