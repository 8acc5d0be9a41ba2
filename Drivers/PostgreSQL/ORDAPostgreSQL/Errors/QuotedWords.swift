/// The quoted parts of a message, in the quotes of any language: "a", »a«, « a », „a“, “a”, 「a」.
struct QuotedWords {
  /// The parts, without quotes and the spaces within.
  let quoted: [String]
  /// The places of the first opening quote and of the last closing one; nil if nothing is quoted.
  let span: ClosedRange<String.Index>?
  /// Whether at most one part is quoted. Several quotes may all come from a value.
  let isSimple: Bool

  private static let closing: [Character: Set<Character>] = [
    "\"": ["\""], "»": ["«"], "«": ["»"], "„": ["“", "”"], "“": ["”"], "”": ["”"], "「": ["」"],
  ]

  init(_ message: String) {
    var quoted: [String] = []
    var first: String.Index?
    var last: String.Index?
    var place = message.startIndex
    while place < message.endIndex {
      guard let ends = Self.closing[message[place]],
        let end = message[message.index(after: place)...].firstIndex(where: { ends.contains($0) })
      else {
        place = message.index(after: place)
        continue
      }
      let words = message[message.index(after: place)..<end]
      quoted.append(String(words.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()))
      first = first ?? place
      last = end
      place = message.index(after: end)
    }
    self.quoted = quoted
    // A value may have quotes itself.
    let ends = Set(Self.closing.values.joined())
    let lastQuote = message.lastIndex { ends.contains($0) }
    if let first, let last { span = first...max(last, lastQuote ?? last) } else { span = nil }
    isSimple = quoted.count <= 1 && span?.upperBound == last
  }
}
