/// A word, name, literal or symbol in the text of a CREATE statement.
struct SchemaToken {
  /// The sorts of token that matter for reading a declaration.
  enum Kind {
    /// A keyword, or a name without quotes.
    case word
    /// A name in double quotes, backticks or brackets.
    case quotedName
    /// A text in single quotes, which SQLite also takes for a name where only a name can stand.
    case string
    /// A number.
    case number
    /// One character of punctuation.
    case symbol
  }

  /// The sort of token.
  var kind: Kind
  /// Where it lies in the text, quotes included.
  var range: Range<Int>
  /// Its text without quotes, doubled quotes made single.
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
