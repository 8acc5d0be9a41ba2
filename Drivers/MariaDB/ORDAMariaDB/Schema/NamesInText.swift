internal import ORDA

/// The names in a text that may be a table's or a routine's: everything that could be one, whatever it turns out to be.
struct NamesInText {
  /// Every name as one of the current schema, and every two with a dot between them.
  private(set) var tables: Set<TableName> = []
  /// Those of them that are called, or have something after them as packages do.
  private(set) var routines: Set<TableName> = []

  /// - Throws: `syntax` if quotes or comments are not closed.
  init(_ text: String, dialect: Dialect) throws(DatabaseError) {
    var tokens = SQLTokens(text, dialect: dialect)
    var pieces: [SQLToken] = []
    while let token = try tokens.next() {
      if token.kind != .executableComment { pieces.append(token) }
    }
    for (index, piece) in pieces.enumerated() {
      let isBehindDot = index > 0 && pieces[index - 1].text == "."
      guard let name = Self.name(of: piece, mayBeReserved: isBehindDot) else { continue }
      let isFollowed = index + 1 < pieces.count && ["(", "."].contains(pieces[index + 1].text)
      let isCalled = isFollowed || index > 0 && pieces[index - 1].text.lowercased() == "call"
      var found = [TableName(name: name)]
      if isBehindDot, index > 1, let schema = Self.name(of: pieces[index - 2], mayBeReserved: true) {
        found.append(TableName(schema: schema, name: name))
      }
      tables.formUnion(found)
      if isCalled { routines.formUnion(found) }
    }
  }

  /// In some modes a string in double quotes is a name, and a view or a routine may have been written in another mode
  /// than this session's.
  private static func name(of token: SQLToken, mayBeReserved: Bool) -> String? {
    switch token.kind {
    case .word: return mayBeReserved || !reserved.contains(token.text.lowercased()) ? token.name : nil
    case .quotedName: return token.name
    case .string where token.text.first == "\"":
      return String(token.text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    default: return nil
    }
  }

  /// Words of queries that are no table's name unless they are quoted.
  private static let reserved: Set<String> = [
    "all", "and", "as", "asc", "between", "by", "case", "cross", "desc", "distinct", "else", "except", "exists", "from",
    "group", "having", "in", "inner", "intersect", "into", "is", "join", "left", "like", "limit", "natural", "not",
    "null", "on", "or", "order", "outer", "over", "partition", "recursive", "right", "select", "then", "union", "using",
    "values", "when", "where", "with",
  ]
}
