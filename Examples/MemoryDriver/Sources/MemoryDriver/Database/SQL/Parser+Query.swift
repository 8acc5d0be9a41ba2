import ORDA

extension Parser {
  /// What follows SELECT.
  mutating func select() throws(DatabaseError) -> Select {
    var select = Select(isDistinct: take("DISTINCT"))
    select.outputs = try outputs()
    if take("FROM") {
      repeat {
        let table = try tableName()
        select.sources.append((table, try alias() ?? table))
      } while take(",") || take("CROSS", "JOIN")
    }
    select.filter = try filter()
    if take("ORDER", "BY") {
      select.order = try list { (parser) throws(DatabaseError) in
        let term = try parser.expression()
        let isDescending = parser.take("DESC")
        if !isDescending { _ = parser.take("ASC") }
        return (term, isDescending)
      }
    }
    if take("LIMIT") { select.limit = try expression() }
    if take("OFFSET") { select.offset = try expression() }
    return select
  }

  /// What follows INSERT INTO.
  mutating func insert() throws(DatabaseError) -> Insert {
    let table = try tableName()
    var columns: [String]?
    if token.spelling == "(" { columns = try parenthesized { (parser) throws(DatabaseError) in try parser.name() } }
    try expect("VALUES")
    let rows = try list { (parser) throws(DatabaseError) in
      try parser.parenthesized { (parser) throws(DatabaseError) in
        parser.take("DEFAULT") ? nil : try parser.expression()
      }
    }
    return Insert(table: table, columns: columns, rows: rows, returning: try returning())
  }

  /// What follows UPDATE.
  mutating func update() throws(DatabaseError) -> Update {
    let table = try tableName()
    try expect("SET")
    let assignments = try list { (parser) throws(DatabaseError) in
      let column = try parser.name()
      try parser.expect("=")
      return (column: column, value: try parser.expression())
    }
    return Update(table: table, assignments: assignments, filter: try filter(), returning: try returning())
  }

  mutating func filter() throws(DatabaseError) -> Expression? { take("WHERE") ? try expression() : nil }

  mutating func returning() throws(DatabaseError) -> [Output] { take("RETURNING") ? try outputs() : [] }

  private mutating func outputs() throws(DatabaseError) -> [Output] {
    try list { (parser) throws(DatabaseError) in
      if parser.take("*") { return .all(of: nil) }
      if let table = parser.nameHere, parser.token(ahead: 1).spelling == ".", parser.token(ahead: 2).spelling == "*" {
        for _ in 0..<3 { parser.advance() }
        return .all(of: table)
      }
      let start = parser.token.range.lowerBound
      let expression = try parser.expression()
      let text = parser.text(from: start)
      if let name = try parser.alias() { return .expression(expression, name: name) }
      if case .column(_, let name) = expression { return .expression(expression, name: name) }
      return .expression(expression, name: text)
    }
  }

  /// A name with or without AS, if one is next.
  private mutating func alias() throws(DatabaseError) -> String? {
    take("AS") || nameHere != nil ? try name() : nil
  }
}
