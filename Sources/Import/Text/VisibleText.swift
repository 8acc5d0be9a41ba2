/// Text that is safe for a terminal: whatever would move the cursor, change colours or the direction of writing is
/// escaped, so that a value in a database can't draw on the screen.
package enum VisibleText {
  /// The text with such characters escaped as in Swift: `\n`, `\0`, `\u{1b}`.
  ///
  /// - Parameter limit: The maximum number of graphemes; the rest is left out.
  package static func escaping(_ text: String, limit: Int = .max) -> String {
    let text = limit == .max ? text[...] : text.prefix(limit)
    guard text.unicodeScalars.contains(where: mustBeSpelled) else { return String(text) }
    var result = ""
    for scalar in text.unicodeScalars {
      if mustBeSpelled(scalar) {
        result += spelling(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The same, except that line ends stay: for text of several lines, such as SQL.
  package static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escaping(String($0)) }.joined(separator: "\n")
  }

  /// True for what a terminal must not get as it is; all of these are among the first 65,536 characters.
  @inlinable
  package static func mustBeSpelled(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    case 0..<0x20, 0x7F..<0xA0: true
    // Line and paragraph separators, and what overrides the direction of writing.
    case 0x2028...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0x061C: true
    default: false
    }
  }

  private static func spelling(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\0": "\\0"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}
