import ORDA

/// Reads one statement by recursive descent: a function for each thing that SQL is made of.
struct Parser {
  let sql: [UInt8]
  private let tokens: [Token]
  private var place = 0
  /// How many `?` were read.
  var parameterCount = 0
  /// How deep the expression that is being read is nested; limited, so that no text exhausts the stack.
  var nesting = 0

  init(_ sql: String) throws(DatabaseError) {
    self.sql = Array(sql.utf8)
    tokens = try Lexer.tokens(of: sql)
  }

  mutating func statement() throws(DatabaseError) -> Syntax {
    let syntax = try anyStatement()
    _ = take(";")
    guard token.kind == .end else { throw unexpected() }
    return syntax
  }

  private mutating func anyStatement() throws(DatabaseError) -> Syntax {
    if take("SELECT") { return .select(try select()) }
    if take("INSERT", "INTO") { return .insert(try insert()) }
    if take("UPDATE") { return .update(try update()) }
    if take("DELETE", "FROM") {
      return .delete(Delete(table: try tableName(), filter: try filter(), returning: try returning()))
    }
    if take("CREATE") {
      try expect("TABLE")
      let isOptional = take("IF", "NOT", "EXISTS")
      return .createTable(try tableSchema(), ifNotExists: isOptional)
    }
    if take("DROP") {
      try expect("TABLE")
      let isOptional = take("IF", "EXISTS")
      return .dropTable(try tableName(), ifExists: isOptional)
    }
    if take("BEGIN") || take("START", "TRANSACTION") { return .begin }
    if take("COMMIT") || take("END") { return .commit }
    if take("ROLLBACK", "TO", "SAVEPOINT") || take("ROLLBACK", "TO") { return .rollbackTo(try name()) }
    if take("ROLLBACK") { return .rollback }
    if take("SAVEPOINT") { return .savepoint(try name()) }
    if take("RELEASE", "SAVEPOINT") || take("RELEASE") { return .release(try name()) }
    throw unexpected()
  }

  // MARK: Tokens

  var token: Token { tokens[place] }

  /// The token so far ahead.
  func token(ahead: Int) -> Token { tokens[min(place + ahead, tokens.count - 1)] }

  mutating func advance() { place = min(place + 1, tokens.count - 1) }

  /// Takes words or signs, if all of them are next.
  mutating func take(_ spellings: String...) -> Bool {
    for (ahead, spelling) in spellings.enumerated() where token(ahead: ahead).spelling != spelling { return false }
    for _ in spellings { advance() }
    return true
  }

  mutating func expect(_ spelling: String) throws(DatabaseError) {
    if !take(spelling) { throw unexpected() }
  }

  /// A name, in quotes or a word that means nothing else.
  mutating func name() throws(DatabaseError) -> String {
    guard let name = nameHere else { throw unexpected() }
    advance()
    return name
  }

  /// The name that is next, if one is.
  var nameHere: String? {
    switch token.kind {
    case .name(let name): name
    case .word where !Self.reserved.contains(token.spelling) && !Self.leftOut.contains(token.spelling):
      text(token.range)
    default: nil
    }
  }

  mutating func tableName() throws(DatabaseError) -> String {
    let name = try name()
    if token.spelling == "." {
      throw DatabaseError(.unsupported, "this database has no schemas; write the table alone")
    }
    return name
  }

  /// One or more, with commas between them.
  mutating func list<T>(
    _ element: (inout Parser) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> [T] {
    var all: [T] = []
    repeat { all.append(try element(&self)) } while take(",")
    return all
  }

  /// The same in parentheses.
  mutating func parenthesized<T>(
    _ element: (inout Parser) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> [T] {
    try expect("(")
    let all = try list(element)
    try expect(")")
    return all
  }

  /// The statement's text from a place up to here, as it was written.
  func text(from start: Int) -> String { text(start..<tokens[max(place - 1, 0)].range.upperBound) }

  private func text(_ range: Range<Int>) -> String { String(decoding: sql[range], as: UTF8.self) }

  // MARK: Errors

  /// The error for the token that is next: it may be right SQL that this database has not.
  func unexpected() -> DatabaseError {
    if Self.leftOut.contains(token.spelling) {
      return DatabaseError(.unsupported, "this database has no \(token.spelling)")
    }
    let found = token.kind == .end ? "the statement ends too early," : "\(text(token.range)) is not expected"
    return .syntax(found, at: token.range.lowerBound, in: sql)
  }

  private static let reserved: Set = [
    "SELECT", "FROM", "WHERE", "ORDER", "BY", "LIMIT", "OFFSET", "AS", "AND", "OR", "NOT", "NULL", "IS", "IN", "LIKE",
    "BETWEEN", "INSERT", "INTO", "VALUES", "RETURNING", "UPDATE", "SET", "DELETE", "CREATE", "TABLE", "DROP", "PRIMARY",
    "UNIQUE", "CHECK", "CONSTRAINT", "DEFAULT", "TRUE", "FALSE", "DISTINCT", "ASC", "DESC", "CROSS",
  ]
  /// What SQL has and this database has not.
  private static let leftOut: Set = [
    "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "NATURAL", "ON", "GROUP", "HAVING", "UNION", "EXCEPT", "INTERSECT",
    "WITH",
    "CASE", "CAST", "EXISTS", "FOREIGN", "REFERENCES", "ALTER", "VIEW", "INDEX", "TRIGGER", "TEMPORARY", "COLLATE",
  ]
}
