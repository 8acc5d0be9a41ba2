/// How the text of a CREATE TABLE declares its columns, with everything said about each, including what descriptions
/// lack.
struct ColumnDeclarations {
  /// The texts by the columns' names in small letters.
  private var texts: [String: String] = [:]

  init(_ text: String, _ dialect: Dialect) {
    var tokens = SQLTokens(text, dialect: dialect)
    var depth = 0
    var first: SQLToken?
    var last: SQLToken?
    func end() {
      guard let first, let last, first.kind == .word || first.kind == .quotedName else { return }
      let name = asciiLowercased(first.name)
      // Keys and conditions follow the columns, and begin with words that may also be names of columns.
      if texts[name] == nil { texts[name] = String(text[first.text.startIndex..<last.text.endIndex]) }
    }
    // What can't be read has no declarations.
    while let token = try? tokens.next() {
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      let isEnd = depth == 0 && token.text == ")" || depth == 1 && token.text == ","
      if isEnd {
        end()
        (first, last) = (nil, nil)
        if depth == 0 { return }
      } else if depth > 1 || depth == 1 && token.text != "(" || first != nil {
        first = first ?? token
        last = token
      }
    }
  }

  func text(of column: String) -> String? { texts[asciiLowercased(column)] }
}
