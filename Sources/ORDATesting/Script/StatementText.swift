import ORDA

/// A statement's text as tokens, by which two texts are compared that differ in their layout alone.
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

  /// What is compared: words in small letters, names and strings in their quotes, `?` for each parameter, and every other
  /// character by itself.
  private(set) var tokens: [String] = []
  /// The parameters, in order.
  private(set) var parameters: [Parameter] = []

  static func == (left: StatementText, right: StatementText) -> Bool { left.tokens == right.tokens }

  init(_ text: String, dialect: Dialect) {
    var reader = Reader(rest: text.unicodeScalars[...], dialect: dialect)
    while let token = reader.next() {
      switch token {
      case .text(let text): tokens.append(text)
      case .parameter(let parameter):
        tokens.append("?")
        parameters.append(parameter)
      }
    }
    while tokens.last == ";" { tokens.removeLast() }
  }

  private enum Token {
    case text(String)
    case parameter(Parameter)
  }

  /// Reads one token after the other. It knows of quotes and comments what it takes to see parameters as a driver's database
  /// does.
  private struct Reader {
    var rest: Substring.UnicodeScalarView
    let dialect: Dialect

    mutating func next() -> Token? {
      skipSpace()
      guard let first = rest.first else { return nil }
      switch first {
      case "'": return .text(quoted(by: "'", escapes: dialect.backslashEscapes))
      case "\"": return .text(quoted(by: "\"", escapes: dialect.backslashEscapes && !dialect.doubleQuotesIdentifiers))
      case "`" where dialect.backtickIdentifiers: return .text(quoted(by: "`", escapes: false))
      case "[" where dialect.bracketIdentifiers: return .text(quoted(by: "]", escapes: false))
      case "\u{1}":
        rest.removeFirst()
        return .parameter(.marked)
      case "?":
        rest.removeFirst()
        return .parameter(Int(name()).map { .number($0) } ?? .next)
      case ":" where rest.starts(with: "::".unicodeScalars):  // a cast, and no parameter
        rest.removeFirst(2)
        return .text("::")
      case ":" where rest.dropFirst().first.map(Self.isNamePart) ?? false:
        rest.removeFirst()
        return .parameter(.named(name()))
      case _ where Self.isNamePart(first): return .text(name().lowercased())
      default: return .text(String(rest.removeFirst()))
      }
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
      default: !scalar.isASCII
      }
    }

    private mutating func name() -> String {
      let name = rest.prefix(while: Self.isNamePart)
      rest = rest[name.endIndex...]
      return String(name)
    }

    private mutating func quoted(by end: Unicode.Scalar, escapes: Bool) -> String {
      var text = String(rest.removeFirst())
      while let scalar = rest.popFirst() {
        text.unicodeScalars.append(scalar)
        if escapes, scalar == "\\", let escaped = rest.popFirst() {
          text.unicodeScalars.append(escaped)
        } else if scalar == end {
          guard rest.first == end else { break }
          text.unicodeScalars.append(rest.removeFirst())
        }
      }
      return text
    }

    private mutating func skipSpace() {
      while let first = rest.first {
        if first.properties.isWhitespace {
          rest.removeFirst()
        } else if rest.starts(with: "--".unicodeScalars) || (first == "#" && dialect.hashComments) {
          rest = rest.drop { $0 != "\n" }
        } else if rest.starts(with: "/*".unicodeScalars) {
          rest.removeFirst(2)
          while !rest.isEmpty, !rest.starts(with: "*/".unicodeScalars) { rest.removeFirst() }
          rest = rest.dropFirst(2)
        } else {
          return
        }
      }
    }
  }
}
