extension TableDescription {
  /// The texts that a column is restricted to, in order: by its type, `ENUM('a','b')`, or by a condition `column IN
  /// ('a', 'b')`, which may let NULL pass, and which PostgreSQL tells as `column = ANY (ARRAY['a', 'b'])` with casts. Nil if
  /// it is not restricted like this.
  ///
  /// - Parameters:
  ///   - column: The column's name.
  ///   - dialect: How the database writes texts.
  public func allowedTexts(of column: String, in dialect: Dialect) -> [String]? {
    guard let column = self.column(named: column) else { return nil }
    if asciiLowercased(column.declaredType).hasPrefix("enum("),
      let texts = Self.texts(Self.tokens(column.declaredType, dialect).dropFirst(), dialect)
    {
      return texts
    }
    return checkConstraints.lazy.compactMap { Self.texts(of: $0, column.name, dialect) }.first
  }

  /// The condition that restricts a column to some texts, if there is one, and the texts.
  func allowingCheck(of column: String, in dialect: Dialect) -> (check: CheckConstraint, texts: [String])? {
    checkConstraints.lazy.compactMap { check in
      Self.texts(of: check, column, dialect).map { (check, $0) }
    }.first
  }

  private static func texts(of check: CheckConstraint, _ column: String, _ dialect: Dialect) -> [String]? {
    var tokens = tokens(check.expression, dialect)[...]
    while tokens.first?.text == "(", tokens.last?.text == ")" { tokens = tokens.dropFirst().dropLast() }
    func isColumn(_ token: SQLToken) -> Bool {
      (token.kind == .word || token.kind == .quotedName) && asciiLowercased(token.name) == asciiLowercased(column)
    }
    // NULL passes a condition anyway, and some conditions say so.
    func drop(_ words: [String], from tokens: ArraySlice<SQLToken>) -> ArraySlice<SQLToken>? {
      guard tokens.count == words.count else { return nil }
      return zip(tokens, words).allSatisfy { token, word in
        word == "?" ? isColumn(token) : asciiLowercased(String(token.text)) == word
      } ? [] : nil
    }
    if drop(["?", "is", "null", "or"], from: tokens.prefix(4)) != nil { tokens = tokens.dropFirst(4) }
    if drop(["or", "?", "is", "null"], from: tokens.suffix(4)) != nil { tokens = tokens.dropLast(4) }
    guard let first = tokens.first, isColumn(first), let word = tokens.dropFirst().first,
      asciiLowercased(String(word.text)) == "in"
    else { return elements(tokens, dialect, isColumn) }
    return texts(tokens.dropFirst(2), dialect)
  }

  /// The texts of `(column)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])`.
  private static func elements(
    _ tokens: ArraySlice<SQLToken>, _ dialect: Dialect, _ isColumn: (SQLToken) -> Bool
  ) -> [String]? {
    var plain = withoutCasts(tokens)[...]
    guard let column = plain.popFirst(), isColumn(column) else { return nil }
    for word in ["=", "any", "array", "["] {
      guard let token = plain.popFirst(), asciiLowercased(String(token.text)) == word else { return nil }
    }
    guard plain.popLast()?.text == "]" else { return nil }
    return list(plain, dialect)
  }

  /// The tokens without `::type` and without parentheses.
  private static func withoutCasts(_ tokens: ArraySlice<SQLToken>) -> [SQLToken] {
    var plain: [SQLToken] = []
    var rest = tokens
    while let token = rest.popFirst() {
      if token.text == "(" || token.text == ")" { continue }
      guard token.text.hasPrefix(":") else {
        plain.append(token)
        continue
      }
      while let next = rest.first, next.kind == .word || next.text.hasPrefix(":") { rest.removeFirst() }
      if rest.prefix(2).map(\.text) == ["[", "]"] { rest.removeFirst(2) }
    }
    return plain
  }

  /// The texts of `('a', 'b')`; nil for anything else.
  private static func texts(_ tokens: ArraySlice<SQLToken>, _ dialect: Dialect) -> [String]? {
    guard tokens.first?.text == "(", tokens.last?.text == ")" else { return nil }
    return list(tokens.dropFirst().dropLast(), dialect)
  }

  /// The texts of `'a', 'b'`; nil for anything else.
  private static func list(_ tokens: ArraySlice<SQLToken>, _ dialect: Dialect) -> [String]? {
    var texts: [String] = []
    for (index, token) in tokens.enumerated() {
      if index.isMultiple(of: 2) {
        guard token.kind == .string, let text = SQLLiteral.text(token.text.utf8, in: dialect) else { return nil }
        texts.append(text)
      } else if token.text != "," {
        return nil
      }
    }
    return texts.isEmpty ? nil : texts
  }

  private static func tokens(_ text: String, _ dialect: Dialect) -> [SQLToken] {
    var reader = SQLTokens(text, dialect: dialect)
    var tokens: [SQLToken] = []
    while let token = try? reader.next() { tokens.append(token) }
    return tokens
  }
}
