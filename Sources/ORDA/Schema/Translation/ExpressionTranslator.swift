/// Writes plain conditions and calculations of one database for another.
///
/// Plain is what means the same everywhere: columns, constants, comparisons, AND, OR, NOT, IN, BETWEEN, IS NULL, and
/// sums, differences and products. A division is not: whether it cuts off the fraction differs.
struct ExpressionTranslator {
  let source: Dialect
  let target: Dialect
  /// The names of the table's columns.
  let columns: [String]
  /// Those that hold texts that are not filled up with spaces, and those that hold whole numbers.
  var texts: Set<String> = []
  var integers: Set<String> = []

  private static let words: Set<String> = ["AND", "OR", "NOT", "IN", "BETWEEN", "IS", "NULL", "TRUE", "FALSE"]
  /// Operators by their spelling in one database, as every database spells them.
  private static let operators = [
    "(": "(", ")": ")", ",": ",", "+": "+", "-": "-", "*": "*", "=": "=", "==": "=", "<": "<", ">": ">", "<=": "<=",
    ">=": ">=", "<>": "<>", "!=": "<>",
  ]

  /// The expression for the other database; nil if it is not plain.
  func translate(_ expression: String) -> String? {
    guard let pieces = try? expression.readingUTF8(pieces), let parts = parts(of: asWritten(pieces)), !parts.isEmpty
    else { return nil }
    return SpacedSQL.joined(parts)
  }

  struct Piece {
    var kind: Token.Kind
    var bytes: [UInt8]
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private func pieces(_ bytes: UnsafeBufferPointer<UInt8>) throws(DatabaseError) -> [Piece] {
    var tokenizer = Tokenizer(bytes, dialect: source)
    var pieces: [Piece] = []
    var end = -1
    while let token = try tokenizer.next() {
      let content = Array(bytes[token.start..<token.end])
      // The tokenizer returns punctuation byte by byte.
      if token.kind == .punctuation, token.start == end, let last = pieces.last, last.kind == .punctuation,
        Self.operators[last.text + String(decoding: content, as: UTF8.self)] != nil || !Self.isSingle(content),
        !Self.isSingle(last.bytes)
      {
        pieces[pieces.count - 1].bytes += content
      } else {
        pieces.append(Piece(kind: token.kind, bytes: content))
      }
      end = token.end
    }
    return pieces
  }

  /// True for what is not part of a longer operator.
  private static func isSingle(_ bytes: [UInt8]) -> Bool {
    bytes.count == 1 && "(),+-*".utf8.contains(bytes[0])
  }

  /// True for a word of the language: what follows in parentheses is no call.
  static func isWord(_ piece: Piece) -> Bool { words.contains(piece.text.uppercased()) }

  private func parts(of pieces: [Piece]) -> [String]? {
    var parts: [String] = []
    for (index, piece) in pieces.enumerated() {
      let next = index + 1 < pieces.count ? pieces[index + 1] : nil
      guard let part = part(piece, before: next, second: index + 2 < pieces.count ? pieces[index + 2] : nil) else {
        return nil
      }
      parts.append(part)
    }
    return parts
  }

  private func part(_ piece: Piece, before next: Piece?, second: Piece?) -> String? {
    switch piece.kind {
    case .word:
      let word = piece.text.uppercased()
      if word == "IS" { return isNullTest(next, second) ? word : nil }
      if Self.words.contains(word), !columns.contains(where: { $0.uppercased() == word }) { return word }
      return next?.bytes == Array("(".utf8) ? nil : column(piece.text)
    case .identifier: return name(piece.bytes).flatMap(column)
    case .number:
      return piece.bytes.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") } ? piece.text : nil
    case .string: return SQLLiteral.text(piece.bytes, in: source).flatMap { SQLLiteral.quoted($0, in: target) }
    case .blob: return piece.text
    case .punctuation: return Self.operators[piece.text]
    default: return nil
    }
  }

  /// IS compares with anything in one database, and only with NULL in another.
  private func isNullTest(_ next: Piece?, _ second: Piece?) -> Bool {
    guard let next, next.kind == .word else { return false }
    let word = next.text.uppercased()
    return word == "NULL" || word == "NOT" && second?.kind == .word && second?.text.uppercased() == "NULL"
  }

  /// The name within quotes.
  func name(_ bytes: [UInt8]) -> String? {
    guard bytes.first == UInt8(ascii: "[") else {
      var standard = source
      standard.backslashEscapes = false
      return SQLLiteral.text(bytes, in: standard)
    }
    return bytes.count >= 2 ? String(decoding: bytes[1..<bytes.count - 1], as: UTF8.self) : nil
  }

  private func column(_ name: String) -> String? {
    let exact = columns.first { $0 == name } ?? columns.first { $0.lowercased() == name.lowercased() }
    return exact.map(target.quoted(identifier:))
  }
}
