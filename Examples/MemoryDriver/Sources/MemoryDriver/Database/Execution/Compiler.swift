import ORDA

/// Makes closures of expressions, so that names are looked up once and not for each row.
struct Compiler {
  let scope: Scope
  /// The aggregates that were found.
  private(set) var aggregates: [Aggregate] = []
  /// True where a column was read outside of an aggregate.
  private(set) var readsColumns = false
  /// True where aggregates may stand: between SELECT and FROM.
  var takesAggregates = false
  private var isInAggregate = false

  init(_ scope: Scope) { self.scope = scope }

  mutating func compile(_ expression: Expression?) throws(DatabaseError) -> Evaluation? {
    guard let expression else { return nil }
    return try compile(expression) as Evaluation
  }

  mutating func compile(_ expression: Expression) throws(DatabaseError) -> Evaluation {
    switch expression {
    case .constant(let value):
      return { _ in value }
    case .parameter(let index):
      return { $0.parameters[index] }
    case .column(let table, let name):
      let place = try scope.place(of: name, in: table)
      if !isInAggregate { readsColumns = true }
      return { $0.rows[place.source][place.column] }
    case .negative(let operand):
      let operand = try compile(operand)
      return { (frame) throws(DatabaseError) in try Value.int(0).combined(by: .minus, with: operand(frame)) }
    case .binary(let sign, let left, let right):
      return try compile(sign, left, right)
    case .not(let operand):
      let operand = try compile(operand)
      return { (frame) throws(DatabaseError) in Value(try operand(frame).truth().map { !$0 }) }
    case .all(let parts):
      return try compile(parts, until: false)
    case .any(let parts):
      return try compile(parts, until: true)
    case .isNull(let operand):
      let operand = try compile(operand)
      return { (frame) throws(DatabaseError) in Value(try operand(frame).isNull) }
    case .isIn(let operand, let list):
      return try compile(.any(list.map { .binary(.equal, operand, $0) }))
    case .aggregate(let function, let argument):
      return try compile(function, argument)
    }
  }

  private mutating func compile(
    _ sign: Operator, _ left: Expression, _ right: Expression
  ) throws(DatabaseError) -> Evaluation {
    let left = try compile(left)
    let right = try compile(right)
    func comparison(_ holds: @escaping (Int) -> Bool) -> Evaluation {
      { (frame) throws(DatabaseError) in Value(try left(frame).compared(with: right(frame)).map(holds)) }
    }
    switch sign {
    case .equal: return comparison { $0 == 0 }
    case .unequal: return comparison { $0 != 0 }
    case .less: return comparison { $0 < 0 }
    case .lessOrEqual: return comparison { $0 <= 0 }
    case .greater: return comparison { $0 > 0 }
    case .greaterOrEqual: return comparison { $0 >= 0 }
    default: return { (frame) throws(DatabaseError) in try left(frame).combined(by: sign, with: right(frame)) }
    }
  }

  /// AND ends at the first false, OR at the first true; what is unknown stays so unless one of these comes.
  private mutating func compile(_ parts: [Expression], until end: Bool) throws(DatabaseError) -> Evaluation {
    var compiled: [Evaluation] = []
    for part in parts { compiled.append(try compile(part)) }
    return { [compiled] (frame) throws(DatabaseError) in
      var isUnknown = false
      for part in compiled {
        let truth = try part(frame).truth()
        if truth == end { return Value(end) }
        if truth == nil { isUnknown = true }
      }
      return Value(isUnknown ? nil : !end)
    }
  }

  private mutating func compile(
    _ function: Aggregate.Function, _ argument: Expression?
  ) throws(DatabaseError) -> Evaluation {
    if isInAggregate || !takesAggregates {
      throw DatabaseError(.syntax, "\(function.rawValue) can only stand between SELECT and FROM, and in no other such")
    }
    isInAggregate = true
    defer { isInAggregate = false }
    let index = aggregates.count
    aggregates.append(Aggregate(function, try compile(argument)))
    return { $0.aggregates[index] }
  }
}

/// COUNT and its like: it takes one row after the other.
struct Aggregate {
  enum Function: String {
    case count = "COUNT"
    case sum = "SUM"
    case min = "MIN"
    case max = "MAX"
    case avg = "AVG"
  }
  private let function: Function
  private let argument: Evaluation?
  private var count: Int64 = 0
  private var value = Value.null

  init(_ function: Function, _ argument: Evaluation?) {
    self.function = function
    self.argument = argument
  }

  mutating func take(_ frame: Frame) throws(DatabaseError) {
    guard let argument else { return count += 1 }
    let next = try argument(frame)
    if next.isNull { return }
    count += 1
    switch function {
    case .count: break
    case _ where value.isNull: value = next
    case .min: if try next.compared(with: value) == -1 { value = next }
    case .max: if try next.compared(with: value) == 1 { value = next }
    case .sum, .avg: value = try value.combined(by: .plus, with: next)
    }
  }

  /// What it comes to; NULL without a value, but for COUNT.
  func result() throws(DatabaseError) -> Value {
    switch function {
    case .count: .int(count)
    case .min, .max, .sum: value
    case .avg: try value.combined(by: .divided, with: .double(Double(count)))
    }
  }
}
