import ORDA

/// What an expression is evaluated in: the bound values, and the row that is at hand.
final class Frame {
  let parameters: [Value]
  private let stop: MemoryCanceller
  var row: [Value] = []

  init(parameters: [Value], stop: MemoryCanceller) {
    self.parameters = parameters
    self.stop = stop
  }

  /// True where a condition is true of a row, which is then at hand. This is asked of every row, so here the work stops.
  func holds(_ filter: Expression?, for row: [Value]) throws -> Bool {
    try stop.check()
    self.row = row
    return try filter?.value(self).truth() ?? (filter == nil)
  }
}

/// An expression whose names are looked up, ready to be evaluated for each row.
struct Expression {
  /// The place of the column that it is; nil where it is more than a column.
  private(set) var column: Int?
  let value: (Frame) throws -> Value

  init(_ value: @escaping (Frame) throws -> Value) { self.value = value }

  init(column: Int) {
    self.init { $0.row[column] }
    self.column = column
  }
}
