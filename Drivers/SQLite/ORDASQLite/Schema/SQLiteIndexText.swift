/// What only the text of a CREATE INDEX reveals: the expressions and the condition.
struct SQLiteIndexText {
  /// The text of each part, without ASC or DESC.
  var parts: [String] = []
  /// The condition of a partial index.
  var predicate: String?

  /// Reads a text; finds nothing in one that is no CREATE INDEX.
  init(_ sql: String) {
    let text = SchemaText(sql)
    guard text.token(0)?.isKeyword("CREATE") == true, let on = text.index(of: "ON", from: 1),
      let opening = text.tokens[on...].firstIndex(where: { $0.isSymbol("(") }), let body = text.group(at: opening)
    else { return }
    parts = text.list(body).map { range in
      let last = text.token(range.upperBound - 1)
      let isOrder = range.count > 1 && (last?.isKeyword("ASC") == true || last?.isKeyword("DESC") == true)
      return text.source(range.lowerBound..<range.upperBound - (isOrder ? 1 : 0))
    }
    if let condition = text.index(of: "WHERE", from: body.upperBound + 1) {
      predicate = text.source(condition + 1..<text.tokens.count)
    }
  }
}
