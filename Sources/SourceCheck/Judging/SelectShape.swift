import ORDA

/// What the words of a query say about its rows: where its columns come from, and which names its conditions have.
final class SelectShape {
  /// A table that is read.
  struct Source {
    var table: String
    var alias: String
    /// True after LEFT JOIN.
    var isOptional = false
    /// The names after ON.
    var condition: [Name] = []
  }

  /// A name in a condition, with what precedes its dot.
  struct Name: Hashable {
    var qualifier: String?
    var name: String
  }

  typealias Piece = StatementTokens.Piece

  let pieces: [Piece]
  /// True if there is one SELECT, and no WITH.
  private(set) var isSingle = false
  /// The expressions of its columns, if there is one SELECT; nil if one of them is a `*`.
  private(set) var columns: [ArraySlice<Piece>]?
  /// The tables that it reads; nil if they are not read by plain joins.
  private(set) var sources: [Source]?
  /// The names in conditions: after WHERE, ON, HAVING and USING.
  private(set) lazy var conditionNames = namesInConditions()
  /// The names after WHERE and HAVING of a single SELECT, and after ON of joins that leave rows out.
  private(set) var filters: Set<Name> = []
  /// The aliases of expressions and tables.
  private(set) lazy var aliases = namesGiven()
  /// True if rows may be left out in a way that the names don't show.
  private(set) var isOpaque = false
  private(set) var isGrouped = false
  /// True if it inserts, updates or deletes.
  private(set) var writes = false

  init(_ tokens: StatementTokens) {
    pieces = tokens.pieces
    var selects = 0
    for (index, piece) in pieces.enumerated() where piece.kind == .word {
      switch piece.word {
      case "select": selects += 1
      case "group", "having": isGrouped = true
      case "insert", "update", "delete", "replace": if piece.depth == 0 { writes = true }
      case "natural", "intersect", "except", "lateral", "straight_join": isOpaque = true
      // Columns are named before their query: WITH totals (genre, count) AS (…)
      case "as" where index > 0 && pieces[index - 1].word == ")" && isOfQuery(index): isOpaque = true
      default: break
      }
    }
    isSingle = selects == 1 && pieces.first?.is("select") ?? false
    if isSingle { noteSelect() }
  }

  /// True if a query in parentheses follows, which may be marked `MATERIALIZED` or not.
  private func isOfQuery(_ index: Int) -> Bool {
    pieces[(index + 1)...].drop { $0.is("not") || $0.is("materialized") }.first?.word == "("
  }

  private func isFollowed(_ index: Int, by sign: String) -> Bool {
    index + 1 < pieces.count && pieces[index + 1].word == sign
  }

  /// The words that end a condition, or a list of tables.
  private static let clauses: Set = [
    "select", "from", "where", "group", "having", "order", "limit", "union", "intersect", "except", "window", "join",
    "left", "inner", "cross", "right", "full", "natural", "returning", "set", "values", "on", "using", "for", "offset",
    "straight_join", "with",
  ]

  private func namesInConditions() -> Set<String> {
    var names: Set<String> = []
    var open: Int?
    for (index, piece) in pieces.enumerated() {
      if let depth = open, piece.depth < depth || (piece.depth == depth && isClause(index)) { open = nil }
      if open == nil, ["where", "on", "having", "using"].contains(where: piece.is) { open = piece.depth }
      guard open != nil, let name = piece.name, !isQualifier(index) else { continue }
      names.insert(name)
    }
    return names
  }

  /// True for a keyword that begins a clause, not for a name or function.
  private func isClause(_ index: Int) -> Bool {
    guard pieces[index].kind == .word, Self.clauses.contains(pieces[index].word) else { return false }
    // left('abc', 1) and values(name) are functions.
    let isCall = isFollowed(index, by: "(")
    return !(isCall && ["left", "right", "values", "set"].contains(pieces[index].word)) && !isBehindDot(index)
  }

  private func isQualifier(_ index: Int) -> Bool { isFollowed(index, by: ".") }
  private func isBehindDot(_ index: Int) -> Bool { index > 0 && pieces[index - 1].word == "." }

  /// What follows AS, and a name that directly follows a name, a value or a parenthesis.
  private func namesGiven() -> Set<String> {
    var names: Set<String> = []
    for (index, piece) in pieces.enumerated().dropFirst() {
      guard let name = piece.name, piece.quoted != nil || !Self.words.contains(name) else { continue }
      let before = pieces[index - 1]
      let isValue = before.word == ")" || before.quoted != nil || before.kind == .number || before.kind == .string
      let isName = before.kind == .word && !Self.words.contains(before.word)
      if isValue || isName || before.is("as") { names.insert(name) }
    }
    return names
  }

  /// Words that are not aliases, and not names before one.
  private static let words = clauses.union([
    "as", "and", "or", "not", "in", "is", "null", "like", "glob", "between", "case", "when", "then", "else", "end",
    "distinct", "all", "exists", "by", "asc", "desc", "collate", "outer", "over", "partition", "filter", "recursive",
    "nulls", "first", "last", "rows", "range", "groups", "escape", "regexp", "match", "materialized", "indexed", "cast",
    "interval", "div", "mod", "xor", "rlike", "binary", "true", "false", "default", "into", "insert", "update",
    "delete", "replace", "table", "view", "create", "if", "temp", "temporary", "unique", "index", "trigger",
  ])

  // MARK: One SELECT

  private func noteSelect() {
    var index = 1
    while index < pieces.count, pieces[index].is("distinct") || pieces[index].is("all") { index += 1 }
    let from = pieces[index...].firstIndex { $0.depth == 0 && $0.is("from") }
    let end = from ?? pieces[index...].firstIndex { $0.depth == 0 && Self.clauses.contains($0.word) } ?? pieces.count
    let expressions = pieces[index..<end].split(omittingEmptySubsequences: false) { $0.depth == 0 && $0.word == "," }
    if expressions.allSatisfy({ !$0.isEmpty && $0.last?.word != "*" }) { columns = Array(expressions) }
    guard let from else { return sources = [] }
    readSources(from: from + 1)
  }

  private func readSources(from start: Int) {
    var index = start
    var found: [Source] = []
    var isOptional = false
    func isWord(_ words: String...) -> Bool { index < pieces.count && words.contains { pieces[index].is($0) } }
    while index < pieces.count {
      // The table, with its schema before it.
      guard var table = pieces[index].name, !Self.words.contains(pieces[index].word) else { return }
      index += 1
      while index + 1 < pieces.count, pieces[index].word == ".", let name = pieces[index + 1].name {
        table = name
        index += 2
      }
      if index < pieces.count, pieces[index].word == "(" { return }
      var source = Source(table: table, alias: table, isOptional: isOptional)
      if isWord("as") { index += 1 }
      if index < pieces.count, let alias = pieces[index].name,
        pieces[index].quoted != nil || !Self.words.contains(alias)
      {
        source.alias = alias
        index += 1
      }
      if isWord("on") {
        let end = pieces[(index + 1)...].firstIndex {
          $0.depth == 0 && ($0.word == "," || Self.clauses.contains($0.word))
        }
        source.condition = names(in: (index + 1)..<(end ?? pieces.count))
        if !isOptional { filters.formUnion(source.condition) }
        index = end ?? pieces.count
      } else if isWord("using") {
        return
      }
      found.append(source)
      if index < pieces.count, pieces[index].word == "," || pieces[index].is("join") {
        isOptional = false
        index += 1
      } else if isWord("inner", "cross") {
        isOptional = false
        index += 2
      } else if isWord("left") {
        isOptional = true
        index += 1
        if isWord("outer") { index += 1 }
        guard isWord("join") else { return }
        index += 1
      } else {
        break
      }
    }
    if isWord("right", "full", "natural", "straight_join") { return }
    sources = found
    for clause in ["where", "having"] {
      guard let start = pieces.firstIndex(where: { $0.depth == 0 && $0.is(clause) }) else { continue }
      let end = pieces[(start + 1)...].firstIndex { $0.depth == 0 && Self.clauses.contains($0.word) }
      filters.formUnion(names(in: (start + 1)..<(end ?? pieces.count)))
    }
  }

  private func names(in range: Range<Int>) -> [Name] {
    range.compactMap { index in
      guard let name = pieces[index].name, !isQualifier(index) else { return nil }
      return Name(qualifier: isBehindDot(index) && index > 1 ? pieces[index - 2].name : nil, name: name)
    }
  }

  /// The function that forms a whole column, with the contents of its parentheses; nil for any other expression.
  func call(_ column: Int) -> (function: String, arguments: ArraySlice<Piece>)? {
    guard let columns, columns.indices.contains(column), let function = columns[column].first else { return nil }
    var expression = columns[column]
    if expression.count > 2, expression.dropLast().last?.is("as") ?? false { expression = expression.dropLast(2) }
    guard function.kind == .word, expression.count > 2, expression.dropFirst().first?.word == "(",
      expression.last?.word == ")",
      expression.dropFirst(2).first(where: { $0.word == ")" && $0.depth == 0 })?.offset == expression.last?.offset
    else { return nil }
    return (function.word, expression.dropFirst(2).dropLast())
  }
}
