import ORDA

/// What a table asks of every row: types, NOT NULL, CHECK.
struct RowRules {
  let schema: TableSchema
  /// The values of columns that are given none.
  let defaults: [Evaluation?]
  private let checks: [Evaluation]

  init(_ schema: TableSchema) throws(DatabaseError) {
    self.schema = schema
    var constants = Compiler(Scope())
    defaults = try schema.columns.map { (column) throws(DatabaseError) in try constants.compile(column.fallback?.value)
    }
    var compiler = Compiler(Scope(of: schema))
    checks = try schema.checks.map { (check) throws(DatabaseError) in try compiler.compile(check.condition) }
  }

  /// A row as the table holds it; it is the frame's row then.
  func stored(_ row: [Value], _ frame: Frame) throws(DatabaseError) -> [Value] {
    let row = try schema.stored(row)
    frame.rows = [row]
    for (check, condition) in zip(schema.checks, checks) where try condition(frame).truth() == false {
      let name = check.description.name ?? check.description.expression
      throw DatabaseError(
        .constraint(.check), "a row of \(schema.name) does not meet the condition \(name)", table: schema.name,
        column: check.description.column, constraint: name)
    }
    return row
  }
}

/// An INSERT whose names are looked up.
struct Insertion {
  let rules: RowRules
  let returning: Outputs
  private let targets: [Int]
  private let rows: [[Evaluation?]]

  var schema: TableSchema { rules.schema }

  init(_ insert: Insert, in schema: TableSchema) throws(DatabaseError) {
    rules = try RowRules(schema)
    targets =
      try insert.columns?.map { (name) throws(DatabaseError) in try schema.place(of: name) }
      ?? Array(schema.columns.indices)
    guard Set(targets).count == targets.count else { throw DatabaseError(.syntax, "INSERT names a column twice") }
    var constants = Compiler(Scope())
    var rows: [[Evaluation?]] = []
    for row in insert.rows {
      guard row.count == targets.count else {
        throw DatabaseError(
          .syntax, "INSERT gives \(row.count) values for \(targets.count) columns", table: schema.name)
      }
      rows.append(try row.map { (value) throws(DatabaseError) in try constants.compile(value) })
    }
    self.rows = rows
    var compiler = Compiler(Scope(of: schema))
    returning = try Outputs(insert.returning, &compiler)
  }

  func change(_ tables: Tables, _ frame: Frame) throws(DatabaseError) -> Change {
    let table = try tables.table(schema.name)
    var changes = RowChanges(nextKey: table.nextKey)
    var change = Change()
    var lastID: Int64?
    for row in rows {
      try frame.canceller.check()
      var values = try rules.defaults.map { (value) throws(DatabaseError) in try value?(frame) ?? .null }
      for case (let target, let value?) in zip(targets, row) { values[target] = try value(frame) }
      if let identity = schema.columns.firstIndex(where: \.isIdentity) {
        lastID = try makeKey(&values[identity], &changes.nextKey)
      }
      changes.added.append(try rules.stored(values, frame))
      if !returning.columns.isEmpty { change.returned.append(try returning.row(frame)) }
    }
    try table.check(changes)
    change.effect = .rows(table: schema.name, changes)
    change.outcome = StatementOutcome(changed: rows.count, lastID: lastID)
    return change
  }

  /// Makes a key where none was given, and counts on from one that was.
  private func makeKey(_ value: inout Value, _ next: inout Int64) throws(DatabaseError) -> Int64? {
    if case .int(let given) = value {
      if given >= next { next = given == .max ? given : given + 1 }
      return nil
    }
    guard value.isNull else { return nil }
    let made = next
    if made == .max { throw DatabaseError(.full, "the keys of \(schema.name) are used up", table: schema.name) }
    next += 1
    value = .int(made)
    return made
  }
}

/// An UPDATE or DELETE whose names are looked up.
struct Replacement {
  let rules: RowRules
  let returning: Outputs
  /// Nil where the rows are removed.
  private let assignments: [(column: Int, value: Evaluation)]?
  private let filter: Evaluation?

  var schema: TableSchema { rules.schema }

  init(_ update: Update, in schema: TableSchema) throws(DatabaseError) {
    var compiler = Compiler(Scope(of: schema))
    assignments = try update.assignments.map { (part) throws(DatabaseError) in
      (try schema.place(of: part.column), try compiler.compile(part.value))
    }
    rules = try RowRules(schema)
    filter = try compiler.compile(update.filter)
    returning = try Outputs(update.returning, &compiler)
  }

  init(_ delete: Delete, in schema: TableSchema) throws(DatabaseError) {
    var compiler = Compiler(Scope(of: schema))
    assignments = nil
    rules = try RowRules(schema)
    filter = try compiler.compile(delete.filter)
    returning = try Outputs(delete.returning, &compiler)
  }

  func change(_ tables: Tables, _ frame: Frame) throws(DatabaseError) -> Change {
    let table = try tables.table(schema.name)
    var changes = RowChanges(nextKey: table.nextKey)
    var change = Change()
    for (place, row) in table.rows.enumerated() {
      try frame.canceller.check()
      frame.rows = [row]
      if let filter, try filter(frame).truth() != true { continue }
      var replacement: [Value]?
      if let assignments {
        var values = row
        for assignment in assignments { values[assignment.column] = try assignment.value(frame) }
        replacement = try rules.stored(values, frame)
      }
      changes.replaced.append((place, replacement))
      if !returning.columns.isEmpty { change.returned.append(try returning.row(frame)) }
    }
    try table.check(changes)
    change.effect = .rows(table: schema.name, changes)
    change.outcome = StatementOutcome(changed: changes.replaced.count, lastID: nil)
    return change
  }
}
