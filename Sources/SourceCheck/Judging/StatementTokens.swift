import ORDA

/// A statement's words and signs, with their depth in parentheses.
struct StatementTokens {
  struct Piece {
    /// The word in small letters, or the sign.
    let word: String
    /// The name, if it is quoted.
    let quoted: String?
    let kind: SQLToken.Kind
    let depth: Int
    /// The first byte.
    let offset: Int

    /// The name that it may be, in small letters; nil for signs and numbers.
    var name: String? { quoted?.lowercased() ?? (kind == .word ? word : nil) }
    /// True for that word, without quotes.
    func `is`(_ word: String) -> Bool { kind == .word && self.word == word }
  }

  private(set) var pieces: [Piece] = []

  /// A text that can't be read to its end gives what was read.
  init(_ text: String, dialect: Dialect) {
    var tokens = SQLTokens(text, dialect: dialect)
    var depth = 0
    while let token = try? tokens.next() {
      if token.text == ")" { depth -= 1 }
      pieces.append(
        Piece(
          word: token.text.small, quoted: token.kind == .quotedName ? token.name : nil, kind: token.kind,
          depth: depth, offset: text.utf8.distance(from: text.startIndex, to: token.text.startIndex)))
      if token.text == "(" { depth += 1 }
    }
  }

  /// The first piece that is a name, and follows a qualifier if one is given.
  func place(ofName name: String, qualifier: String? = nil) -> Int? {
    let wanted = name.lowercased()
    for (index, piece) in pieces.enumerated() where piece.name == wanted {
      guard let qualifier else { return piece.offset }
      if index > 1, pieces[index - 1].word == ".", pieces[index - 2].name == qualifier.lowercased() {
        return piece.offset
      }
    }
    return qualifier == nil ? nil : place(ofName: name)
  }

  /// The first piece that is written like this.
  func place(ofText text: String) -> Int? { pieces.first { $0.word == text.lowercased() }?.offset }
}

extension Substring {
  /// In small letters. Keywords and most names are ASCII, for which this is fast.
  fileprivate var small: String {
    guard utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased() }
    return String(decoding: utf8.lazy.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
