/// A word, name, literal or symbol in the text of a CREATE statement.
struct SchemaToken {
  /// The kinds of token that matter for reading a declaration.
  enum Kind {
    /// A keyword, or a name without quotes.
    case word
    /// A name in double quotes, backticks or brackets.
    case quotedName
    /// A string in single quotes, which SQLite also accepts as a name where only a name can be.
    case string
    /// A number.
    case number
    /// One character of punctuation.
    case symbol
  }

  /// The kind of token.
  var kind: Kind
  /// Its place in the text, quotes included.
  var range: Range<Int>
  /// Its text without quotes; doubled quotes are single.
  var name: String

  /// True for an unquoted word that is the keyword, in any case.
  func isKeyword(_ keyword: String) -> Bool {
    kind == .word && SQLiteName.equal(name, keyword)
  }

  /// True for the symbol.
  func isSymbol(_ symbol: String) -> Bool { kind == .symbol && name == symbol }

  /// True for what can be a name.
  var canBeName: Bool { kind == .word || kind == .quotedName || kind == .string }
}
