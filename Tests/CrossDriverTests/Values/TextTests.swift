import ORDA
import Testing

@Suite("Text") struct TextTests {
  /// Texts that are easily damaged.
  static let texts = [
    "", " ", "a ", "  a  ", "a\0b", "\0", "\t\r\n", "é", "e\u{301}", "Å", "A\u{30A}", "\u{FEFF}bom", "🎷", "👩‍👩‍👧", "🇩🇪",
    "日本語",
    "नमस्ते", "\u{200B}", "\u{202E}rtl", "\u{10FFFF}", "\u{FFFD}", "a\\b", "it's \"quoted\" `twice`", "%_", "Straße", "İi",
    String(repeating: "x", count: 70_000), String(repeating: "🎷", count: 20_000),
  ]

  @Test("comes back byte for byte", arguments: Database.allCases)
  func bytes(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE t (id INTEGER PRIMARY KEY, x LONGTEXT)")
    let insert = try test.db.prepare("INSERT INTO t VALUES (?, ?)")
    // PostgreSQL's texts hold no NUL.
    let texts = Self.texts.filter { database != .postgresql || !$0.utf8.contains(0) }
    try insert.executeMany(texts.indices) { index, parameters in try parameters.bind(index, texts[index]) }
    // Two texts that look alike are equal to Swift: what counts here is their bytes.
    let kept = try test.db.query(String.self, "SELECT x FROM t ORDER BY id").map { Array($0.utf8) }
    #expect(kept == texts.map { Array($0.utf8) })
    var lent: [[UInt8]] = []
    try test.db.forEach("SELECT x FROM t ORDER BY id") { row in lent.append(Array(try row.get(0, as: String.self).utf8))
    }
    #expect(lent == kept)
  }

  @Test("in a short column keeps its spaces, too", arguments: Database.allCases)
  func spaces(_ database: Database) throws {
    let test = try database.opened("CREATE TABLE t (x VARCHAR(20))")
    try test.db.execute("INSERT INTO t VALUES (?)", " a  ")
    #expect(try test.db.first(String.self, "SELECT x FROM t") == " a  ")
  }

  @Test("in the statement itself is UTF-8, and so are names", arguments: Database.allCases)
  func statement(_ database: Database) throws {
    let test = try database.opened()
    let row = try #require(try test.db.first("SELECT 'Größe 🎷' AS \(identifier: "名前 é"), 'it''s' AS x"))
    #expect(row.columnNames == ["名前 é", "x"])
    #expect(row.values == [.text("Größe 🎷"), .text("it's")])
  }
}
