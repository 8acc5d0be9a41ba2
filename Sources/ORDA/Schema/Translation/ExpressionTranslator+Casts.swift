/// What PostgreSQL keeps of a condition, as it was written: `state IN ('new', 'old')` is
/// `(state)::text = ANY ((ARRAY['new'::character varying, 'old'::character varying])::text[])` there.
///
/// A cast goes where it changes no value: that of a constant to its own type, of a text to another type of texts, and of a
/// whole number to one that holds it. Any other stays, and is no plain expression: so does `bpchar`, which compares without the
/// spaces at the end.
extension ExpressionTranslator {
  /// The pieces without such casts, and with IN for a comparison with the elements of an array.
  func asWritten(_ pieces: [Piece]) -> [Piece] {
    var pieces = pieces
    // From the left, so that a cast's operand has lost its own.
    var index = 0
    while index < pieces.count {
      if pieces[index].text == "::", let (type, end) = Self.castType(in: pieces, after: index),
        let start = operandStart(in: pieces, before: index),
        let operand = operand(Array(pieces[start..<index]), as: type)
      {
        pieces.replaceSubrange(start..<end, with: operand)
        index = start + operand.count
      } else {
        index += 1
      }
    }
    return Self.withLists(pieces)
  }

  // MARK: Casts

  private enum CastType { case text, date, integer, numeric, double, texts }

  private static let castTypes: [([String], CastType)] = [
    (["text", "[]"], .texts), (["text"], .text), (["character", "varying"], .text), (["date"], .date),
    (["smallint"], .integer), (["integer"], .integer), (["bigint"], .integer),
    (["numeric"], .numeric), (["double", "precision"], .double),
  ]

  /// The type behind `::`, and the place behind it; nil for one that is not known here, or has digits.
  private static func castType(in pieces: [Piece], after index: Int) -> (CastType, Int)? {
    for (words, type) in castTypes {
      let end = index + 1 + words.count
      guard end <= pieces.count, zip(pieces[(index + 1)..<end], words).allSatisfy({ $0.text == $1 }) else { continue }
      if end < pieces.count, ["(", "[]", "["].contains(pieces[end].text) { return nil }
      return (type, end)
    }
    return nil
  }

  /// Where the operand of a cast begins: one piece, or what is in parentheses and no call's.
  private func operandStart(in pieces: [Piece], before index: Int) -> Int? {
    guard index > 0 else { return nil }
    guard pieces[index - 1].text == ")" else { return index - 1 }
    var depth = 0
    for place in stride(from: index - 1, through: 0, by: -1) {
      if pieces[place].text == ")" { depth += 1 }
      if pieces[place].text == "(" { depth -= 1 }
      if depth == 0 {
        let isCall = place > 0 && pieces[place - 1].kind == .word && !Self.isWord(pieces[place - 1])
        return isCall ? nil : place
      }
    }
    return nil
  }

  /// The operand as it is without its cast; nil if the cast changes it.
  private func operand(_ pieces: [Piece], as type: CastType) -> [Piece]? {
    var plain = pieces[...]
    while plain.count > 2, plain.first?.text == "(", plain.last?.text == ")" { plain = plain.dropFirst().dropLast() }
    if type == .texts {
      return plain.first?.text.uppercased() == "ARRAY" && plain.last?.text == "]" ? Array(plain) : nil
    }
    if let number = Self.number(plain) { return takes(number, type) ? number : nil }
    guard plain.count == 1, let one = plain.first else { return nil }
    switch (one.kind, type) {
    case (.string, .text): return [one]
    // Others, such as `now`, have a meaning of their own.
    case (.string, .date): return SQLLiteral.text(one.bytes, in: source).flatMap { CivilDate($0) } == nil ? nil : [one]
    case (.string, .integer), (.string, .numeric), (.string, .double):
      guard let text = SQLLiteral.text(one.bytes, in: source) else { return nil }
      let isNegative = text.hasPrefix("-")
      let digits = Piece(kind: .number, bytes: Array((isNegative ? String(text.dropFirst()) : text).utf8))
      let sign = Piece(kind: .punctuation, bytes: Array("-".utf8))
      guard let number = Self.number(isNegative ? [sign, digits] : [digits]), takes(number, type) else { return nil }
      return number
    case (.word, .text), (.identifier, .text): return isColumn(one, in: texts) ? [one] : nil
    case (.word, .numeric), (.identifier, .numeric): return isColumn(one, in: integers) ? [one] : nil
    default: return nil
    }
  }

  /// A number, with its sign or in parentheses with it; nil for anything else.
  private static func number(_ pieces: ArraySlice<Piece>) -> [Piece]? {
    let digits = pieces.first?.text == "-" ? pieces.dropFirst() : pieces
    guard digits.count == 1, let last = digits.first, last.kind == .number,
      last.bytes.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Array(pieces)
  }

  /// A cast to a whole number rounds a fraction.
  private func takes(_ number: [Piece], _ type: CastType) -> Bool {
    switch type {
    case .numeric, .double: true
    case .integer: number.last?.bytes.contains(UInt8(ascii: ".")) == false
    case .text, .date, .texts: false
    }
  }

  private func isColumn(_ piece: Piece, in columns: Set<String>) -> Bool {
    let name = piece.kind == .word ? piece.text : name(piece.bytes)
    return name.map { columns.contains($0) } ?? false
  }

  // MARK: Lists

  /// `= ANY (ARRAY[…])` as `IN (…)`, and `<> ALL (ARRAY[…])` as `NOT IN (…)`.
  private static func withLists(_ pieces: [Piece]) -> [Piece] {
    var pieces = pieces
    var index = 0
    while index + 4 < pieces.count {
      let words = pieces[index..<(index + 4)].map { $0.text.uppercased() }
      let isAny = words == ["=", "ANY", "(", "ARRAY"]
      let isAll = words == ["<>", "ALL", "(", "ARRAY"]
      if isAny || isAll, pieces[index + 4].text == "[", let end = listEnd(in: pieces, from: index + 5) {
        let list = pieces[(index + 5)..<end]
        let opening = (isAny ? ["IN", "("] : ["NOT", "IN", "("]).map {
          Piece(kind: $0 == "(" ? .punctuation : .word, bytes: Array($0.utf8))
        }
        pieces.replaceSubrange(index..<(end + 1), with: opening + list)
      }
      index += 1
    }
    return pieces
  }

  /// The `]` with a `)` behind it, before which is a list without arrays of its own.
  private static func listEnd(in pieces: [Piece], from start: Int) -> Int? {
    guard let end = pieces[start...].firstIndex(where: { $0.text == "]" || $0.text == "[" }), pieces[end].text == "]",
      end > start, end + 1 < pieces.count, pieces[end + 1].text == ")"
    else { return nil }
    return end
  }
}
