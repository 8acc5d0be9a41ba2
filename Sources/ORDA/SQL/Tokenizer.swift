/// Reads SQL one token at a time, in one pass over its bytes and without copying them.
///
/// It knows just enough of SQL to tell code from quotes and comments. Any bytes are accepted: what it does not know is
/// punctuation, for the database to judge. Only what would hide the rest of the text from ORDA is an error here: quotes
/// and comments that are not closed, and a NUL, at which SQLite would stop reading.
///
/// It lives only inside ``String/readingUTF8(_:)``, where the bytes are certain to stay.
struct Tokenizer {
  let bytes: UnsafeBufferPointer<UInt8>
  let dialect: Dialect
  /// The line of the first byte, for messages.
  var firstLine = 1
  /// True if the text may continue: errors come without their place, since finding that takes the whole text.
  var mayGoOn = false
  /// The next byte to read.
  var position = 0
  /// True in a routine's body or a block, where `name:LOOP` is a label and not a parameter.
  var readsLabels = false
  /// How many square brackets are open, if they are not quotes.
  var bracketDepth = 0
  /// Where the executable comment around the position began.
  var executableComment: Int?
  /// How many markers were seen as tokens.
  var visibleMarkers = 0
  /// How many markers were seen in quotes and comments, where no value can be bound.
  var hiddenMarkers = 0
  /// The first hidden marker.
  var firstHidden: HiddenMarker?

  /// A marker where no value can be bound.
  struct HiddenMarker {
    /// The marker's place among those of the text, from 1.
    var number: Int
    var offset: Int
    /// What it stands in.
    var place: String
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, dialect: Dialect) {
    self.bytes = bytes
    self.dialect = dialect
  }

  /// The byte at an offset, or 0 beyond the end.
  func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// The next token, or nil at the end. White space and comments are skipped.
  ///
  /// - Throws: ``DatabaseError`` of kind `syntax` that says if the trouble begins.
  mutating func next() throws(DatabaseError) -> Token? {
    while position < bytes.count {
      let start = position
      let byte = bytes[start]
      switch byte {
      case 0x09...0x0D, 0x20:
        position += 1
      case 0xEF where self.byte(at: start + 1) == 0xBB && self.byte(at: start + 2) == 0xBF:
        position += 3  // a byte order mark, as some editors put before a script
      case 0x00:
        throw error("a NUL character at", start)
      case SQL.marker:
        visibleMarkers += 1
        return token(.marker, length: 1)
      case UInt8(ascii: ";"):
        bracketDepth = 0
        return token(.semicolon, length: 1)
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
        return try quoted(byte)
      case UInt8(ascii: "x"), UInt8(ascii: "X"):
        if self.byte(at: start + 1) == UInt8(ascii: "'") { return try blob() }
        return run(.word)
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        if dialect.escapeStrings, self.byte(at: start + 1) == UInt8(ascii: "'") { return try escapeString() }
        return run(.word)
      case UInt8(ascii: "$") where dialect.dollarQuotes:
        return try dollarQuoted() ?? parameter(byte)
      case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"):
        return parameter(byte)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        return run(.number)
      case UInt8(ascii: "."):
        if Self.isDigit(self.byte(at: start + 1)) { return run(.number) }
        return token(.punctuation, length: 1)
      case _ where Self.isNameByte(byte):
        return run(.word)
      default:
        if let token = try skipComment(byte) { return token }
      }
    }
    if let executableComment { throw error("a comment is not closed; it begins at", executableComment) }
    return nil
  }

  /// A token that begins here.
  mutating func token(_ kind: Token.Kind, length: Int) -> Token {
    let start = position
    position = min(start + length, bytes.count)
    return Token(kind: kind, start: start, end: position)
  }

  /// A word or number that begins here.
  private mutating func run(_ kind: Token.Kind) -> Token {
    var end = position + 1
    while end < bytes.count, Self.isNameByte(bytes[end]) || (kind == .number && bytes[end] == UInt8(ascii: ".")) {
      end += 1
    }
    return token(kind, length: end - position)
  }

  /// A marker that is not a token.
  mutating func noteHidden(at offset: Int, in place: String) {
    hiddenMarkers += 1
    if firstHidden == nil {
      firstHidden = HiddenMarker(number: visibleMarkers + hiddenMarkers, offset: offset, place: place)
    }
  }

  /// An error about a place in the text, whose message ends with that place.
  func error(_ message: String, _ offset: Int) -> DatabaseError {
    if mayGoOn { return DatabaseError(.syntax, message) }
    var place = TextPosition(of: offset, in: bytes)
    place.line += firstLine - 1
    return DatabaseError(.syntax, "\(message) \(place)")
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// True for a byte that can stand within a name: letters, digits, `_`, `$` and everything outside ASCII.
  static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || byte >= 0x80
  }
}

extension String {
  /// Lends the text's bytes to the body, without a copy if the text is held as UTF-8, like Swift's own text.
  func readingUTF8<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(DatabaseError) -> R
  ) throws(DatabaseError) -> R {
    var text = self
    let result: Result<R, DatabaseError> = text.withUTF8 { bytes in
      do throws(DatabaseError) { return .success(try body(bytes)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
