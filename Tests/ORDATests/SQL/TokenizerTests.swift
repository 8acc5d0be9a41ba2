import Testing

@testable import ORDA

@Suite struct TokenizerTests {
  /// A text and the tokens that a dialect finds in it, each as kind and text.
  struct Case: Sendable, CustomTestStringConvertible {
    var dialects: [Dialect]
    var text: String
    var tokens: [String]
    var testDescription: String { text }

    init(_ text: String, _ tokens: [String], _ dialects: [Dialect] = Dialect.all) {
      self.dialects = dialects
      self.text = text
      self.tokens = tokens
    }
  }

  static let maria: [Dialect] = [.likeMariaDB, .likeAnsiMariaDB]
  static let cases: [Case] = [
    Case("SELECT a1, _b", ["word SELECT", "word a1", "punctuation ,", "word _b"]),
    Case("\u{FEFF}a\t\r\n\u{B}\u{C} é$x", ["word a", "word é$x"]),
    Case("1.5e3 .5 0x1F t.1", ["number 1.5e3", "number .5", "number 0x1F", "word t", "number .1"]),
    Case("'it''s ? :n' ''", ["string 'it''s ? :n'", "string ''"]),
    Case("x'0a' X'' x", ["blob x'0a'", "blob X''", "word x"]),
    Case("\"a\"\"b\"", ["identifier \"a\"\"b\""], [.standard, .likeSQLite, .likeAnsiMariaDB]),
    Case("\"a\"\"b\"", ["string \"a\"\"b\""], [.likeMariaDB]),
    Case("'a\\' ?", ["string 'a\\'", "parameter ?"], [.standard, .likeSQLite, .likeAnsiMariaDB]),
    Case("'a\\' ?'", ["string 'a\\' ?'"], [.likeMariaDB]),
    Case("\"a\\\" ?\"", ["string \"a\\\" ?\""], [.likeMariaDB]),
    Case("`a\\`", ["identifier `a\\`"], [.likeSQLite, .likeMariaDB, .likeAnsiMariaDB]),
    Case("`a``?`", ["identifier `a``?`"], [.likeSQLite, .likeMariaDB]),
    Case("`?`", ["punctuation `", "parameter ?", "punctuation `"], [.standard]),
    Case("[a ? 'b]", ["identifier [a ? 'b]"], [.likeSQLite]),
    Case("a[?]", ["word a", "punctuation [", "parameter ?", "punctuation ]"], [.standard, .likeMariaDB]),
    Case("a -- ? 'x\nb", ["word a", "word b"]),
    Case("5--?", ["number 5"], [.standard, .likeSQLite]),
    Case("5--?", ["number 5", "punctuation -", "punctuation -", "parameter ?"], maria),
    Case("5--\u{1}", ["number 5", "punctuation -", "punctuation -", "marker \u{1}"], maria),
    Case("5--\t?\n--", ["number 5"]),
    Case("a # ?\nb", ["word a", "word b"], maria),
    Case("a # ?", ["word a", "punctuation #", "parameter ?"], [.standard, .likeSQLite]),
    Case("a /* ? /* ' */ b", ["word a", "word b"], [.standard, .likeSQLite, .likeMariaDB]),
    Case("a /* /* */ ' */ b", ["word a", "word b"], [.nesting]),
    Case("/**/a/***/b", ["word a", "word b"]),
    Case("/*! ? */", [], [.standard, .likeSQLite]),
    Case(
      "/*!50003 a ? */ /*M!b*/",
      [
        "executableComment /*!50003", "word a", "parameter ?", "executableComment */", "executableComment /*M!",
        "word b", "executableComment */",
      ], maria),
    Case("? ?12 :name", ["parameter ?", "parameter ?12", "parameter :name"]),
    Case(":1", ["parameter :1"], [.standard, .likeSQLite, .likeMariaDB]),
    Case(
      "a::int b := c ::d :",
      [
        "word a", "punctuation ::", "word int", "word b", "punctuation :=", "word c",
        "punctuation ::", "word d", "punctuation :",
      ]),
    Case("@a $b $::c", ["parameter @a", "parameter $b", "parameter $::c"], [.standard, .likeSQLite]),
    Case("@a @@b $c", ["punctuation @", "word a", "punctuation @", "punctuation @", "word b", "word $c"], maria),
    Case("$a::b $c::d::e(f:g)$", ["parameter $a::b", "parameter $c::d::e(f:g)", "punctuation $"], [.likeSQLite]),
    Case(
      "$a(b c) $d: :e",
      [
        "parameter $a", "punctuation (", "word b", "word c", "punctuation )", "parameter $d", "punctuation :",
        "parameter :e",
      ], [.likeSQLite]),
    Case("a;b", ["word a", "semicolon ;", "word b"]),
    Case("\u{1}\u{1}", ["marker \u{1}", "marker \u{1}"]),
    Case("\u{2}\u{7F}%", ["punctuation \u{2}", "punctuation \u{7F}", "punctuation %"]),
  ]

  static let postgreSQL: [Case] = [
    Case("$$it's; ?$$ $a1$ $$ :n $a$ $a1$ x$$", ["string $$it's; ?$$", "string $a1$ $$ :n $a$ $a1$", "word x$$"]),
    Case("$1 $1$ $é$?$é$ $a b$", ["parameter $1", "parameter $1", "word $", "string $é$?$é$", "word $a", "word b$"]),
    Case("E'it\\'s ?' e'\\\\' E 'a\\'", ["string E'it\\'s ?'", "string e'\\\\'", "word E", "string 'a\\'"]),
    Case("essen e1 ?", ["word essen", "word e1", "parameter ?"]),
    Case("/* ? /* ' */ ; */ a", ["word a"]),
    Case(
      "a[1:2] [?:b] [:c]",
      [
        "word a", "punctuation [", "number 1", "punctuation :", "number 2", "punctuation ]", "punctuation [",
        "parameter ?", "punctuation :", "word b", "punctuation ]", "punctuation [", "parameter :c", "punctuation ]",
      ]),
    Case(
      "[a:b] a :b",
      ["punctuation [", "word a", "punctuation :", "word b", "punctuation ]", "word a", "parameter :b"]),
    Case("a::text = :a", ["word a", "punctuation ::", "word text", "punctuation =", "parameter :a"]),
    Case(":1 @a", ["punctuation :", "number 1", "punctuation @", "word a"]),
    Case(
      "j ?? ? ??| ?",
      ["word j", "punctuation ??", "parameter ?", "punctuation ??", "punctuation |", "parameter ?"]),
  ].map { Case($0.text, $0.tokens, [.likePostgreSQL]) }

  @Test(arguments: cases + postgreSQL) func tokens(_ item: Case) throws {
    for dialect in item.dialects {
      #expect(try tokens(item.text, dialect) == item.tokens, "\(dialect)")
    }
  }

  /// A text that hides its end from the tokenizer, and where that begins.
  @Test(
    arguments: [
      ("SELECT 'abc", "a string is not closed; it begins at line 1, column 8", Dialect.all),
      ("a\n  é \"b\"\"", "a quoted name is not closed; it begins at line 2, column 5", [.standard, .likeSQLite]),
      ("\"", "a string is not closed; it begins at line 1, column 1", [.likeMariaDB]),
      ("'\\'", "a string is not closed; it begins at line 1, column 1", [.likeMariaDB]),
      ("'\\", "a string is not closed; it begins at line 1, column 1", Dialect.all),
      ("a `", "a quoted name is not closed; it begins at line 1, column 3", [.likeSQLite, .likeMariaDB]),
      ("\r\n[", "a quoted name is not closed; it begins at line 2, column 1", [.likeSQLite]),
      ("x'", "a string is not closed; it begins at line 1, column 1", Dialect.all),
      ("a /* b", "a comment is not closed; it begins at line 1, column 3", Dialect.all),
      ("/*/", "a comment is not closed; it begins at line 1, column 1", Dialect.all),
      ("/* /* */", "a comment is not closed; it begins at line 1, column 1", [.nesting, .likePostgreSQL]),
      ("a $b$ $c$ $$", "a string is not closed; it begins at line 1, column 3", [.likePostgreSQL]),
      ("a E'\\'", "a string is not closed; it begins at line 1, column 3", [.likePostgreSQL]),
      ("a /*! b", "a comment is not closed; it begins at line 1, column 3", [.likeMariaDB]),
      ("a\0b", "a NUL character at line 1, column 2", Dialect.all),
      ("a -- b\0\nc", "a NUL character at line 1, column 7", Dialect.all),
      ("/* \0 */", "a NUL character at line 1, column 4", Dialect.all),
    ] as [(String, String, [Dialect])])
  func errorsSayWhere(_ text: String, _ message: String, _ dialects: [Dialect]) {
    for dialect in dialects {
      let error = databaseError { _ = try tokens(text, dialect) }
      #expect(error?.kind == .syntax)
      #expect(error?.message == message, "\(dialect)")
    }
  }

  /// Each sign is a parameter's or not, by itself.
  @Test func signsOfParameters() throws {
    let text = ":a @b $c"
    let signs: [(ParameterSigils, String, [String])] = [
      (.colon, ":a", ["punctuation @", "word b", "word $c"]), (.at, "@b", ["punctuation :", "word a", "word $c"]),
      (.dollar, "$c", ["punctuation :", "word a", "punctuation @", "word b"]),
    ]
    for (sigils, parameter, others) in signs {
      let found = try tokens(text, Dialect(parameterSigils: sigils))
      #expect(Set(found) == Set(others + ["parameter \(parameter)"]))
    }
    #expect(try tokens(":1 :a", Dialect(parameterNamesBeginWithDigits: false)).first == "punctuation :")
    // What the dialect does not know stays what it was.
    #expect(try tokens("??", .standard) == ["parameter ?", "parameter ?"])
    #expect(try tokens("[a:b]", .standard).contains("parameter :b"))
  }

  @Test func anyBytesAreRead() throws {
    var generator = Soup(seed: 7)
    for dialect in Dialect.all + [.likePostgreSQL] {
      for _ in 0..<2_000 {
        let bytes = (0..<generator.next(40)).map { _ in UInt8(truncatingIfNeeded: generator.next(256)) }
        bytes.withUnsafeBufferPointer { buffer in
          var tokenizer = Tokenizer(buffer, dialect: dialect)
          var end = 0
          let error = databaseError {
            while let token = try tokenizer.next() {
              #expect(token.start >= end && token.end > token.start && token.end <= buffer.count)
              end = token.end
            }
          }
          #expect(error == nil || error?.kind == .syntax)
        }
      }
    }
  }

  private func tokens(_ text: String, _ dialect: Dialect) throws -> [String] {
    try text.readingUTF8 { (bytes) throws(DatabaseError) in
      var tokenizer = Tokenizer(bytes, dialect: dialect)
      var tokens: [String] = []
      while let token = try tokenizer.next() {
        tokens.append("\(token.kind) \(String(decoding: bytes[token.start..<token.end], as: UTF8.self))")
      }
      return tokens
    }
  }
}
