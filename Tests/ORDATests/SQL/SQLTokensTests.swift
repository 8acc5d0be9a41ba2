import ORDA
import Testing

@Suite("Tokens of a text, for drivers")
struct SQLTokensTests {
  private func tokens(_ text: String, _ dialect: Dialect = .standard) throws -> [SQLToken] {
    var tokens = SQLTokens(text, dialect: dialect)
    var all: [SQLToken] = []
    while let token = try tokens.next() { all.append(token) }
    return all
  }

  @Test func `Each has its kind and its text, and comments are left out`() throws {
    let all = try tokens("SELECT a.\"b\"\"c\", 'it''s', x'00', 1.5 /* ; */ FROM été WHERE é = :name -- end")
    #expect(
      all.map(\.text) == [
        "SELECT", "a", ".", "\"b\"\"c\"", ",", "'it''s'", ",", "x'00'", ",", "1.5", "FROM", "été", "WHERE", "é", "=",
        ":name",
      ])
    #expect(
      all.map(\.kind) == [
        .word, .word, .sign, .quotedName, .sign, .string, .sign, .blob, .sign, .number, .word, .word, .word, .word,
        .sign,
        .parameter,
      ])
  }

  @Test(arguments: [("\"a\"\"b\"", "a\"b"), ("`a``b`", "a`b"), ("word", "word"), ("\"\"", "")])
  func `A quoted name is told without its quotes`(text: String, name: String) throws {
    var dialect = Dialect.standard
    dialect.backtickIdentifiers = true
    #expect(try tokens(text, dialect).map(\.name) == [name])
  }

  @Test func `What an executable comment holds is told between its marks`() throws {
    var dialect = Dialect.standard
    dialect.executableComments = true
    let all = try tokens("a /*! b */ c", dialect)
    #expect(all.map(\.kind) == [.word, .executableComment, .word, .executableComment, .word])
  }

  @Test func `A copy is a place to go back to`() throws {
    var tokens = SQLTokens("a b c", dialect: .standard)
    _ = try tokens.next()
    let place = tokens
    #expect(try tokens.next()?.text == "b")
    tokens = place
    #expect(try tokens.next()?.text == "b")
    #expect(try tokens.next()?.text == "c")
    #expect(try tokens.next() == nil)
    #expect(try tokens.next() == nil)
  }

  @Test func `A quote that is not closed throws where it is reached`() throws {
    var tokens = SQLTokens("a 'b", dialect: .standard)
    #expect(try tokens.next()?.text == "a")
    let error = #expect(throws: DatabaseError.self) { try tokens.next() }
    #expect(error?.kind == .syntax)
  }

  @Test func `A long text is read only as far as it is asked for`() throws {
    let text = "DELETE " + String(repeating: "x, ", count: 1_000_000)
    var tokens = SQLTokens(text, dialect: .standard)
    // Ten thousand readings of the whole would take minutes.
    for _ in 0..<10_000 {
      var first = tokens
      #expect(try first.next()?.text == "DELETE")
    }
    #expect(try tokens.next()?.kind == .word)
  }
}
