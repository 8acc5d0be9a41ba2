extension Tokenizer {
  /// The quoted text or name that begins here; the dialect says which of the two, and whether the byte is a quote at
  /// all.
  mutating func quoted(_ quote: UInt8) throws(DatabaseError) -> Token {
    switch quote {
    case UInt8(ascii: "'"):
      return try quoted(.string, close: quote, escapes: dialect.backslashEscapes)
    case UInt8(ascii: "\""):
      if dialect.doubleQuotesIdentifiers { return try quoted(.identifier, close: quote, escapes: false) }
      return try quoted(.string, close: quote, escapes: dialect.backslashEscapes)
    case UInt8(ascii: "`") where dialect.backtickIdentifiers:
      return try quoted(.identifier, close: quote, escapes: false)
    case UInt8(ascii: "[") where dialect.bracketIdentifiers:
      return try quoted(.identifier, close: UInt8(ascii: "]"), doubles: false, escapes: false)
    default:
      if quote == UInt8(ascii: "[") { bracketDepth += 1 }
      return token(.punctuation, length: 1)
    }
  }

  /// The `E'…'` that begins here.
  mutating func escapeString() throws(DatabaseError) -> Token {
    try quoted(.string, prefix: 1, close: UInt8(ascii: "'"), escapes: true)
  }

  /// The `$$…$$` or `$tag$…$tag$` that begins here; nil if none does.
  mutating func dollarQuoted() throws(DatabaseError) -> Token? {
    let dollar = UInt8(ascii: "$")
    let start = position
    var offset = start + 1
    if !Self.isDigit(byte(at: offset)) {
      while Self.isNameByte(byte(at: offset)), byte(at: offset) != dollar { offset += 1 }
    }
    guard byte(at: offset) == dollar else { return nil }
    let quote = UnsafeBufferPointer(rebasing: bytes[start...offset])
    offset += 1
    while offset + quote.count <= bytes.count {
      let byte = bytes[offset]
      if byte == dollar, bytes[offset..<offset + quote.count].elementsEqual(quote) {
        return token(.string, length: offset + quote.count - start)
      }
      if byte == SQL.marker { noteHidden(at: offset, in: "quotes") }
      offset += 1
    }
    throw error("a string is not closed; it begins at", start)
  }

  /// The `x'…'` that begins here.
  mutating func blob() throws(DatabaseError) -> Token {
    try quoted(.blob, prefix: 1, close: UInt8(ascii: "'"), escapes: dialect.backslashEscapes)
  }

  private mutating func quoted(
    _ kind: Token.Kind, prefix: Int = 0, close: UInt8, doubles: Bool = true, escapes: Bool
  ) throws(DatabaseError) -> Token {
    let start = position
    var offset = start + prefix + 1
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == close {
        if doubles, self.byte(at: offset + 1) == close {
          offset += 2
          continue
        }
        return token(kind, length: offset + 1 - start)
      }
      if byte == UInt8(ascii: "\\"), escapes {
        offset += 1
        if self.byte(at: offset) == SQL.marker { noteHidden(at: offset, in: "quotes") }
      } else if byte == SQL.marker {
        noteHidden(at: offset, in: "quotes")
      }
      offset += 1
    }
    throw error("\(kind == .identifier ? "a quoted name" : "a string") is not closed; it begins at", start)
  }
}
