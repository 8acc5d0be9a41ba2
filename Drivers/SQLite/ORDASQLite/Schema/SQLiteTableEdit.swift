internal import ORDA

/// The text of a CREATE TABLE, edited where a change of the table requires it and otherwise as its author wrote it.
struct SQLiteTableEdit {
  private(set) var sql: String
  private let isStrict: Bool

  init(_ sql: String, isStrict: Bool = false) {
    self.sql = sql
    self.isStrict = isStrict
  }

  /// Makes a change of columns or constraints.
  mutating func make(_ change: TableChange, in dialect: any SchemaDialect) throws(DatabaseError) {
    let table = SQLiteTableText(sql)
    switch change {
    case .addColumn(let column):
      // Columns come before the constraints of the table.
      guard let last = table.parts.last(where: { $0.column != nil }) else { throw unreadable }
      let column = isStrict ? column.strict : column
      insert(column.declaration(isKeyed: false, in: dialect), behind: last.tokens, of: table)
    case .changeColumn(let column): try self.change(column, of: table, dialect)
    case .addForeignKey(var key):
      // It can't be in another schema, so none is written.
      key.referencedTable.schema = nil
      try append(key.declaration(in: dialect), to: table)
    case .addUnique(let unique): try append(unique.declaration, to: table)
    case .addCheck(let check): try append(check.declaration, to: table)
    case .dropForeignKey(let columns):
      try remove(from: table) { ["FOREIGN", "REFERENCES"].contains($0.keyword) && Self.same($0.columns, columns) }
    case .dropUnique(let columns):
      try remove(from: table) { $0.keyword == "UNIQUE" && Self.same($0.columns, columns) }
    case .dropCheck(let name): try remove(from: table) { $0.keyword == "CHECK" && $0.name == name }
    // There are statements for these.
    case .dropColumn, .renameColumn, .addIndex, .dropIndex, .rename: throw unreadable
    }
  }

  /// True if the text itself declares columns as unique, and not an index that was made later.
  func declaresUnique(_ columns: [String]) -> Bool {
    SQLiteTableText(sql).pieces.contains { $0.keyword == "UNIQUE" && Self.same($0.columns, columns) }
  }

  /// Gives the table another name.
  ///
  /// Where a condition names the table before a column the name is left out: SQLite would not follow it to the new one.
  mutating func rename(to name: TableName) throws(DatabaseError) {
    let table = SQLiteTableText(sql)
    let text = table.text
    guard let tokens = table.name, let old = text.token(tokens.upperBound - 1)?.name else { throw unreadable }
    let own = text.tokens.indices[tokens.upperBound...].filter { index in
      let token = text.tokens[index]
      return (token.kind == .word || token.kind == .quotedName) && SQLiteName.equal(token.name, old)
        && text.token(index + 1)?.isSymbol(".") == true
    }
    let removed = own.map { index in
      (tokens: (text.token(index - 1)?.isSymbol(".") == true ? index - 2 : index)..<index + 2, text: "")
    }
    sql = text.replacing([(tokens, name.sql.render(.sqlite))] + removed)
  }

  private mutating func change(
    _ column: ColumnDefinition, of table: SQLiteTableText, _ dialect: any SchemaDialect
  ) throws(DatabaseError) {
    guard let part = table.parts.firstIndex(where: { SQLiteName.equal($0.column ?? "", column.name) }) else {
      throw unreadable
    }
    let kept = table.pieces.filter { piece in
      piece.part == part && ["PRIMARY", "UNIQUE", "CHECK", "REFERENCES", "FOREIGN"].contains(piece.keyword)
    }
    var column = isStrict ? column.strict : column
    column.name = table.parts[part].column ?? column.name
    let isKeyed = kept.contains { $0.keyword != "CHECK" }
    let declaration = column.declaration(isKeyed: isKeyed, in: dialect).render(.sqlite)
    let words = [declaration] + kept.map { table.text.source($0.tokens) }
    sql = table.text.replacing([(table.parts[part].tokens, words.joined(separator: " "))])
  }

  private mutating func append(_ declaration: SQL, to table: SQLiteTableText) throws(DatabaseError) {
    guard let last = table.parts.last else { throw unreadable }
    insert(declaration, behind: last.tokens, of: table)
  }

  private mutating func insert(_ declaration: SQL, behind tokens: Range<Int>, of table: SQLiteTableText) {
    let text = ", " + declaration.render(.sqlite)
    sql = table.text.replacing([(tokens.upperBound..<tokens.upperBound, text)])
  }

  /// Removes constraints, and the comma of a part that consists of nothing else.
  private mutating func remove(
    from table: SQLiteTableText, where isRemoved: (SQLiteTableText.Piece) -> Bool
  ) throws(DatabaseError) {
    let removed = table.pieces.filter(isRemoved)
    if removed.isEmpty { throw unreadable }
    sql = table.text.replacing(
      removed.map { piece in
        let part = table.parts[piece.part]
        let rest = table.pieces.contains { $0.part == piece.part && !isRemoved($0) }
        if part.column != nil || rest { return (piece.tokens, "") }
        // The first of them takes the comma along; there is a column before it.
        let isFirst = piece.tokens.lowerBound == part.tokens.lowerBound
        return (isFirst ? piece.tokens.lowerBound - 1..<piece.tokens.upperBound : piece.tokens, "")
      })
  }

  private static func same(_ left: [String], _ right: [String]) -> Bool {
    Set(left.map(SQLiteName.folded)) == Set(right.map(SQLiteName.folded))
  }

  /// SQLite keeps the text that it accepted; if something can't be found in it, the text has a form that is unknown
  /// here.
  private var unreadable: DatabaseError {
    DatabaseError(
      .unsupported, "what is to be changed is not found in the table's text, and has to be changed by hand", sql: sql)
  }
}

extension ColumnDefinition {
  /// The column as a STRICT table takes it, which knows only a few words for types.
  var strict: ColumnDefinition {
    var column = self
    switch type {
    case .boolean, .integer: column.type = .other("INTEGER")
    case .float, .double: column.type = .other("REAL")
    case .bytes: column.type = .other("BLOB")
    case .decimal, .text, .date, .time, .timestamp, .instant, .uuid, .json: column.type = .other("TEXT")
    case .other: break
    }
    return column
  }
}
