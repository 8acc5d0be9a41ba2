import ORDA

/// A statement as it was written.
enum Syntax {
  case createTable(TableSchema, ifNotExists: Bool)
  case dropTable(String, ifExists: Bool)
  case insert(Insert)
  case update(Update)
  case delete(Delete)
  case select(Select)
  case begin, commit, rollback
  case savepoint(String), release(String), rollbackTo(String)
}

struct Insert {
  var table: String
  /// Nil for all columns.
  var columns: [String]?
  /// A nil value is DEFAULT.
  var rows: [[Expression?]]
  var returning: [Output]
}

struct Update {
  var table: String
  var assignments: [(column: String, value: Expression)]
  var filter: Expression?
  var returning: [Output]
}

struct Delete {
  var table: String
  var filter: Expression?
  var returning: [Output]
}

struct Select {
  var isDistinct = false
  var outputs: [Output] = []
  var sources: [(table: String, alias: String)] = []
  var filter: Expression?
  var order: [(term: Expression, isDescending: Bool)] = []
  var limit: Expression?
  var offset: Expression?
}

/// What stands between SELECT and FROM, or behind RETURNING.
enum Output {
  /// `*`, or `t.*`.
  case all(of: String?)
  /// An expression, with its name or else its text.
  case expression(Expression, name: String)
}

/// What gives a value.
indirect enum Expression: Sendable {
  case constant(Value)
  case parameter(Int)
  case column(table: String?, name: String)
  case negative(Expression)
  case binary(Operator, Expression, Expression)
  case not(Expression)
  case all([Expression])
  case any([Expression])
  case isNull(Expression)
  case isIn(Expression, [Expression])
  case aggregate(Aggregate.Function, Expression?)
}

/// What stands between two expressions.
enum Operator: String {
  case equal = "="
  case unequal = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case like = "LIKE"
  case join = "||"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case remainder = "%"
}
