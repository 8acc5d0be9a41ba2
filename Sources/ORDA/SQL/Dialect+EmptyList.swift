extension Dialect {
  /// The text for an empty list after a piece of a text.
  func emptyList(behind text: Substring) -> String {
    emptyNotInList != emptyList && endsWithNotIn(text) ? emptyNotInList : emptyList
  }

  private func endsWithNotIn(_ text: Substring) -> Bool {
    var words = (Word.none, Word.none)
    // If quotes are not closed, the text for the list does not matter.
    try? String(text).readingUTF8 { (bytes) throws(DatabaseError) in
      var tokenizer = Tokenizer(bytes, dialect: self)
      while let token = try tokenizer.next() {
        words = (words.1, token.kind == .word ? Word(bytes[token.start..<token.end]) : .none)
      }
    }
    return words == ("not", "in")
  }
}
