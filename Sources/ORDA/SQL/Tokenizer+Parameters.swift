extension Tokenizer {
  /// The parameter that begins with this byte, or what else it is.
  mutating func parameter(_ first: UInt8) -> Token {
    let next = byte(at: position + 1)
    switch first {
    case UInt8(ascii: "?"):
      var end = position + 1
      while Self.isDigit(byte(at: end)) { end += 1 }
      return token(.parameter, length: end - position)
    case UInt8(ascii: ":"):
      // `::` is a cast and `:=` an assignment.
      if next == UInt8(ascii: ":") || next == UInt8(ascii: "=") { return token(.punctuation, length: 2) }
      return named(from: position + 1)
    case UInt8(ascii: "$") where !dialect.sigilParameters:
      return named(from: position, .word)
    case _ where dialect.sigilParameters:
      // SQLite takes `$::name`, Tcl's global variable, for a parameter as well: overlooked, it would be NULL unasked.
      let isGlobal = next == UInt8(ascii: ":") && byte(at: position + 2) == UInt8(ascii: ":")
      return named(from: position + (isGlobal ? 3 : 1))
    default:
      return token(.punctuation, length: 1)
    }
  }

  /// A token that goes on as long as the name that begins at an offset; punctuation where no name does.
  private mutating func named(from offset: Int, _ kind: Token.Kind = .parameter) -> Token {
    var end = offset
    while end < bytes.count, Self.isNameByte(bytes[end]) { end += 1 }
    return end == offset ? token(.punctuation, length: 1) : token(kind, length: end - position)
  }
}
