/// What a condition or an order names: read from its text. Whatever is not understood counts as the worst.
struct ConditionNames {
  /// Every name in the text, as if a table's: with its schema if a dot joins two.
  private(set) var names: [TableName] = []
  /// True if tables may be among the names.
  private(set) var readsTables = false
  /// The columns that the text reads; nil if something in it may read others.
  private(set) var columns: ColumnSet? = ColumnSet()
  /// True if rows are ordered by the place of a column instead of its name.
  private(set) var ordersByPlace = false

  /// - Throws: ``DatabaseError`` of kind `syntax` if quotes or comments are not closed.
  init(_ sql: SQL, _ dialect: Dialect, _ plan: TablePlan) throws(DatabaseError) {
    let pieces = try sql.render(dialect).readingUTF8 { bytes throws(DatabaseError) in
      var tokenizer = Tokenizer(bytes, dialect: dialect)
      var pieces: [Piece] = []
      while let token = try tokenizer.next() {
        pieces.append(Piece(kind: token.kind, text: String(decoding: bytes[token.start..<token.end], as: UTF8.self)))
      }
      return pieces
    }
    var depth = 0
    for (index, piece) in pieces.enumerated() {
      let next = index + 1 < pieces.count ? pieces[index + 1] : nil
      let previous = index > 0 ? pieces[index - 1] : nil
      if piece.is("(") { depth += 1 }
      if piece.is(")") { depth -= 1 }
      if depth == 0, piece.kind == .number, previous.map({ $0.is(",") }) ?? true {
        if next.map({ $0.is(",") || $0.kind == .word }) ?? true { ordersByPlace = true }
      }
      guard let name = piece.name else { continue }
      let schema = previous?.is(".") ?? false ? (index > 1 ? pieces[index - 2].name : nil) : nil
      names.append(TableName(schema: schema, name: name))
      // SQLite reads a string as a name only where it needs a table.
      if piece.kind != .string { note(piece, name, previous, next, plan) }
    }
    if readsTables { columns = nil }
  }

  private mutating func note(_ piece: Piece, _ name: String, _ previous: Piece?, _ next: Piece?, _ plan: TablePlan) {
    let isWord = piece.kind == .word
    let word = isWord ? name.lowercased() : ""
    if ["select", "table", "with"].contains(word) { readsTables = true }
    // SQLite accepts a table's name after IN.
    if word == "in", !(next?.is("(") ?? true) { readsTables = true }
    let column = plan.names.index(of: name).flatMap { plan.computed.contains($0) ? nil : $0 }
    if let column { columns?.insert(column) }
    if isWord, Self.harmless.contains(word) { return }
    if next?.is("(") ?? false {
      if !Self.pureFunctions.contains(word) { columns = nil }
      return
    }
    let isCollation = previous?.kind == .word && previous?.text.lowercased() == "collate"
    // What stands before a dot is the table itself: no other one appears here without being read.
    let isTable = next?.is(".") ?? false
    if column == nil, !isCollation, !isTable { columns = nil }
  }

  /// A token with its text.
  private struct Piece {
    let kind: Token.Kind
    let text: String

    func `is`(_ sign: String) -> Bool { kind == .punctuation && text == sign }

    /// What the token names, if it may be a name.
    var name: String? {
      switch kind {
      case .word: return text
      case .identifier, .string:
        guard let quote = text.first, text.count >= 2 else { return text }
        let inner = String(text.dropFirst().dropLast())
        return quote == "[" ? inner : inner.replacing("\(quote)\(quote)", with: "\(quote)")
      default: return nil
      }
    }
  }

  /// Words that name nothing.
  private static let harmless: Set<String> = [
    "all", "and", "asc", "between", "binary", "by", "case", "cast", "collate", "desc", "distinct", "div", "else", "end",
    "escape", "exists", "false", "first", "from", "glob", "in", "integer", "is", "isnull", "last", "like", "mod", "not",
    "notnull", "null", "nulls", "or", "real", "rlike", "text", "then", "true", "unknown", "when", "xor",
  ]
  /// Functions whose result depends on their arguments alone.
  private static let pureFunctions: Set<String> = [
    "abs", "char_length", "coalesce", "concat", "date", "hex", "ifnull", "instr", "length", "lower", "ltrim", "max",
    "min", "nullif", "replace", "round", "rtrim", "substr", "substring", "trim", "upper",
  ]
}
