import ORDA

/// Makes the next row of a result; nil at the end.
typealias RowMaker = () throws(DatabaseError) -> [Value]?

/// A SELECT whose names are looked up. Each step of it takes the rows of the one before, one by one.
struct Query {
  private let scope: Scope
  private let outputs: Outputs
  private let aggregates: [Aggregate]
  private let filter: Evaluation?
  private let order: [(term: Evaluation, isDescending: Bool)]
  private let limit: Evaluation?
  private let offset: Evaluation?
  private let isDistinct: Bool

  var columns: [Column] { outputs.columns }

  init(_ select: Select, in scope: Scope) throws(DatabaseError) {
    self.scope = scope
    isDistinct = select.isDistinct
    var compiler = Compiler(scope)
    compiler.takesAggregates = true
    outputs = try Outputs(select.outputs, &compiler)
    compiler.takesAggregates = false
    aggregates = compiler.aggregates
    if !aggregates.isEmpty, compiler.readsColumns {
      throw DatabaseError(.unsupported, "a column beside an aggregate needs GROUP BY, which this database has not")
    }
    filter = try compiler.compile(select.filter)
    var constants = Compiler(Scope())
    limit = try constants.compile(select.limit)
    offset = try constants.compile(select.offset)
    var order: [(term: Evaluation, isDescending: Bool)] = []
    for (term, isDescending) in select.order {
      if let output = try outputs.evaluation(of: term) {
        order.append((output, isDescending))
      } else {
        order.append((try compiler.compile(term), isDescending))
      }
    }
    self.order = order
  }

  /// Begins to run it.
  func rows(of tables: Tables, _ frame: Frame) throws(DatabaseError) -> RowMaker {
    let matches = try Matches(of: scope, in: tables, filter)
    var next: RowMaker = { [outputs] () throws(DatabaseError) in
      try matches.advance(frame) ? try outputs.row(frame) : nil
    }
    if !aggregates.isEmpty {
      next = aggregated(matches, frame)
    } else if !order.isEmpty {
      next = sorted(next, frame)
    }
    if isDistinct { next = distinct(next) }
    return try cut(next, frame)
  }

  /// One row for all that match.
  private func aggregated(_ matches: Matches, _ frame: Frame) -> RowMaker {
    var isDone = false
    return { () throws(DatabaseError) in
      if isDone { return nil }
      isDone = true
      var running = aggregates
      while try matches.advance(frame) {
        for index in running.indices { try running[index].take(frame) }
      }
      frame.aggregates = try running.map { (aggregate) throws(DatabaseError) in try aggregate.result() }
      return try outputs.row(frame)
    }
  }

  /// Only this step has to hold all rows.
  private func sorted(_ next: @escaping RowMaker, _ frame: Frame) -> RowMaker {
    var sorted: [(keys: [Value], row: [Value])]?
    return { () throws(DatabaseError) in
      if sorted == nil {
        var all: [(keys: [Value], row: [Value])] = []
        while let row = try next() {
          all.append((try order.map { (part) throws(DatabaseError) in try part.term(frame) }, row))
        }
        // From the last to the first, so that taking one moves none.
        all.sort { comesBefore($1.keys, $0.keys) }
        sorted = all
      }
      return sorted?.popLast()?.row
    }
  }

  /// NULL comes first, and what can't be compared counts as equal.
  private func comesBefore(_ first: [Value], _ second: [Value]) -> Bool {
    for (index, part) in order.enumerated() {
      let (left, right) = part.isDescending ? (second[index], first[index]) : (first[index], second[index])
      if left.isNull != right.isNull { return left.isNull }
      if let order = try? left.compared(with: right), order != 0 { return order < 0 }
    }
    return false
  }

  private func distinct(_ next: @escaping RowMaker) -> RowMaker {
    var seen: Set<[Value]> = []
    return { () throws(DatabaseError) in
      while let row = try next() {
        if seen.insert(row).inserted { return row }
      }
      return nil
    }
  }

  /// OFFSET and LIMIT.
  private func cut(_ next: @escaping RowMaker, _ frame: Frame) throws(DatabaseError) -> RowMaker {
    var skipped = try count(offset, frame) ?? 0
    var left = try count(limit, frame) ?? .max
    return { () throws(DatabaseError) in
      while skipped > 0 {
        skipped -= 1
        if try next() == nil { (skipped, left) = (0, 0) }
      }
      guard left > 0 else { return nil }
      left -= 1
      return try next()
    }
  }

  private func count(_ evaluation: Evaluation?, _ frame: Frame) throws(DatabaseError) -> Int? {
    guard let value = try evaluation?(frame) else { return nil }
    guard case .int(let wide) = value, let number = Int(exactly: wide), number >= 0 else {
      throw DatabaseError(.outOfRange, "LIMIT and OFFSET take whole numbers from 0 on")
    }
    return number
  }
}

/// The combinations of rows that a condition holds for.
final class Matches {
  private var combinations: Combinations
  private let filter: Evaluation?

  init(of scope: Scope, in tables: Tables, _ filter: Evaluation?) throws(DatabaseError) {
    var rows: [[[Value]]] = []
    for source in scope.sources { rows.append(try tables.table(source.schema.name).rows) }
    combinations = Combinations(of: rows)
    self.filter = filter
  }

  /// Puts the next one into the frame; false at the end. Between any two the work can be stopped.
  func advance(_ frame: Frame) throws(DatabaseError) -> Bool {
    while combinations.advance(frame) {
      try frame.canceller.check()
      guard let filter else { return true }
      if try filter(frame).truth() == true { return true }
    }
    return false
  }
}
