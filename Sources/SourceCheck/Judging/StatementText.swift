import ORDA

/// A statement's text. Its tokens, and what they tell, are read when they are asked for: of most statements never.
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
  /// True if these small letters stand in it, as capitals or not.
  func containsWord(_ word: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    let found = withContiguousStorageIfAvailable { bytes in
      guard bytes.count >= wanted.count else { return false }
      return (0...(bytes.count - wanted.count)).contains { start in
        zip(bytes[start...], wanted).allSatisfy { $0 | 0x20 == $1 }
      }
    }
    // A text that is not in one piece is not worth a search.
    return found ?? true
  }
}
