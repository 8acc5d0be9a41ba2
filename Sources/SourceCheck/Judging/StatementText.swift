import ORDA

/// A statement's text. Its tokens, and what they show, are read on request: for most statements never.
final class StatementText {
  let text: String
  private let dialect: Dialect
  private(set) lazy var tokens = StatementTokens(text, dialect: dialect)
  private(set) lazy var shape = SelectShape(tokens)
  /// True if it may hold a LEFT JOIN.
  private(set) lazy var mayJoinLeft = text.utf8.containsWord("left")

  init(_ text: String, dialect: Dialect) {
    self.text = text
    self.dialect = dialect
  }
}

extension String.UTF8View {
  /// True if it contains these small letters, in any case.
  func containsWord(_ word: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    let found = withContiguousStorageIfAvailable { bytes in
      guard bytes.count >= wanted.count else { return false }
      var start = 0
      while start <= bytes.count - wanted.count {
        var length = 0
        while length < wanted.count, bytes[start + length] | 0x20 == wanted[length] { length += 1 }
        if length == wanted.count { return true }
        start += 1
      }
      return false
    }
    // A text that is not contiguous is not worth a search.
    return found ?? true
  }
}
