extension Tokenizer {
  /// The parameter that begins with this byte, or what else it is.
  mutating func parameter(_ first: UInt8) -> Token {
    let next = byte(at: position + 1)
    switch first {
    case UInt8(ascii: "?"):
      if dialect.doubledQuestionMarks, next == UInt8(ascii: "?") { return token(.punctuation, length: 2) }
      return numbered()
    case UInt8(ascii: ":"):
      // `::` is a cast and `:=` an assignment.
      if next == UInt8(ascii: ":") || next == UInt8(ascii: "=") { return token(.punctuation, length: 2) }
      if readsLabels, isLabel { return token(.punctuation, length: 1) }
      if isSlice { return token(.punctuation, length: 1) }
      if Self.isDigit(next), dialect.parameterStyle == .colonNumbers { return numbered() }
      return dialect.parameterSigils.contains(.colon) ? named(from: position + 1) : token(.punctuation, length: 1)
    case UInt8(ascii: "$"):
      if Self.isDigit(next), dialect.parameterStyle == .dollarNumbers { return numbered() }
      return dialect.parameterSigils.contains(.dollar) ? sigil(next, isTcl: true) : named(from: position, .word)
    default:
      return dialect.parameterSigils.contains(.at) ? sigil(next) : token(.punctuation, length: 1)
    }
  }

  /// The `?`, `?5` or `$5` that begins here.
  private mutating func numbered() -> Token {
    var end = position + 1
    while Self.isDigit(byte(at: end)) { end += 1 }
    return token(.parameter, length: end - position)
  }

  /// The `@name` or `$name` that begins here.
  private mutating func sigil(_ next: UInt8, isTcl: Bool = false) -> Token {
    // SQLite also takes `$::name`, Tcl's global variable, for a parameter: overlooked, it would silently be NULL.
    let isGlobal = next == UInt8(ascii: ":") && byte(at: position + 2) == UInt8(ascii: ":")
    return named(from: position + (isGlobal ? 3 : 1), isTcl: isTcl)
  }

  /// True if the colon at the position separates the bounds of an array's slice: in brackets, and directly after a
  /// value.
  private var isSlice: Bool {
    guard dialect.arraySlices, bracketDepth > 0, position > 0 else { return false }
    let previous = bytes[position - 1]
    switch previous {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: "?"), SQL.marker: return true
    default: return Self.isNameByte(previous)
    }
  }

  /// True if the colon at the position ends a label: directly after a name, and before what can have one.
  private var isLabel: Bool {
    guard position > 0, Self.isNameByte(bytes[position - 1]) || bytes[position - 1] == UInt8(ascii: "`") else {
      return false
    }
    var end = position + 1
    while Self.isNameByte(byte(at: end)) { end += 1 }
    let word = bytes[(position + 1)..<end].map { $0 | 0x20 }
    return ["loop", "while", "repeat", "for", "begin"].contains { word.elementsEqual($0.utf8) }
  }

  /// A token that extends as far as the name that begins at an offset; punctuation if no name does.
  ///
  /// - Parameter isTcl: True for a name like those of Tcl's variables: `$space::name`, `$list(element)`.
  private mutating func named(from offset: Int, _ kind: Token.Kind = .parameter, isTcl: Bool = false) -> Token {
    if kind == .parameter, !dialect.parameterNamesBeginWithDigits, Self.isDigit(byte(at: offset)) {
      return token(.punctuation, length: 1)
    }
    var end = offset
    while end < bytes.count {
      if Self.isNameByte(bytes[end]) {
        end += 1
      } else if isTcl, end > offset, bytes[end] == UInt8(ascii: ":"), byte(at: end + 1) == UInt8(ascii: ":") {
        end += 2
      } else {
        break
      }
    }
    if isTcl, end > offset, byte(at: end) == UInt8(ascii: "("),
      let close = bytes[end...].firstIndex(where: { $0 == UInt8(ascii: ")") || $0 <= 0x20 }),
      bytes[close] == UInt8(ascii: ")")
    {
      end = close + 1
    }
    return end == offset ? token(.punctuation, length: 1) : token(kind, length: end - position)
  }
}
