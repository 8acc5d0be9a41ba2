import ORDA

/// A value for tests, which keeps what it was made of.
struct Bound: ValueConvertible, Hashable {
  var text: String

  init(_ text: String) { self.text = text }
  func value() throws(DatabaseError) -> Value { .text(text) }
}

extension [(any ValueConvertible)?] {
  /// The texts of values that are all ``Bound``, with nil for NULL.
  var texts: [String?] { map { ($0 as? Bound)?.text } }
}

extension Dialect {
  /// Quotes and comments as SQLite has them.
  static let likeSQLite = Dialect(backtickIdentifiers: true, bracketIdentifiers: true)
  /// Quotes and comments as MariaDB has them by default.
  static let likeMariaDB = Dialect(
    identifierQuote: "`", doubleQuotesIdentifiers: false, backtickIdentifiers: true, backslashEscapes: true,
    hashComments: true, dashCommentsNeedSpace: true, executableComments: true, parameterSigils: .colon)
  /// As MariaDB under ANSI_QUOTES and NO_BACKSLASH_ESCAPES.
  static let likeAnsiMariaDB = Dialect(
    backtickIdentifiers: true, hashComments: true, dashCommentsNeedSpace: true, executableComments: true,
    parameterSigils: .colon)
  static let nesting = Dialect(nestedComments: true)
  /// As PostgreSQL has it: the one of ``Dialect``'s own documentation.
  static let likePostgreSQL = Dialect(
    nestedComments: true, compoundTriggers: false, emptyList: "(NULL) IS TRUE", emptyNotInList: "(NULL) IS NOT FALSE",
    dollarQuotes: true,
    escapeStrings: true, arraySlices: true, parameterSigils: .colon,
    parameterNamesBeginWithDigits: false, doubledQuestionMarks: true, parameterStyle: .dollarNumbers, atomicBodies: true
  )
  static let all: [Dialect] = [.standard, .likeSQLite, .likeMariaDB, .likeAnsiMariaDB, .nesting]
}
