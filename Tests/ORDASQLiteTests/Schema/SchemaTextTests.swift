import ORDA
import Testing

@testable import ORDASQLite

@Suite("Reading the text of declarations")
struct SchemaTextTests {
  @Test func `Comments and quotes are cut as SQLite cuts them`() {
    let text = SchemaText("a--b\n'it''s' /* x ' */ \"q\"\"r\" [s]]`t` 12.5e3 é_$1(,)")
    #expect(
      text.tokens.map(\.name)
        == ["a", "it's", "q\"r", "s", "]", "t", "12", ".", "5e3", "é_$1", "(", ",", ")"])
    #expect(text.source(1..<3) == "'it''s' /* x ' */ \"q\"\"r\"")
  }

  /// A text with all that the reader knows.
  static let whole = """
    CREATE TABLE "t" (a INT CONSTRAINT c CHECK (a > (1)) DEFAULT 'x''y' /* n */ COLLATE [no] REFERENCES p (q) ON DELETE \
    SET NULL DEFERRABLE INITIALLY DEFERRED, b AS (a -- z
    ) STORED, PRIMARY KEY (a AUTOINCREMENT), UNIQUE (a, b), FOREIGN KEY (a, `b`) REFERENCES z) WITHOUT ROWID
    """

  @Test func `A whole declaration is read`() {
    let table = SQLiteTableText(Self.whole)
    #expect(table.columns.map(\.name) == ["a", "b"])
    #expect(table.columns.map(\.generation) == [nil, "a"])
    #expect(table.references.map(\.table) == ["p", "z"])
    #expect(table.references.map(\.isDeferred) == [true, false])
    #expect(table.references.map(\.columns) == [["a"], ["a", "b"]])
    #expect(table.checks.map(\.expression) == ["a > (1)"])
    #expect(table.uniques.map(\.columns) == [["a", "b"]])
    #expect(table.isAutoIncrement)
  }

  @Test func `Broken texts are read to their end and harm nothing`() {
    let bytes = Array(Self.whole.utf8)
    var columns = 0
    for length in 0...bytes.count {
      columns += SQLiteTableText(String(decoding: bytes[..<length], as: UTF8.self)).columns.count
      columns += SQLiteTableText(String(decoding: bytes[length...], as: UTF8.self)).columns.count
      for odd in [
        UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: ","), 0, 0xFF,
      ] {
        let broken = bytes[..<length] + [odd] + bytes[length...]
        columns += SQLiteTableText(String(decoding: broken, as: UTF8.self)).columns.count
      }
    }
    #expect(columns > bytes.count)
    let odd = [
      "", "CREATE", "CREATE TABLE", "CREATE TABLE t", "CREATE TABLE t (", "CREATE TABLE t ()", "CREATE TABLE t (,,)",
      "CREATE TABLE t (a CHECK)", "CREATE TABLE t (a DEFAULT", "CREATE TABLE t (CONSTRAINT",
      "CREATE TABLE t (FOREIGN KEY REFERENCES",
      "CREATE TABLE t (a NOT DEFERRABLE", "CREATE TABLE t (a ON", "CREATE TABLE t (a MATCH", "[", "'", "\"", "/*", "--",
      ")(", "(",
    ]
    #expect(odd.map { SQLiteTableText($0).columns.count }.reduce(0, +) == 5)
    #expect(odd.map { SQLiteIndexText($0).parts.count }.reduce(0, +) == 0)
    #expect(SQLiteIndexText("CREATE INDEX i ON t (a").parts == ["a"])
    #expect(SQLiteIndexText("CREATE INDEX i ON t (desc) WHERE").parts == ["desc"])
  }

  @Test func `Ten thousand open parentheses are no matter`() {
    let table = SQLiteTableText("CREATE TABLE t (a CHECK " + String(repeating: "(", count: 10_000))
    #expect(table.columns.map(\.name) == ["a"])
  }
}
