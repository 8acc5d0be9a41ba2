import ORDA

/// A piece of a statement, and where it stands.
struct Token {
  enum Kind: Equatable {
    case word, sign, end
    case name(String)
    case text(String)
    case bytes([UInt8])
    case number(String)
  }
  var kind: Kind
  /// A word in capitals, or a sign; empty for all else.
  var spelling = ""
  var range: Range<Int>
}

/// Cuts a statement into tokens. Any bytes are accepted, and what is no SQL is an error.
struct Lexer {
  private let bytes: [UInt8]
  private var place = 0

  static func tokens(of sql: String) throws(DatabaseError) -> [Token] {
    var lexer = Lexer(bytes: Array(sql.utf8))
    var tokens: [Token] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
    return tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The byte so far ahead, or 0 beyond the end.
  private func byte(_ ahead: Int = 0) -> UInt8 { place + ahead < bytes.count ? bytes[place + ahead] : 0 }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func next() throws(DatabaseError) -> Token {
    skipSpace()
    let start = place
    guard start < bytes.count else { return Token(kind: .end, range: start..<start) }
    switch byte() {
    case UInt8(ascii: "'"):
      // Read before the token is made: a method's `self` is taken before its arguments are.
      let text = try quoted()
      return token(.text(text), from: start)
    case UInt8(ascii: "\""):
      let name = try quoted()
      return token(.name(name), from: start)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      guard byte(1) == UInt8(ascii: "'") else { return word() }
      place += 1
      let bytes = try hexadecimal(try quoted(), at: start)
      return token(.bytes(bytes), from: start)
    case UInt8(ascii: "."):
      return Self.isDigit(byte(1)) ? number() : sign()
    case let first where Self.isDigit(first): return number()
    case let first where Self.isName(first): return word()
    default: return sign()
    }
  }

  private func token(_ kind: Token.Kind, from start: Int) -> Token { Token(kind: kind, range: start..<place) }

  private mutating func skipSpace() {
    while place < bytes.count {
      if byte() == 0x20 || (0x09...0x0D).contains(byte()) {
        place += 1
      } else if byte() == UInt8(ascii: "-"), byte(1) == UInt8(ascii: "-") {
        while place < bytes.count, byte() != 0x0A { place += 1 }
      } else if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        place += 2
        while place < bytes.count, !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { place += 1 }
        place = min(place + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private mutating func word() -> Token {
    let start = place
    while Self.isName(byte()) { place += 1 }
    return Token(kind: .word, spelling: text(start..<place).uppercased(), range: start..<place)
  }

  private mutating func number() -> Token {
    let start = place
    while Self.isDigit(byte()) || byte() == UInt8(ascii: ".") { place += 1 }
    let signs = byte(1) == UInt8(ascii: "-") || byte(1) == UInt8(ascii: "+") ? 1 : 0
    if byte() | 0x20 == UInt8(ascii: "e"), Self.isDigit(byte(1 + signs)) {
      place += 1 + signs
      while Self.isDigit(byte()) { place += 1 }
    }
    return token(.number(text(start..<place)), from: start)
  }

  private mutating func sign() -> Token {
    let start = place
    let two = text(start..<min(start + 2, bytes.count))
    place += ["<=", ">=", "<>", "!=", "||"].contains(two) ? 2 : 1
    return Token(kind: .sign, spelling: text(start..<place), range: start..<place)
  }

  /// What stands in quotes; doubled ones are one.
  private mutating func quoted() throws(DatabaseError) -> String {
    let start = place
    let quote = byte()
    var content: [UInt8] = []
    place += 1
    while place < bytes.count {
      if byte() == quote {
        place += 1
        if byte() != quote { return String(decoding: content, as: UTF8.self) }
      }
      content.append(byte())
      place += 1
    }
    throw .syntax("a quote is not closed; it begins", at: start, in: bytes)
  }

  private func hexadecimal(_ digits: String, at start: Int) throws(DatabaseError) -> [UInt8] {
    let numbers = digits.compactMap(\.hexDigitValue)
    guard numbers.count == digits.count, numbers.count % 2 == 0 else {
      throw .syntax("X'…' takes pairs of hexadecimal digits", at: start, in: bytes)
    }
    return stride(from: 0, to: numbers.count, by: 2).map { UInt8(numbers[$0] * 16 + numbers[$0 + 1]) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isName(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}

extension DatabaseError {
  /// An error that tells its place, as an editor counts.
  static func syntax(_ message: String, at offset: Int, in bytes: [UInt8]) -> DatabaseError {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == 0x0A } + 1
    let column = before.reversed().prefix { $0 != 0x0A }.count { $0 & 0xC0 != 0x80 } + 1
    return DatabaseError(.syntax, "\(message) at line \(line), column \(column)")
  }
}
