/// A string literal of a source that is given as SQL.
public struct SQLLiteral: Sendable {
  /// A piece of a literal.
  enum Part: Sendable, Hashable {
    /// Text, without Swift's escapes.
    case text(String)
    /// `\(value)`; certain if it can't be a piece of SQL.
    case value(isCertain: Bool)
    /// `\(in: values)`.
    case values
    /// `\(list: values)`, and the column that it names; open if it leaves a place for a later list.
    case list(column: String?, isOpen: Bool)
    /// `\(identifier: "name")`, with the names written there.
    case identifier([String])
    /// What the program only knows at run time.
    case unknown
  }

  /// Bytes of the text that are contiguous in the source.
  struct Run: Sendable, Hashable {
    var part: Int
    /// The first byte within the part's text.
    var offset: Int
    /// The same byte in the source.
    var source: Int
  }

  /// Where the literal begins in the source.
  public var start: Int
  var parts: [Part] = []
  var runs: [Run] = []

  init(start: Int) { self.start = start }

  /// Appends text whose first byte is at a place in the source.
  mutating func append(_ text: String, at source: Int) {
    guard !text.isEmpty else { return }
    if case .text(let before)? = parts.last {
      runs.append(Run(part: parts.count - 1, offset: before.utf8.count, source: source))
      parts[parts.count - 1] = .text(before + text)
    } else {
      runs.append(Run(part: parts.count, offset: 0, source: source))
      parts.append(.text(text))
    }
  }

  mutating func append(_ part: Part) { parts.append(part) }

  /// True if the text is not known before the program runs.
  public var isUnknown: Bool { parts.contains(.unknown) }

  /// True if an interpolation may be a piece of SQL.
  var mayHoldSQL: Bool { parts.contains(.value(isCertain: false)) }

  /// True if it is nothing but text.
  var isPlain: Bool { parts.allSatisfy { if case .text = $0 { true } else { false } } }

  /// The text, if it has no interpolations.
  public var plainText: String? { isPlain ? text { _ in "" } : nil }

  /// The text that it begins with.
  var head: String {
    if case .text(let text)? = parts.first { return text }
    return ""
  }

  /// The parts' text, one after another, with `other` for interpolations.
  func text(_ other: (Part) -> String) -> String {
    parts.map { part in if case .text(let text) = part { text } else { other(part) } }.joined()
  }

  /// The place in the source of a byte of ``text(_:)``.
  func source(of offset: Int, _ other: (Part) -> String) -> Int {
    var begin = 0
    for (number, part) in parts.enumerated() {
      let length = if case .text(let text) = part { text.utf8.count } else { other(part).utf8.count }
      if offset < begin + length {
        // An interpolation has the place of the text before it.
        let inside = if case .text = part { offset - begin } else { Int.max }
        let run = runs.last { $0.part < number || ($0.part == number && $0.offset <= inside) }
        guard let run else { return start }
        return run.part == number ? run.source + (inside - run.offset) : start
      }
      begin += length
    }
    return start
  }
}
