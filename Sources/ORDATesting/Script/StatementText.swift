import ORDA

/// A statement's text as tokens, for comparing texts that differ only in layout.
struct StatementText: Sendable, Equatable {
  /// A parameter, as it is written.
  enum Parameter: Sendable, Equatable {
    /// `?`
    case next
    /// `?5`
    case number(Int)
    /// `:name`
    case named(String)
    /// The mark of an interpolated value.
    case marked
  }

  /// What is compared: words in small letters, names and strings in their quotes, and `?` for each parameter.
  private(set) var tokens: [String] = []
  /// The parameters, in order.
  private(set) var parameters: [Parameter] = []

  static func == (left: StatementText, right: StatementText) -> Bool { left.tokens == right.tokens }

  init(_ text: String, dialect: Dialect) {
    var rest = SQLTokens(text, dialect: dialect)
    do throws(DatabaseError) {
      while let token = try rest.next() { note(token) }
    } catch {
      // An unclosed quote: the text equals only itself, for the database to judge.
      tokens = [text]
    }
    while tokens.last == ";" { tokens.removeLast() }
  }

  private mutating func note(_ token: SQLToken) {
    switch token.kind {
    case .sign where token.text == "\u{1}":
      tokens.append("?")
      parameters.append(.marked)
    case .parameter:
      let name = token.text.dropFirst()
      tokens.append("?")
      parameters.append(name.isEmpty ? .next : Int(name).map { .number($0) } ?? .named(String(name)))
    case .word: tokens.append(token.text.lowercased())
    default: tokens.append(String(token.text))
    }
  }
}
