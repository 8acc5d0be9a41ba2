import ORDA

/// What a statement does, its names looked up in the tables of one moment.
struct Plan {
  enum Action {
    case query(Query)
    case change((inout Tables, Frame) throws -> StatementOutcome)
    case control((MemoryConnection) throws -> Void)
  }
  let action: Action
  let parameterCount: Int
  /// The columns of its result.
  let columns: [Column]
  /// The version of the tables that it was made for.
  let version: SchemaVersion

  init(_ sql: String, in tables: Tables) throws {
    var parser = Parser(sql: sql, tables: tables, tokens: try tokens(of: sql))
    action = try parser.statement()
    parameterCount = parser.parameterCount
    columns = if case .query(let query) = action { query.outputs.map(\.column) } else { [] }
    version = tables.version
  }
}

/// Reads one statement by recursive descent: a function for each thing that SQL is made of. The functions give what is to
/// be done, ready to run, and no tree in between.
struct Parser {
  let sql: String
  let tables: Tables
  let tokens: [Substring]
  var place = 0
  /// How many `?` were read.
  var parameterCount = 0
  /// How many operators and parentheses were read; limited, so that no text exhausts the stack.
  var depth = 0
  /// The columns that an expression may name, in the order of a row.
  var scope: [(alias: String, table: Table, column: ColumnDescription)] = []

  mutating func statement() throws -> Plan.Action {
    let action = try anyStatement()
    _ = take(";")
    guard token.isEmpty else { throw unexpected() }
    return action
  }

  private mutating func anyStatement() throws -> Plan.Action {
    if take("SELECT") { return .query(try query()) }
    if take("INSERT", "INTO") { return try insertion() }
    if take("UPDATE") { return try update() }
    if take("DELETE", "FROM") { return try deletion() }
    if take("CREATE", "TABLE") {
      let table = try table()
      return .change { (tables, _) in try tables.create(table) }
    }
    if take("DROP", "TABLE") {
      let name = try tables.table(try name()).name
      return .change { (tables, _) in tables.drop(name) }
    }
    if take("CREATE") || take("DROP") { throw DatabaseError(.unsupported, "this database has tables, and no \(token)") }
    if take("BEGIN") { return .control { _ = try $0.begin(TransactionOptions()) } }
    if take("COMMIT") { return .control { try $0.commit() } }
    if take("ROLLBACK") { return .control { try $0.rollback() } }
    throw unexpected()
  }

  // MARK: Tokens

  /// What is next; empty at the end.
  var token: Substring { tokens[place] }

  /// True where words or signs are next.
  func isNext(_ words: String...) -> Bool { tokens[place...].prefix(words.count).map { $0.uppercased() } == words }

  mutating func advance(by count: Int = 1) { place = min(place + count, tokens.count - 1) }

  /// Takes a word or a sign, or two, if it is next.
  mutating func take(_ first: String, _ second: String? = nil) -> Bool {
    guard second.map({ isNext(first, $0) }) ?? isNext(first) else { return false }
    advance(by: second == nil ? 1 : 2)
    return true
  }

  mutating func expect(_ word: String) throws {
    if !take(word) { throw unexpected() }
  }

  private static let reserved: Set = [
    "SELECT", "FROM", "WHERE", "ORDER", "BY", "LIMIT", "AS", "AND", "OR", "NOT", "NULL", "IS", "IN", "VALUES", "SET",
  ]

  /// A name, in quotes or a word that means nothing else.
  mutating func name() throws -> String {
    let word = token.isWord && !Self.reserved.contains(token.uppercased()) ? String(token) : nil
    guard let name = token.content(between: "\"") ?? word else { throw unexpected() }
    advance()
    return name
  }

  /// One or more, with commas between them.
  mutating func list<T>(_ element: (inout Parser) throws -> T) throws -> [T] {
    var all: [T] = []
    repeat { all.append(try element(&self)) } while take(",")
    return all
  }

  /// The same in parentheses.
  mutating func parenthesized<T>(_ element: (inout Parser) throws -> T) throws -> [T] {
    try expect("(")
    let all = try list(element)
    try expect(")")
    return all
  }

  /// The statement's text from a token up to here, as it was written.
  func text(from start: Int) -> String {
    start < place ? String(sql[tokens[start].startIndex..<tokens[place - 1].endIndex]) : ""
  }

  /// The error for the token that is next.
  func unexpected() -> DatabaseError {
    DatabaseError(.syntax, token.isEmpty ? "the statement ends too early" : "\(token) is not expected here")
  }
}
