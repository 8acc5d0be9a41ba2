import ORDA

extension Parser {
  /// How tightly words and signs bind what stands around them.
  private static let precedence = [
    "OR": 1, "AND": 2, "=": 4, "<>": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "IS": 4, "IN": 4, "BETWEEN": 4,
    "LIKE": 4, "NOT": 4, "+": 5, "-": 5, "||": 5, "*": 6, "/": 6, "%": 6,
  ]

  mutating func expression() throws(DatabaseError) -> Expression {
    nesting = 0
    return try expression(above: 0)
  }

  /// An expression of what binds more tightly than `floor`.
  private mutating func expression(above floor: Int) throws(DatabaseError) -> Expression {
    try nest()
    let start = nesting
    var left = try operand()
    while let precedence = Self.precedence[token.spelling], precedence > floor {
      let word = token.spelling
      advance()
      // What comes now stands beside what was read, and not in it.
      let reached = nesting
      nesting = start
      left = try continuation(of: left, word, precedence)
      nesting = max(nesting, reached)
      // AND and OR are kept as flat lists, which may be long.
      if precedence > 2 { try nest() }
    }
    return left
  }

  private mutating func nest() throws(DatabaseError) {
    nesting += 1
    if nesting > 100 { throw DatabaseError(.unsupported, "an expression is nested more than 100 deep") }
  }

  private mutating func continuation(
    of left: Expression, _ word: String, _ precedence: Int
  ) throws(DatabaseError) -> Expression {
    switch word {
    case "AND", "OR":
      var parts = [left, try expression(above: precedence)]
      if word == "AND", case .all(let before) = left { parts = before + parts.dropFirst() }
      if word == "OR", case .any(let before) = left { parts = before + parts.dropFirst() }
      return word == "AND" ? .all(parts) : .any(parts)
    case "IS":
      let isNegated = take("NOT")
      try expect("NULL")
      return isNegated ? .not(.isNull(left)) : .isNull(left)
    case "NOT":
      let word = token.spelling
      guard ["IN", "LIKE", "BETWEEN"].contains(word) else { throw unexpected() }
      advance()
      return .not(try continuation(of: left, word, precedence))
    case "IN":
      if take("(", ")") { return .isIn(left, []) }
      let start = nesting
      var deepest = start
      let list = try parenthesized { (parser) throws(DatabaseError) in
        parser.nesting = start
        defer { deepest = max(deepest, parser.nesting) }
        return try parser.expression(above: 0)
      }
      nesting = deepest
      return .isIn(left, list)
    case "BETWEEN":
      let low = try expression(above: precedence)
      try expect("AND")
      return .all([
        .binary(.greaterOrEqual, left, low), .binary(.lessOrEqual, left, try expression(above: precedence)),
      ])
    default:
      guard let sign = Operator(rawValue: word == "!=" ? "<>" : word) else { throw unexpected() }
      return .binary(sign, left, try expression(above: precedence))
    }
  }

  /// What stands between operators.
  mutating func operand() throws(DatabaseError) -> Expression {
    if take("NOT") { return .not(try expression(above: 3)) }
    if take("-") {
      if case .number(let digits) = token.kind { return try number("-" + digits) }
      return .negative(try expression(above: 6))
    }
    if take("(") {
      if token.spelling == "SELECT" { throw DatabaseError(.unsupported, "this database has no queries in queries") }
      let inner = try expression(above: 0)
      try expect(")")
      return inner
    }
    if take("?") {
      parameterCount += 1
      return .parameter(parameterCount - 1)
    }
    if take("NULL") { return .constant(.null) }
    if take("TRUE") { return .constant(.int(1)) }
    if take("FALSE") { return .constant(.int(0)) }
    switch token.kind {
    case .number(let digits): return try number(digits)
    case .text(let text):
      advance()
      return .constant(.text(text))
    case .bytes(let bytes):
      advance()
      return .constant(.bytes(bytes))
    default: return token(ahead: 1).spelling == "(" ? try call() : try column()
    }
  }

  private mutating func number(_ digits: String) throws(DatabaseError) -> Expression {
    let value: Value
    if let integer = Int64(digits) {
      value = .int(integer)
    } else if digits.lowercased().contains("e"), let double = Double(digits), double.isFinite {
      value = .double(double)
    } else if !digits.lowercased().contains("e"), let decimal = ExactDecimal(digits) {
      value = .decimal(decimal)
    } else {
      throw unexpected()
    }
    advance()
    return .constant(value)
  }

  private mutating func column() throws(DatabaseError) -> Expression {
    let first = try name()
    return take(".") ? .column(table: first, name: try name()) : .column(table: nil, name: first)
  }

  private mutating func call() throws(DatabaseError) -> Expression {
    guard let function = Aggregate.Function(rawValue: token.spelling) else {
      if nameHere == nil { throw unexpected() }
      throw DatabaseError(.unsupported, "this database has no function \(token.spelling)")
    }
    advance()
    advance()
    let isStar = function == .count && take("*")
    let argument = isStar ? nil : try expression(above: 0)
    try expect(")")
    return .aggregate(function, argument)
  }
}
