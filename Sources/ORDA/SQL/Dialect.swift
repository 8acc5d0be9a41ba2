/// What ORDA must know of a database's SQL: how it quotes and comments, what a parameter is, and how to write an empty
/// list.
///
/// A plain description and not a protocol, so that a driver can also read parts of it from the connection (MariaDB's
/// ANSI_QUOTES and NO_BACKSLASH_ESCAPES). It applies wherever ORDA reads SQL: in statements, in scripts, and in text
/// that arrives in pieces. PostgreSQL's, for example, is:
///
/// ```swift
/// Dialect(
///   nestedComments: true, emptyList: "(NULL) IS TRUE", emptyNotInList: "(NULL) IS NOT FALSE",
///   dollarQuotes: true, escapeStrings: true, arraySlices: true,
///   parameterSigils: .colon, parameterNamesBeginWithDigits: false, doubledQuestionMarks: true,
///   parameterStyle: .dollarNumbers, atomicBodies: true, keyToBeMade: "DEFAULT",
///   keysNeedReturning: true)
/// ```
public struct Dialect: Sendable, Hashable {
  /// The character that encloses an identifier when ORDA writes one; doubled inside.
  public var identifierQuote: Character
  /// True if `"…"` is an identifier, false if it is a string.
  public var doubleQuotesIdentifiers: Bool
  /// True if a backtick encloses an identifier.
  public var backtickIdentifiers: Bool
  /// True if `[…]` encloses an identifier.
  public var bracketIdentifiers: Bool
  /// True if a backslash in a string escapes the next character.
  public var backslashEscapes: Bool
  /// True if `#` begins a comment that ends with the line.
  public var hashComments: Bool
  /// True if `--` begins a comment only before white space or the end.
  public var dashCommentsNeedSpace: Bool
  /// True if the text of `/*! … */` and `/*M! … */` is executed.
  public var executableComments: Bool
  /// True if `/* … /* … */ … */` is one comment.
  public var nestedComments: Bool
  /// True if `$$…$$` and `$tag$…$tag$` are strings.
  public var dollarQuotes: Bool
  /// True if `E'…'` is a string in which a backslash escapes the next character.
  public var escapeStrings: Bool
  /// True if `[a:b]` is a slice of an array: then a colon directly after a value begins no parameter.
  public var arraySlices: Bool
  /// The signs that begin a parameter's name. If `$` is not one of them it is a letter, as in the MySQL family.
  public var parameterSigils: ParameterSigils
  /// True if `:1` is a parameter called `1`.
  public var parameterNamesBeginWithDigits: Bool
  /// True if `??` is a question mark and not a parameter, for a database whose operators have one: PostgreSQL's `?`,
  /// `?|` and `?&` are written `??`, `??|` and `??&`, as with JDBC. The driver gets `??` if it gets `?` for parameters,
  /// otherwise `?`.
  public var doubledQuestionMarks: Bool
  /// How parameters are written in the driver's text.
  public var parameterStyle: ParameterStyle
  /// True if a `CREATE TRIGGER … BEGIN … END` contains semicolons that end no statement.
  public var compoundTriggers: Bool
  /// True if a `CREATE FUNCTION … BEGIN ATOMIC … END` contains semicolons that end no statement, where nothing else does.
  public var atomicBodies: Bool
  /// What stands in the place of a key that the database is to make: `NULL`, or `DEFAULT` where NULL is refused.
  public var keyToBeMade: String
  /// Whether `RETURNING` is the only reliable way to get the key that an INSERT generates.
  public var keysNeedReturning: Bool

  /// The text for an empty list after `IN`, which must not be true of anything. Many databases refuse `()`.
  public var emptyList: String
  /// The text for an empty list after `NOT IN`, which must be true of everything, including NULL. The default is
  /// ``emptyList``; if no single text suits values of all types, `(NULL) IS TRUE` and `(NULL) IS NOT FALSE` do.
  public var emptyNotInList: String {
    get { ownNotInList ?? emptyList }
    set { ownNotInList = newValue }
  }
  private var ownNotInList: String?

  /// A dialect, by default the SQL standard's.
  public init(
    identifierQuote: Character = "\"", doubleQuotesIdentifiers: Bool = true, backtickIdentifiers: Bool = false,
    bracketIdentifiers: Bool = false, backslashEscapes: Bool = false, hashComments: Bool = false,
    dashCommentsNeedSpace: Bool = false, executableComments: Bool = false, nestedComments: Bool = false,
    compoundTriggers: Bool = true, emptyList: String = "(SELECT NULL FROM (SELECT 1 AS n) AS none WHERE n = 0)",
    emptyNotInList: String? = nil, dollarQuotes: Bool = false, escapeStrings: Bool = false, arraySlices: Bool = false,
    parameterSigils: ParameterSigils = .all, parameterNamesBeginWithDigits: Bool = true,
    doubledQuestionMarks: Bool = false, parameterStyle: ParameterStyle = .questionMarks, atomicBodies: Bool = false,
    keyToBeMade: String = "NULL", keysNeedReturning: Bool = false
  ) {
    self.identifierQuote = identifierQuote
    self.doubleQuotesIdentifiers = doubleQuotesIdentifiers
    self.backtickIdentifiers = backtickIdentifiers
    self.bracketIdentifiers = bracketIdentifiers
    self.backslashEscapes = backslashEscapes
    self.hashComments = hashComments
    self.dashCommentsNeedSpace = dashCommentsNeedSpace
    self.executableComments = executableComments
    self.nestedComments = nestedComments
    self.compoundTriggers = compoundTriggers
    self.emptyList = emptyList
    ownNotInList = emptyNotInList
    self.dollarQuotes = dollarQuotes
    self.escapeStrings = escapeStrings
    self.arraySlices = arraySlices
    self.parameterSigils = parameterSigils
    self.parameterNamesBeginWithDigits = parameterNamesBeginWithDigits
    self.doubledQuestionMarks = doubledQuestionMarks
    self.parameterStyle = parameterStyle
    self.atomicBodies = atomicBodies
    self.keyToBeMade = keyToBeMade
    self.keysNeedReturning = keysNeedReturning
  }

  /// The SQL standard's quoting and comments.
  public static let standard = Dialect()
}
