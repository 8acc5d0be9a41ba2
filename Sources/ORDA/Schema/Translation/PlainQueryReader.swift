/// Reads the query of a view, and writes it for another database, if it is plain; a step of ``ViewTranslation``.
struct PlainQueryReader {
  private let source: Dialect
  private let target: Dialect
  /// The names of tables and columns, and the query's aliases, in small letters.
  private var names: Set<String>

  init(source: Dialect, target: Dialect, schema: DatabaseDescription) {
    self.source = source
    self.target = target
    names = Set(
      schema.tables.flatMap { table in
        [asciiLowercased(table.name.name)] + table.columns.map { asciiLowercased($0.name) }
      })
  }

  private static let keywords: Set<String> = [
    "all", "and", "as", "asc", "between", "by", "case", "cross", "desc", "distinct", "else", "end", "exists", "from",
    "group", "having", "in", "inner", "is", "join", "left", "limit", "not", "null", "offset", "on", "or", "order",
    "outer",
    "select", "then", "union", "using", "when", "where",
  ]
  private static let functions: Set<String> = ["abs", "coalesce", "count", "max", "min", "nullif", "sum"]
  /// Words after a name that are not aliases: joins of another kind, and operators.
  private static let noAliases: Set<String> = [
    "collate", "div", "except", "full", "glob", "intersect", "isnull", "like", "match", "mod", "natural", "notnull",
    "regexp", "right", "rlike", "straight_join", "xor",
  ]
  /// Signs and the longer ones that two of them make.
  private static let signs: Set<String> = ["(", ")", ",", ".", "+", "-", "*", "=", "<", ">"]
  private static let pairs: Set<String> = ["<=", ">=", "<>", "!="]

  /// The query after the AS of a CREATE VIEW; nil if it is not plain.
  mutating func query(of text: String) -> String? {
    var reader = SQLTokens(text, dialect: source)
    var tokens: [SQLToken] = []
    do throws(DatabaseError) {
      while let token = try reader.next() { tokens.append(token) }
    } catch { return nil }
    func place(_ word: String, from start: Int) -> Int? {
      tokens[start...].firstIndex { $0.kind == .word && asciiLowercased($0.name) == word }
    }
    guard let view = place("view", from: 0), let start = place("as", from: view) else { return nil }
    tokens = Array(tokens[(start + 1)...])
    while tokens.last?.text == ";" { tokens.removeLast() }
    findAliases(tokens)
    var parts: [String] = []
    for index in tokens.indices {
      guard let part = part(tokens, index) else { return nil }
      // Two signs that make one stay together, and so do a function and its parenthesis.
      if tokens[index].kind == .sign, index > 0, isPair(tokens, index - 1) || isCall(tokens, index) {
        parts[parts.count - 1] += part
      } else {
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : SpacedSQL.joined(parts)
  }

  /// Names after AS, or after another name.
  private mutating func findAliases(_ tokens: [SQLToken]) {
    for (index, token) in tokens.enumerated().dropFirst() where isName(token) {
      let before = tokens[index - 1]
      let isBehindName = isName(before) && names.contains(asciiLowercased(before.name)) || before.text == ")"
      if asciiLowercased(before.name) == "as" && before.kind == .word || isBehindName {
        names.insert(asciiLowercased(token.name))
      }
    }
  }

  private func isName(_ token: SQLToken) -> Bool {
    token.kind == .quotedName
      || token.kind == .word && !Self.keywords.contains(asciiLowercased(token.name))
        && !Self.functions.contains(asciiLowercased(token.name))
  }

  private func isPair(_ tokens: [SQLToken], _ index: Int) -> Bool {
    guard tokens.indices.contains(index), tokens.indices.contains(index + 1) else { return false }
    let (first, second) = (tokens[index].text, tokens[index + 1].text)
    return first.endIndex == second.startIndex && Self.pairs.contains(String(first + second))
  }

  private func isCall(_ tokens: [SQLToken], _ index: Int) -> Bool {
    tokens[index].text == "(" && tokens[index - 1].kind == .word
      && Self.functions.contains(asciiLowercased(tokens[index - 1].name))
  }

  private func part(_ tokens: [SQLToken], _ index: Int) -> String? {
    let token = tokens[index]
    let next = index + 1 < tokens.count ? tokens[index + 1] : nil
    switch token.kind {
    case .word, .quotedName:
      let word = token.kind == .word ? asciiLowercased(token.name) : ""
      if word == "is" {
        let words = tokens[(index + 1)...].prefix(2).map { asciiLowercased($0.name) }
        return words.first == "null" || words == ["not", "null"] ? "IS" : nil
      }
      if Self.noAliases.contains(word) { return nil }
      if Self.keywords.contains(word) { return word.uppercased() }
      if next?.text == "(", token.kind == .word { return Self.functions.contains(word) ? word.uppercased() : nil }
      return names.contains(asciiLowercased(token.name)) ? target.quoted(identifier: token.name) : nil
    case .number:
      return token.text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") } ? String(token.text) : nil
    case .string:
      return SQLLiteral.text(token.text.utf8, in: source).flatMap { SQLLiteral.quoted($0, in: target) }
    case .sign:
      if isPair(tokens, index) || index > 0 && isPair(tokens, index - 1) { return String(token.text) }
      // `||` and `<=>` consist of several, too.
      return Self.signs.contains(String(token.text)) ? String(token.text) : nil
    case .blob, .parameter, .executableComment: return nil
    }
  }
}
