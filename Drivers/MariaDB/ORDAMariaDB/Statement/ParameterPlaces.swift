internal import ORDA

/// Finds parameters in places where the server accepts them and then silently makes something else of them.
///
/// - In a `VALUES (…), (…)` in place of a query. When preparing it, the server gives the column the length of what it
///   knows of the parameter, which is nothing, and later cuts the value to that: `VALUES (?)` yields an empty string,
///   `VALUES ('a'), (?)` one letter, `x IN (VALUES (?))` no row. Only a CAST to a type with a length prevents this.
/// - In the body of a routine, a trigger or an event: the server stores it with the `?` in it, and it can't be run.
struct ParameterPlaces {
  private enum Piece: Equatable {
    case word(String)
    case parameter
    case sign(UInt8)
    /// A string, or a name in quotes.
    case quoted
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let dialect: Dialect
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, dialect: Dialect) {
    self.bytes = bytes
    self.dialect = dialect
  }

  /// What is wrong with a parameter's place; nil if nothing is.
  mutating func problem() -> String? {
    var depth = 0
    var before = Piece.sign(0)
    /// Where the rows of a VALUES are, in which no parameter may be.
    var rows: Int?
    /// Where the content of a CAST or CONVERT is.
    var casts: [Int] = []
    var takesRows = false
    var isFirst = true
    var isBody = false
    while let piece = next() {
      if let level = rows, depth == level, piece != .sign(UInt8(ascii: "(")), piece != .sign(UInt8(ascii: ",")) {
        rows = nil
      }
      switch piece {
      case .sign(UInt8(ascii: "(")):
        depth += 1
        if before == .word("cast") || before == .word("convert") { casts.append(depth) }
      case .sign(UInt8(ascii: ")")):
        if casts.last == depth { casts.removeLast() }
        depth -= 1
      case .word("create") where isFirst: isBody = beginsBody
      case .word("insert"), .word("replace"):
        // Both are functions, too.
        if depth == 0, nextByte != UInt8(ascii: "(") { takesRows = true }
      case .word("select"): if depth == 0 { takesRows = false }
      case .word("values"):
        if rows == nil, !(takesRows && depth == 0), nextByte == UInt8(ascii: "(") { rows = depth }
      case .parameter:
        if isBody { return Self.bodyProblem }
        if rows != nil, !(casts.last == depth && isCastToKnownLength) { return Self.valuesProblem }
      default: break
      }
      before = piece
      isFirst = false
    }
    return nil
  }

  private static let bodyProblem =
    "a parameter can't stand in a body: MariaDB would store the ?, and the body could not be run; write the value itself"
  private static let valuesProblem =
    "MariaDB gives wrong values for parameters in VALUES (…) outside of INSERT; write SELECT ? UNION ALL SELECT ?, or"
    + " IN (?, ?), or tell each value's type and length: VALUES (CAST(? AS CHAR(50)), CAST(? AS INT))"

  /// True if the CREATE just read is for something with a body.
  private var beginsBody: Bool {
    var rest = self
    for _ in 0..<16 {
      switch rest.next() {
      case .word("trigger"), .word("procedure"), .word("function"), .word("event"), .word("package"): return true
      case .word("table"), .word("view"), .word("index"), .word("user"), .word("database"), .word("sequence"), nil:
        return false
      default: break
      }
    }
    return false
  }

  /// True if the parameter is followed by a type that fixes the value's length: `AS INT)`, `AS CHAR(50))`.
  private var isCastToKnownLength: Bool {
    var rest = self
    guard let sign = rest.next(), sign == .word("as") || sign == .sign(UInt8(ascii: ",")) else { return false }
    guard case .word(let type)? = rest.next() else { return false }
    switch type {
    case "int", "integer", "signed", "unsigned", "double", "float", "date", "datetime", "time", "uuid", "inet4",
      "inet6":
      return true
    default: return rest.next() == .sign(UInt8(ascii: "("))
    }
  }

  private var nextByte: UInt8 {
    var rest = self
    return if case .sign(let byte)? = rest.next() { byte } else { 0 }
  }

  // MARK: Pieces

  private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private mutating func next() -> Piece? {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0...0x20: index += 1
      case UInt8(ascii: "#"): skipLine()
      case UInt8(ascii: "-") where self.byte(index + 1) == byte && self.byte(index + 2) <= 0x20: skipLine()
      case UInt8(ascii: "/") where self.byte(index + 1) == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "*") where self.byte(index + 1) == UInt8(ascii: "/"): index += 2
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        skipQuoted(by: byte)
        return .quoted
      case UInt8(ascii: "?"):
        index += 1
        return .parameter
      case _ where Self.isWordByte(byte):
        let start = index
        while Self.isWordByte(self.byte(index)) { index += 1 }
        return .word(index - start > 9 ? "" : lowercased(start..<index))
      default:
        index += 1
        return .sign(byte)
      }
    }
    return nil
  }

  private func lowercased(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].lazy.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private mutating func skipLine() {
    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
  }

  /// Skips a comment; if it is executed, only its beginning.
  private mutating func skipComment() {
    let mark = byte(index + 2) == UInt8(ascii: "M") ? index + 3 : index + 2
    if byte(mark) == UInt8(ascii: "!") {
      index = mark + 1
      while byte(index) &- 0x30 < 10 { index += 1 }
      return
    }
    index += 2
    while index < bytes.count, !(bytes[index] == UInt8(ascii: "*") && byte(index + 1) == UInt8(ascii: "/")) {
      index += 1
    }
    index += 2
  }

  private mutating func skipQuoted(by quote: UInt8) {
    let isText = quote == UInt8(ascii: "'") || (quote == UInt8(ascii: "\"") && !dialect.doubleQuotesIdentifiers)
    index += 1
    while index < bytes.count {
      if bytes[index] == quote {
        guard byte(index + 1) == quote else { break }
        index += 1
      } else if bytes[index] == UInt8(ascii: "\\"), isText, dialect.backslashEscapes {
        index += 1
      }
      index += 1
    }
    index += 1
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || byte >= 0x80
  }
}

extension MariaDBConnection {
  /// - Throws: `unsupported` for a parameter whose value the server would make something else of.
  func checkParameterPlaces(in sql: String) throws(DatabaseError) {
    var text = sql
    let problem = text.withUTF8 { bytes -> String? in
      guard bytes.contains(UInt8(ascii: "?")) else { return nil }
      var places = ParameterPlaces(bytes, dialect: dialect)
      return places.problem()
    }
    if let problem { throw DatabaseError(.unsupported, problem, sql: sql) }
  }
}
