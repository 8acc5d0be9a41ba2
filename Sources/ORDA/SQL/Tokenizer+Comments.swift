extension Tokenizer {
  /// Skips the comment that begins with this byte, or returns what else it is.
  mutating func skipComment(_ first: UInt8) throws(DatabaseError) -> Token? {
    switch first {
    case UInt8(ascii: "-") where byte(at: position + 1) == first && dashesBeginComment:
      try skipLine()
      return nil
    case UInt8(ascii: "#") where dialect.hashComments:
      try skipLine()
      return nil
    case UInt8(ascii: "/") where byte(at: position + 1) == UInt8(ascii: "*"):
      if let token = executableCommentBegins() { return token }
      try skipBlock()
      return nil
    case UInt8(ascii: "*") where executableComment != nil && byte(at: position + 1) == UInt8(ascii: "/"):
      executableComment = nil
      return token(.executableComment, length: 2)
    case UInt8(ascii: "]") where bracketDepth > 0:
      bracketDepth -= 1
      return token(.punctuation, length: 1)
    default:
      return token(.punctuation, length: 1)
    }
  }

  /// MySQL and its relatives read `5--3` as a sum: there the dashes require white space, a control character or the end
  /// after them. A marker is a control character only to us; the database will see a `?`.
  private var dashesBeginComment: Bool {
    guard dialect.dashCommentsNeedSpace, position + 2 < bytes.count else { return true }
    let byte = bytes[position + 2]
    return (byte <= 0x20 || byte == 0x7F) && byte != SQL.marker
  }

  /// The beginning of a `/*! … */` or `/*M! … */`, with the version that may follow, if the dialect executes it.
  private mutating func executableCommentBegins() -> Token? {
    guard dialect.executableComments else { return nil }
    var end = position + 2
    if byte(at: end) == UInt8(ascii: "M") { end += 1 }
    guard byte(at: end) == UInt8(ascii: "!") else { return nil }
    end += 1
    while Self.isDigit(byte(at: end)) { end += 1 }
    executableComment = position
    return token(.executableComment, length: end - position)
  }

  private mutating func skipLine() throws(DatabaseError) {
    while position < bytes.count, bytes[position] != 0x0A {
      try passInComment()
    }
  }

  private mutating func skipBlock() throws(DatabaseError) {
    let start = position
    var depth = 1
    position += 2
    while position < bytes.count {
      let next = byte(at: position + 1)
      if bytes[position] == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
        position += 2
        depth -= 1
        if depth == 0 { return }
      } else if dialect.nestedComments, bytes[position] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        position += 2
        depth += 1
      } else {
        try passInComment()
      }
    }
    throw error("a comment is not closed; it begins at", start)
  }

  private mutating func passInComment() throws(DatabaseError) {
    // SQLite stops at a NUL: a WHERE on the next line would be lost silently.
    if bytes[position] == 0 { throw error("a NUL character at", position) }
    if bytes[position] == SQL.marker { noteHidden(at: position, in: "a comment") }
    position += 1
  }
}
