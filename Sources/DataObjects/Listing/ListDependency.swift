internal import ORDA

/// What a list depends on: a change of anything else leaves it as it is, without asking the database.
///
/// The words of its SQL tell. A word that neither SQL nor the model knows may be a view or a function that reads anything, so
/// the list then depends on everything.
@MainActor
struct ListDependency {
  private let words: Set<String>
  private let isEverything: Bool
  private let table: TableName

  init(_ query: ListQuery, model: [any ObjectTable], dialect: Dialect) {
    table = query.table
    var words: Set<String> = []
    var isClear = true
    for part in [query.condition, query.order, query.section].compactMap({ $0 }) {
      var tokens = SQLTokens(part.render(dialect), dialect: dialect)
      do {
        while let token = try tokens.next() {
          switch token.kind {
          case .word, .quotedName: words.insert(token.name.lowercased())
          case .executableComment: isClear = false
          case .number, .string, .blob, .parameter, .sign: continue
          }
        }
      } catch { isClear = false }
    }
    self.words = words
    let known = model.reduce(into: Self.plainWords) { $0.formUnion($1.words) }
    isEverything = !isClear || !words.isSubset(of: known)
  }

  /// True if a change of these columns of the list's own table may change which rows it has, or their order.
  func depends(on columns: some Sequence<String>) -> Bool {
    isEverything || columns.contains { words.contains($0.lowercased()) }
  }

  /// True if it depends on a table beside its own.
  func depends(on other: TableName) -> Bool { isEverything || words.contains(other.name.lowercased()) }

  /// True if a commit may have changed which rows it has, or their order.
  func depends(on batch: ChangeBatch, tables: [TableName]) -> Bool {
    for other in tables where other == table || depends(on: other) {
      if batch.unknown.concerns(other) { return true }
    }
    for change in batch.rows {
      let isOwn = change.layout.table.isSame(as: table)
      guard isOwn || tables.contains(where: { change.layout.table.isSame(as: $0) && depends(on: $0) }) else { continue }
      guard isOwn, change.kind == .update, change.newKey == nil, let cells = change.cells else { return true }
      if depends(on: cells.map { change.layout.columns[$0.column] }) { return true }
    }
    return false
  }

  /// Words of conditions and orders that read nothing but their operands.
  private static let plainWords: Set<String> = [
    "and", "or", "not", "in", "is", "null", "like", "glob", "regexp", "between", "escape", "case", "when", "then",
    "else",
    "end", "asc", "desc", "nulls", "first", "last", "collate", "nocase", "binary", "rtrim", "true", "false", "distinct",
    "from", "select", "where", "exists", "as", "join", "on", "inner", "left", "cast", "integer", "text", "real", "char",
    "signed", "lower", "upper", "length", "coalesce", "ifnull", "nullif", "abs", "round", "floor", "substr",
    "substring",
    "trim", "ltrim", "replace", "instr", "max", "min", "count", "sum", "strftime", "date", "year", "month", "day",
  ]
}

extension ObjectTable {
  /// The names in the SQL, in lower case.
  fileprivate var words: Set<String> {
    var words: Set = [table.name, key]
    words.formUnion(attributeNames)
    for lookup in lookups { words.formUnion([lookup.table.name, lookup.parent, lookup.child, lookup.order]) }
    return Set(words.map { $0.lowercased() })
  }
}
