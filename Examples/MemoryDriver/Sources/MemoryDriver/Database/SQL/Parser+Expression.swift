import ORDA

extension Parser {
  private typealias Operator = (precedence: Int, combine: @Sendable (Value, Value) throws -> Value)

  /// How tightly each operator binds, and what it makes of two values.
  private static let operators: [String: Operator] = [
    "OR": (1, { try $0.or($1) }),
    "AND": (2, { try $0.not().or($1.not()).not() }),
    "=": (3, { Value(try $0.compared(with: $1).map { $0 == 0 }) }),
    "<>": (3, { Value(try $0.compared(with: $1).map { $0 != 0 }) }),
    "<": (3, { Value(try $0.compared(with: $1).map { $0 < 0 }) }),
    "<=": (3, { Value(try $0.compared(with: $1).map { $0 <= 0 }) }),
    ">": (3, { Value(try $0.compared(with: $1).map { $0 > 0 }) }),
    ">=": (3, { Value(try $0.compared(with: $1).map { $0 >= 0 }) }),
    "+": (4, { try $0.combined("+", with: $1) }),
    "-": (4, { try $0.combined("-", with: $1) }),
  ]

  /// An expression of what binds more tightly than `floor`.
  mutating func expression(above floor: Int = 0) throws -> Expression {
    var left = try operand()
    while true {
      if let (precedence, combine) = Self.operators[token.uppercased()], precedence > floor {
        advance()
        try deepen()
        let (first, second) = (left, try expression(above: precedence))
        left = Expression { try combine(first.value($0), second.value($0)) }
      } else if floor < 3, let condition = try condition(on: left) {
        left = condition
      } else {
        return left
      }
    }
  }

  /// Counts what makes an expression deeper.
  private mutating func deepen() throws {
    depth += 1
    if depth > 250 { throw DatabaseError(.unsupported, "a statement of more than 250 operators and parentheses") }
  }

  /// IS NULL or IN, if one is next.
  private mutating func condition(on left: Expression) throws -> Expression? {
    if take("IS") {
      try deepen()
      let isWanted = !take("NOT")
      try expect("NULL")
      return Expression { Value(try left.value($0).isNull == isWanted) }
    }
    let isNegated = take("NOT", "IN")
    guard isNegated || take("IN") else { return nil }
    try deepen()
    let members = take("(", ")") ? [] : try parenthesized { try $0.expression() }
    return Expression { frame in
      let value = try left.value(frame)
      let isMember = try members.reduce(Value(false)) {
        try $0.or(Value(try value.compared(with: $1.value(frame)).map { $0 == 0 }))
      }
      return isNegated ? try isMember.not() : isMember
    }
  }

  private mutating func operand() throws -> Expression {
    if let literal = try literal() { return Expression { _ in literal } }
    if take("?") {
      let index = parameterCount
      parameterCount += 1
      return Expression { $0.parameters[index] }
    }
    if take("(") {
      try deepen()
      let inner = try expression()
      try expect(")")
      return inner
    }
    let name = try name()
    return take(".") ? try column(try self.name(), of: name) : try column(name, of: nil)
  }

  /// A value that is written out; nil where none is next.
  mutating func literal() throws -> Value? {
    if take("NULL") { return .null }
    if let text = token.content(between: "'") {
      advance()
      return .text(text)
    }
    let isNegative = isNext("-") && tokens[place + 1].isNumber
    let digits = isNegative ? "-" + tokens[place + 1] : token
    guard token.isNumber || isNegative else { return nil }
    guard let number = Int64(digits).map(Value.int) ?? ExactDecimal(String(digits)).map(Value.decimal) else {
      throw unexpected()
    }
    advance(by: isNegative ? 2 : 1)
    return number
  }

  private func column(_ name: String, of alias: String?) throws -> Expression {
    if scope.isEmpty { throw DatabaseError(.syntax, "\(name) can't stand here, where no table is") }
    let found = scope.indices.filter {
      scope[$0].column.name == name && (alias == nil || scope[$0].alias == alias)
    }
    if found.count == 1 { return Expression(column: found[0]) }
    throw found.isEmpty
      ? DatabaseError(.noSuchColumn, "there is no column \(name)", column: name)
      : DatabaseError(.syntax, "the column \(name) is in several tables; write table.\(name)", column: name)
  }
}
