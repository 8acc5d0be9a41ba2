internal import ORDA

/// Reads one column or table constraint of a CREATE TABLE: the part between two commas.
///
/// SQLite accepts table constraints without a comma between them, so a part may contain several. The reader skips what
/// it does not know, and a group in parentheses as a whole.
struct SQLiteDeclarationReader {
  private let text: SchemaText
  private let end: Int
  private var index: Int
  private var column: SQLiteTableText.Column?
  /// The last name given by CONSTRAINT. SQLite gives it to every CHECK up to the next comma.
  private var lastName: String?
  /// The same, but only for the constraint that follows at once.
  private var nextName: String?

  /// A reader of the part in a range of tokens.
  init(text: SchemaText, range: Range<Int>) {
    self.text = text
    index = range.lowerBound
    end = min(range.upperBound, text.tokens.count)
  }

  /// Adds what the part declares.
  mutating func read(into table: inout SQLiteTableText) {
    guard let first = current else { return }
    let part = table.parts.count
    table.parts.append(SQLiteTableText.Part(tokens: index..<end))
    let tableConstraints = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
    if !tableConstraints.contains(where: first.isKeyword) {
      guard first.canBeName else { return }
      column = SQLiteTableText.Column(name: first.name)
      table.parts[part].column = first.name
      index += 1
    }
    while let token = current {
      let start = index
      index += 1
      guard token.kind == .word else {
        if token.isSymbol("(") { index = text.next(after: start) }
        note(nil, start, part, in: &table)
        continue
      }
      let keyword = SQLiteName.capitals(token.name)
      constraint(keyword, into: &table)
      note(keyword, start, part, in: &table)
    }
    if let column {
      table.columns.append(column)
      if column.isAutoIncrement { table.isAutoIncrement = true }
    }
  }

  /// Notes the place of what was read: it begins a piece, or belongs to the previous one.
  private func note(_ keyword: String?, _ start: Int, _ part: Int, in table: inout SQLiteTableText) {
    let last = table.pieces.indices.last { table.pieces[$0].part == part }
    guard let keyword, begins(keyword, at: start, last.map { table.pieces[$0].keyword }) else {
      if let last { table.pieces[last].tokens = table.pieces[last].tokens.lowerBound..<index }
      return
    }
    var piece = SQLiteTableText.Piece(keyword: keyword, tokens: start..<index, part: part)
    switch keyword {
    case "UNIQUE": piece.columns = table.uniques.last?.columns ?? []
    case "FOREIGN", "REFERENCES": piece.columns = table.references.last?.columns ?? []
    case "CHECK": piece.name = table.checks.last.map { $0.name ?? $0.expression }
    default: break
    }
    if let last, table.pieces[last].keyword == "CONSTRAINT" {
      piece.tokens = table.pieces[last].tokens.lowerBound..<index
      table.pieces[last] = piece
    } else {
      table.pieces.append(piece)
    }
  }

  private func begins(_ keyword: String, at start: Int, _ last: String?) -> Bool {
    switch keyword {
    case "CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "REFERENCES", "COLLATE", "GENERATED", "DEFAULT": true
    case "AS": last != "GENERATED"
    case "NOT": text.token(start + 1)?.isKeyword("DEFERRABLE") != true
    case "NULL": text.token(start - 1)?.isKeyword("NOT") != true
    default: false
    }
  }

  private var current: SchemaToken? { index < end ? text.token(index) : nil }

  /// Reads what follows a keyword; other words, such as a type's, mean nothing.
  private mutating func constraint(_ keyword: String, into table: inout SQLiteTableText) {
    switch keyword {
    case "CONSTRAINT":
      lastName = takeName()
      nextName = lastName
      return
    case "PRIMARY":
      take("KEY")
      if let group = takeGroup(), text.token(group.upperBound - 1)?.isKeyword("AUTOINCREMENT") == true {
        table.isAutoIncrement = true
      }
    case "AUTOINCREMENT":
      column?.isAutoIncrement = true
    case "UNIQUE":
      let columns = takeGroup().map(names) ?? column.map { [$0.name] } ?? []
      table.uniques.append(SQLiteTableText.Unique(name: nextName, columns: columns))
    case "CHECK":
      guard let group = takeGroup() else { break }
      table.checks.append(
        CheckConstraint(name: lastName, expression: text.source(group), column: column?.name))
    case "FOREIGN":
      take("KEY")
      let columns = takeGroup().map(names) ?? []
      if take("REFERENCES") { reference(columns, into: &table) }
    case "REFERENCES":
      reference(column.map { [$0.name] } ?? [], into: &table)
    case "DEFERRABLE":
      deferrable(negated: index >= 2 && text.token(index - 2)?.isKeyword("NOT") == true, into: &table)
    case "COLLATE":
      let collation = takeName()
      column?.collation = collation
    case "AS":
      let generation = takeGroup().map(text.source)
      column?.generation = generation
    case "DEFAULT":
      if current?.isSymbol("+") == true || current?.isSymbol("-") == true { index += 1 }
      if takeGroup() == nil { index += 1 }
    case "NOT", "NULL":
      break
    default:
      return passOver(keyword)
    }
    nextName = nil
  }

  /// Skips the words of clauses that could be mistaken for others.
  private mutating func passOver(_ keyword: String) {
    switch keyword {
    case "ON":
      if take("CONFLICT") {
        index += 1
      } else if take("DELETE") || take("UPDATE") {
        index += current?.isKeyword("SET") == true || current?.isKeyword("NO") == true ? 2 : 1
      }
    case "MATCH":
      index += 1
    default:
      break
    }
  }

  private mutating func reference(_ columns: [String], into table: inout SQLiteTableText) {
    guard let name = takeName() else { return }
    _ = takeGroup()
    table.references.append(SQLiteTableText.Reference(name: nextName, columns: columns, table: name))
  }

  private mutating func deferrable(negated: Bool, into table: inout SQLiteTableText) {
    let isDeferred = take("INITIALLY") && current?.isKeyword("DEFERRED") == true
    guard !table.references.isEmpty else { return }
    table.references[table.references.count - 1].isDeferred = isDeferred && !negated
  }

  @discardableResult
  private mutating func take(_ keyword: String) -> Bool {
    guard current?.isKeyword(keyword) == true else { return false }
    index += 1
    return true
  }

  private mutating func takeName() -> String? {
    guard let token = current, token.canBeName else { return nil }
    index += 1
    return token.name
  }

  private mutating func takeGroup() -> Range<Int>? {
    guard index < end, let group = text.group(at: index) else { return nil }
    index = group.upperBound + 1
    return group
  }

  /// The first name of each element of a list of columns.
  private func names(_ group: Range<Int>) -> [String] {
    text.list(group).compactMap { text.token($0.lowerBound)?.name }
  }
}
