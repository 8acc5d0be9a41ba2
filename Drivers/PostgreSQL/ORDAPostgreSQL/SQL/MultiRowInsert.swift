internal import ORDA

/// The text of an INSERT of one row, of which the text of an INSERT of many rows can be made.
struct MultiRowInsert {
  /// The text before the row.
  private let beginning: Substring
  /// The row's text between its parameters: before the first, between two, and behind the last.
  private let pieces: [Substring]
  /// The numbers of the parameters between the pieces, from 1.
  private let numbers: [Int]

  /// Nil for a text with a clause behind the row, and for a row of anything but parameters and constants.
  ///
  /// An expression such as a subquery may have another value if the rows before it belong to the same statement.
  init?(_ sql: String, dialect: Dialect) {
    var reader = SQLTokens(sql, dialect: dialect)
    var tokens: [SQLToken] = []
    while let token = try? reader.next() { tokens.append(token) }
    guard tokens.first?.text.lowercased() == "insert",
      let values = tokens.firstIndex(where: { $0.kind == .word && $0.text.lowercased() == "values" }),
      tokens.count > values + 2, tokens[values + 1].text == "(", let last = tokens.last, last.text == ")",
      !tokens[..<values].contains(where: { ["select", "with"].contains($0.text.lowercased()) && $0.kind == .word })
    else { return nil }
    let row = tokens[(values + 2)..<(tokens.count - 1)]
    guard Self.isPlain(row) else { return nil }
    let text = last.text.base
    var start = tokens[values + 1].text.startIndex
    beginning = text[..<start]
    var pieces: [Substring] = []
    var numbers: [Int] = []
    for token in row where token.kind == .parameter {
      guard token.text.first == "$", let number = Int(token.text.dropFirst()) else { return nil }
      pieces.append(text[start..<token.text.startIndex])
      numbers.append(number)
      start = token.text.endIndex
    }
    guard !numbers.isEmpty else { return nil }
    pieces.append(text[start..<last.text.endIndex])
    self.pieces = pieces
    self.numbers = numbers
  }

  /// Whether a row consists of parameters and constants, with casts or without.
  private static func isPlain(_ row: ArraySlice<SQLToken>) -> Bool {
    var isCast = false
    var isFirst = true
    for token in row {
      defer { isFirst = token.text == "," }
      switch token.kind {
      case .parameter, .number, .string: isCast = false
      case .word:
        guard isCast || ["null", "true", "false", "default"].contains(token.text.lowercased()) else { return false }
      case .sign:
        switch token.text {
        case ",": isCast = false
        case "::", ":": isCast = true
        case "[", "]": guard isCast else { return false }
        case "-", "+": guard isFirst else { return false }
        default: return false
        }
      default: return false
      }
    }
    return true
  }

  /// Returns the text of an INSERT of several rows. Each row has the next parameters.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - parameterCount: The number of parameters in the text of one row.
  func text(rows count: Int, parameterCount: Int) -> String {
    var text = String(beginning)
    for row in 0..<count {
      if row > 0 { text += ", " }
      for (piece, number) in zip(pieces, numbers) {
        text += piece
        text += "$\(number + row * parameterCount)"
      }
      text += pieces[numbers.count]
    }
    return text
  }
}
