/// Text that is HTML.
///
/// It is made of the source's own literals, and of values that are escaped as they are put in: there is no way to make it
/// of a `String`, so that nothing that a database holds can become a tag, an attribute or a script.
struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
  fileprivate(set) var text: String

  /// Literals alone: a `StaticString` can't be made of anything that is read.
  init(stringLiteral value: StaticString) { text = value.description }

  init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  private init(text: String) { self.text = text }

  /// Text as it is to be read.
  init(escaping text: some StringProtocol) {
    var escaped = ""
    Self.append(text, to: &escaped)
    self.init(text: escaped)
  }

  /// Pieces after one another.
  init(_ pieces: some Sequence<HTML>) {
    var text = ""
    for piece in pieces { text += piece.text }
    self.init(text: text)
  }

  static let empty: HTML = ""

  var isEmpty: Bool { text.isEmpty }

  static func + (left: HTML, right: HTML) -> HTML { HTML(text: left.text + right.text) }
  static func += (left: inout HTML, right: HTML) { left.text += right.text }

  /// Escapes what has a meaning in texts and in quoted attributes.
  fileprivate static func append(_ text: some StringProtocol, to escaped: inout String) {
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<")
        && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "'")
    }
    if isPlain {
      escaped += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t", "\r": escaped.unicodeScalars.append(scalar)
      // What a parser of HTML refuses or drops, shown as what it is.
      case "\u{00}"..<"\u{20}": escaped.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case "\u{7F}": escaped += "\u{2421}"
      // They would turn the text around them.
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  /// How values are put into literals.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
    mutating func appendInterpolation(_ html: HTML) { text += html.text }
    mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { text += piece.text } }
    mutating func appendInterpolation(_ value: some StringProtocol) { HTML.append(value, to: &text) }
    mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
    mutating func appendInterpolation(_ address: Address) { HTML.append(address.text, to: &text) }
    /// A literal where a condition holds, as an attribute without a value.
    mutating func appendInterpolation(if condition: Bool, _ html: HTML) { if condition { text += html.text } }
  }
}

extension Sequence<HTML> {
  /// The pieces with another between them.
  func joined(separator: HTML) -> HTML {
    var joined = HTML.empty
    for (place, piece) in enumerated() {
      if place > 0 { joined += separator }
      joined += piece
    }
    return joined
  }
}
