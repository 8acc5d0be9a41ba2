/// The smallest meaningful piece of SQL, as a range of the text's bytes.
struct Token: Sendable {
  /// The kind of a token.
  enum Kind: Sendable {
    /// A keyword or a name without quotes.
    case word
    /// A number.
    case number
    /// A quoted text.
    case string
    /// Bytes as `x'…'`.
    case blob
    /// A quoted name.
    case identifier
    /// `?`, `?5`, and a name after one of the dialect's signs: `:name`, `@name`, `$name`.
    case parameter
    /// The mark of an interpolated value.
    case marker
    /// `;`
    case semicolon
    /// The beginning or the end of a comment whose text is executed.
    case executableComment
    /// Anything else, usually one byte.
    case punctuation
  }

  var kind: Kind
  var start: Int
  var end: Int
}
