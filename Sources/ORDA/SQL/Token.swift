/// The smallest piece of SQL that means something, as a range of the text's bytes.
struct Token: Sendable {
  /// What a token is.
  enum Kind: Sendable {
    /// A keyword or a name without quotes.
    case word
    /// A number.
    case number
    /// A text in quotes.
    case string
    /// Bytes as `x'…'`.
    case blob
    /// A name in quotes.
    case identifier
    /// `?`, `?5`, and a name behind one of the dialect's signs: `:name`, `@name`, `$name`.
    case parameter
    /// The mark of an interpolated value.
    case marker
    /// `;`
    case semicolon
    /// The beginning or the end of a comment whose text is executed.
    case executableComment
    /// Anything else, most often one byte.
    case punctuation
  }

  var kind: Kind
  var start: Int
  var end: Int
}
