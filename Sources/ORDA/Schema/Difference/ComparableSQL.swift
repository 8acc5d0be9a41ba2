/// A piece of SQL in a form in which texts are equal if the database reads them alike.
///
/// Words and names are in small letters without quotes, and comments, spaces and parentheses around the whole are gone.
struct ComparableSQL: Hashable {
  private(set) var tokens: [String]

  init(_ text: String, _ dialect: Dialect) {
    tokens = Self.tokens(text, dialect)
    while tokens.count >= 2, tokens.first == "(", Self.closing(tokens) == tokens.count - 1 {
      tokens = Array(tokens.dropFirst().dropLast())
    }
  }

  /// What a view reads: everything after AS.
  init(view text: String, _ dialect: Dialect) {
    let all = Self.tokens(text, dialect)
    let view = all.firstIndex(of: "view") ?? all.startIndex
    tokens = all[view...].firstIndex(of: "as").map { Array(all[($0 + 1)...]) } ?? all
  }

  /// True if a name is a word of the text.
  func mentions(_ name: String) -> Bool { tokens.contains(asciiLowercased(name)) }

  private static func tokens(_ text: String, _ dialect: Dialect) -> [String] {
    var reader = SQLTokens(text, dialect: dialect)
    var tokens: [String] = []
    do throws(DatabaseError) {
      while let token = try reader.next() {
        switch token.kind {
        case .word, .quotedName: tokens.append(asciiLowercased(token.name))
        case .executableComment: break
        default: tokens.append(String(token.text))
        }
      }
    } catch {
      return [text]
    }
    return tokens
  }

  /// The place of the parenthesis that closes the first one.
  private static func closing(_ tokens: [String]) -> Int? {
    var depth = 0
    for (index, token) in tokens.enumerated() {
      if token == "(" { depth += 1 }
      if token == ")" {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }
}
