/// The words, names and signs of a text, one after another, without comments: for a driver that reads SQL which was not
/// given to it to be run, such as in a server's log.
///
/// A text is read only as far as requested. A copy of this value marks a place to return to.
public struct SQLTokens: Sendable {
  private let text: String
  private let dialect: Dialect
  /// The place of the next token, and the executable comment around it.
  private var place = (position: 0, comment: Int?.none)

  /// The tokens of a text, quoted and commented as the dialect says.
  public init(_ text: String, dialect: Dialect) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    self.dialect = dialect
  }

  /// The next token; nil at the end.
  ///
  /// - Throws: `syntax` if a quote or a comment is not closed, or the text contains a NUL.
  public mutating func next() throws(DatabaseError) -> SQLToken? {
    let (token, place) = try text.readingUTF8 { [place] (bytes) throws(DatabaseError) in
      var tokenizer = Tokenizer(bytes, dialect: dialect)
      tokenizer.position = place.position
      tokenizer.executableComment = place.comment
      return (try tokenizer.next(), (tokenizer.position, tokenizer.executableComment))
    }
    self.place = place
    guard let token else { return nil }
    let start = text.utf8.index(text.startIndex, offsetBy: token.start)
    let end = text.utf8.index(start, offsetBy: token.end - token.start)
    return SQLToken(kind: SQLToken.Kind(token.kind), text: text[start..<end])
  }
}

/// The smallest meaningful piece of SQL.
public struct SQLToken: Sendable, Hashable {
  /// The kind of a token.
  public enum Kind: Sendable, Hashable {
    /// A keyword or a name without quotes.
    case word
    /// A number.
    case number
    /// A quoted text.
    case string
    /// Bytes as `x'…'`.
    case blob
    /// A quoted name.
    case quotedName
    /// `?`, `:name` and the dialect's other parameters.
    case parameter
    /// The beginning or the end of a comment that the database executes; the tokens of its text come in between.
    case executableComment
    /// Anything else, usually one character.
    case sign
  }

  /// The kind of token.
  public let kind: Kind
  /// The text, as it is written: with its quotes, if it has any.
  public let text: Substring

  /// The name in a quoted name: without its quotes, and with one in place of two inside it. For any other token the
  /// text as it is.
  public var name: String {
    guard kind == .quotedName, let quote = text.utf8.first else { return String(text) }
    let closing = quote == UInt8(ascii: "[") ? UInt8(ascii: "]") : quote
    var name: [UInt8] = []
    var rest = text.utf8.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      name.append(byte)
      if byte == closing { rest = rest.dropFirst() }
    }
    return String(decoding: name, as: UTF8.self)
  }
}

extension SQLToken.Kind {
  fileprivate init(_ kind: Token.Kind) {
    self =
      switch kind {
      case .word: .word
      case .number: .number
      case .string: .string
      case .blob: .blob
      case .identifier: .quotedName
      case .parameter: .parameter
      case .executableComment: .executableComment
      case .marker, .semicolon, .punctuation: .sign
      }
  }
}
