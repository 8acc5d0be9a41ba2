extension SchemaText {
  /// The text with other words for some tokens; an empty range inserts. Everything around them stays as it is.
  ///
  /// - Parameter replacements: Ranges that don't overlap, in any order.
  func replacing(_ replacements: [(tokens: Range<Int>, text: String)]) -> String {
    var result: [UInt8] = []
    var done = 0
    for (range, replacement) in replacements.sorted(by: { $0.tokens.lowerBound < $1.tokens.lowerBound }) {
      let bytes = self.bytes(of: range)
      result += self.bytes[done..<max(done, bytes.lowerBound)]
      result += replacement.utf8
      done = max(done, bytes.upperBound)
    }
    result += bytes[done...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Where tokens are; for none, the place after the previous one.
  private func bytes(of range: Range<Int>) -> Range<Int> {
    if range.isEmpty {
      let place = token(range.lowerBound - 1)?.range.upperBound ?? 0
      return place..<place
    }
    let from = token(range.lowerBound)?.range.lowerBound ?? bytes.count
    return from..<max(from, token(range.upperBound - 1)?.range.upperBound ?? bytes.count)
  }
}
