import ORDA

/// Makes the next row of a result; nil at the end.
typealias RowMaker = () throws -> [Value]?

/// A SELECT whose names are looked up. Each step of it takes the rows of the one before, one by one.
struct Query {
  /// A column of the result.
  struct Output {
    var column: Column
    var expression: Expression
    /// COUNT, SUM, MIN or MAX of the expression over all rows; nil for its value in each row.
    var aggregate: String?
  }

  var sources: [String]
  var outputs: [Output]
  var filter: Expression?
  var order: [(term: Expression, isDescending: Bool)]
  var limit = Int64.max

  /// Begins to run it.
  func rows(of tables: Tables, _ frame: Frame) throws -> RowMaker {
    var next = try matches(in: tables, frame)
    if outputs.contains(where: { $0.aggregate != nil }) { return try aggregated(next, frame) }
    if !order.isEmpty { next = try sorted(next, frame) }
    var left = limit
    return {
      guard left > 0, let row = try next() else { return nil }
      left -= 1
      frame.row = row
      return try outputs.map { try $0.expression.value(frame) }
    }
  }

  /// The combinations of rows that the condition holds for: a cross join that takes no memory.
  private func matches(in tables: Tables, _ frame: Frame) throws -> RowMaker {
    let sources = try sources.map { try tables.table($0).rows }
    var places = sources.map { _ in 0 }
    var isDone = sources.contains(where: \.isEmpty)
    return {
      while !isDone {
        var row = sources.isEmpty ? [] : sources[0][places[0]]
        for index in sources.indices.dropFirst() { row += sources[index][places[index]] }
        // Like the digits of a number: the last place turns fastest, and the next where it begins again.
        isDone = true
        for turning in sources.indices.reversed() where isDone {
          places[turning] = (places[turning] + 1) % sources[turning].count
          isDone = places[turning] == 0
        }
        if try frame.holds(filter, for: row) { return row }
      }
      return nil
    }
  }

  /// Only this step has to hold all rows.
  private func sorted(_ next: RowMaker, _ frame: Frame) throws -> RowMaker {
    var all: [(keys: [Value], row: [Value])] = []
    while let row = try next() { all.append((try order.map { try $0.term.value(frame) }, row)) }
    try all.sort { try comesBefore($0.keys, $1.keys) }
    var rows = all.makeIterator()
    return { rows.next()?.row }
  }

  /// NULL comes first.
  private func comesBefore(_ first: [Value], _ second: [Value]) throws -> Bool {
    for (index, part) in order.enumerated() {
      let (left, right) = part.isDescending ? (second[index], first[index]) : (first[index], second[index])
      if left.isNull != right.isNull { return left.isNull }
      if let order = try left.compared(with: right), order != 0 { return order < 0 }
    }
    return false
  }

  /// One row for all that match.
  private func aggregated(_ next: RowMaker, _ frame: Frame) throws -> RowMaker {
    var totals = outputs.map { $0.aggregate == "COUNT" ? Value.int(0) : .null }
    while try next() != nil {
      for (index, output) in outputs.enumerated() {
        try output.add(try output.expression.value(frame), to: &totals[index])
      }
    }
    var row = [totals].makeIterator()
    return { row.next() }
  }
}

extension Query.Output {
  /// Takes one value more into an aggregate; a NULL changes nothing.
  fileprivate func add(_ value: Value, to total: inout Value) throws {
    if value.isNull { return }
    switch aggregate {
    case "COUNT": total = try total.combined("+", with: .int(1))
    case _ where total.isNull: total = value
    case "SUM": total = try total.combined("+", with: value)
    case "MIN": if try value.compared(with: total) == -1 { total = value }
    default: if try value.compared(with: total) == 1 { total = value }
    }
  }
}
