import ORDA

/// Changes of the tables. One that fails has changed nothing.
extension Parser {
  /// What follows INSERT INTO.
  mutating func insertion() throws -> Plan.Action {
    let table = try tables.table(try name())
    var targets = Array(table.columns.indices)
    if isNext("(") { targets = try parenthesized { try table.place(of: try $0.name()) } }
    try expect("VALUES")
    let rows = try list { try $0.parenthesized { try $0.expression() } }
    if rows.contains(where: { $0.count != targets.count }) {
      throw DatabaseError(.syntax, "INSERT has \(targets.count) columns and another number of values")
    }
    // Not the table itself: a statement that is kept would keep its rows.
    return .change { [targets, name = table.name, defaults = table.defaults] tables, frame in
      let values = try rows.map { row in
        var values = defaults
        for (target, value) in zip(targets, row) { values[target] = try value.value(frame) }
        return values
      }
      let lastID = try tables.insert(values, into: name)
      return StatementOutcome(changed: rows.count, lastID: lastID)
    }
  }

  /// What follows UPDATE.
  mutating func update() throws -> Plan.Action {
    let table = try tableInScope()
    try expect("SET")
    let assignments = try list { parser in
      let place = try table.place(of: try parser.name())
      try parser.expect("=")
      return (place: place, expression: try parser.expression())
    }
    return replacement(in: table.name, where: try filter()) { frame in
      var row = frame.row
      for (place, expression) in assignments { row[place] = try expression.value(frame) }
      return row
    }
  }

  /// What follows DELETE FROM.
  mutating func deletion() throws -> Plan.Action {
    let table = try tableInScope()
    return replacement(in: table.name, where: try filter()) { _ in nil }
  }

  /// Removes the rows that a condition holds for, and adds the successors of those that have one.
  private func replacement(
    in name: String, where filter: Expression?, _ successor: @escaping (Frame) throws -> [Value]?
  ) -> Plan.Action {
    .change { tables, frame in
      var table = try tables.table(name)
      var removed: [Int] = []
      var added: [[Value]] = []
      for (place, row) in table.rows.enumerated() where try frame.holds(filter, for: row) {
        removed.append(place)
        if let row = try successor(frame) { added.append(row) }
      }
      let old = removed.map { table.rows[$0] }
      table.remove(at: Set(removed))
      try table.insert(added)
      // Of an UPDATE each row has a successor, and of a DELETE none.
      let new: [[Value]?] = added.isEmpty ? old.map { _ in nil } : table.rows.suffix(added.count).map { $0 }
      tables.replace(with: table, table.changes(from: old, to: new))
      return StatementOutcome(changed: removed.count, lastID: nil)
    }
  }

  /// A table by its name, whose columns the expressions that follow may name.
  mutating func tableInScope() throws -> Table {
    let table = try tables.table(try name())
    let alias = take("AS") ? try name() : table.name
    scope += table.columns.map { (alias, table, $0) }
    return table
  }

  /// A condition, if one is next.
  mutating func filter() throws -> Expression? { take("WHERE") ? try expression() : nil }
}
