/// The text of a CREATE statement, cut into tokens, with its parentheses paired.
///
/// SQLite checked the text before it kept it, but a file can hold anything: scanning ends for any text, and an unclosed
/// quote, comment or parenthesis reaches to the end.
struct SchemaText {
  /// The tokens, without comments and white space.
  private(set) var tokens: [SchemaToken] = []
  /// For a token that is `(`, the index of its `)`, or of the end if that is missing; -1 for every other token.
  private var partners: [Int] = []
  let bytes: [UInt8]

  /// Cuts a text into tokens.
  init(_ sql: String) {
    bytes = Array(sql.utf8)
    scan()
    pair()
  }

  /// The text from the first token of the range to its last, including comments between them.
  func source(_ range: Range<Int>) -> String {
    guard range.lowerBound >= 0, range.upperBound <= tokens.count, !range.isEmpty else { return "" }
    let from = tokens[range.lowerBound].range.lowerBound
    let to = tokens[range.upperBound - 1].range.upperBound
    return String(decoding: bytes[from..<to], as: UTF8.self)
  }

  /// The token at an index, or nil beyond the end.
  func token(_ index: Int) -> SchemaToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  /// What is between the parenthesis at the index and its partner, or nil if there is no parenthesis.
  func group(at index: Int) -> Range<Int>? {
    guard partners.indices.contains(index), partners[index] >= 0 else { return nil }
    return index + 1..<max(index + 1, partners[index])
  }

  /// The index after the token, or after the whole group if it opens one.
  func next(after index: Int) -> Int { group(at: index).map { $0.upperBound + 1 } ?? index + 1 }

  /// The parts of a range between commas outside inner parentheses; no empty ones.
  func list(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var index = range.lowerBound
    while index < range.upperBound {
      if tokens[index].isSymbol(",") {
        if start < index { parts.append(start..<index) }
        start = index + 1
      }
      index = next(after: index)
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  /// The index of the first token from `index` on, outside parentheses, that is the keyword.
  func index(of keyword: String, from index: Int) -> Int? {
    var index = index
    while let token = token(index) {
      if token.isKeyword(keyword) { return index }
      index = next(after: index)
    }
    return nil
  }

  private mutating func pair() {
    partners = Array(repeating: -1, count: tokens.count)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() where token.kind == .symbol {
      if token.name == "(" {
        open.append(index)
        partners[index] = tokens.count
      } else if token.name == ")", let opening = open.popLast() {
        partners[opening] = index
      }
    }
  }
}

// MARK: - Scanning

extension SchemaText {
  private mutating func scan() {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let after = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch byte {
      case 0x09...0x0D, 0x20:
        index += 1
      case 0xEF where after == 0xBB && index + 2 < bytes.count && bytes[index + 2] == 0xBF:
        index += 3  //  a byte order mark, which SQLite skips
      case UInt8(ascii: "-") where after == byte:
        index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
      case UInt8(ascii: "/") where after == UInt8(ascii: "*"):
        index = endOfComment(from: index + 2)
      case UInt8(ascii: "'"):
        index = quoted(.string, from: index, by: byte)
      case UInt8(ascii: "\""), UInt8(ascii: "`"):
        index = quoted(.quotedName, from: index, by: byte)
      case UInt8(ascii: "["):
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.count
        append(.quotedName, index..<min(end + 1, bytes.count), inner: index + 1..<end)
        index = end + 1
      case let byte where Self.isWordByte(byte):
        let end = bytes[index...].firstIndex { !Self.isWordByte($0) } ?? bytes.count
        append(Self.isDigit(byte) ? .number : .word, index..<end, inner: index..<end)
        index = end
      default:
        append(.symbol, index..<index + 1, inner: index..<index + 1)
        index += 1
      }
    }
  }

  private mutating func append(_ kind: SchemaToken.Kind, _ range: Range<Int>, inner: Range<Int>) {
    tokens.append(SchemaToken(kind: kind, range: range, name: String(decoding: bytes[inner], as: UTF8.self)))
  }

  private mutating func quoted(_ kind: SchemaToken.Kind, from start: Int, by quote: UInt8) -> Int {
    var name: [UInt8] = []
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == quote {
        guard index + 1 < bytes.count, bytes[index + 1] == quote else { break }
        index += 1
      }
      name.append(bytes[index])
      index += 1
    }
    let end = min(index + 1, bytes.count)
    tokens.append(SchemaToken(kind: kind, range: start..<end, name: String(decoding: name, as: UTF8.self)))
    return end
  }

  private func endOfComment(from start: Int) -> Int {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return bytes.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || byte >= 0x80
  }
}
