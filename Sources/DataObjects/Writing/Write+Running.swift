internal import ORDA

/// Writing, on the connection's thread.
extension Write {
  /// Writes everything in one transaction. If a row is refused, for example because a value must be unique, each object
  /// is tried separately: one that fails doesn't hold up the others.
  func run(on connection: Connection) throws -> WriteOutcome {
    do {
      return try connection.transaction(mark: mark) { transaction in
        var outcome = WriteOutcome()
        for step in steps { try step.run(in: transaction, &outcome) }
        return outcome
      }
    } catch let error as DatabaseError where error.isAboutRow {
      let parts = byObject()
      if parts.count < 2 { throw error }
      return try connection.transaction(mark: mark) { transaction in
        var outcome = WriteOutcome()
        for part in parts { try part.runAlone(in: transaction, &outcome) }
        return outcome
      }
    }
  }

  /// The steps of each object alone, in the order of the objects.
  private func byObject() -> [WritePart] {
    var parts: [WritePart] = []
    // After all rows, including those of other objects: what links refer to exists then.
    var links: [WritePart] = []
    var places: [Int: Int] = [:]
    func add(_ step: WriteStep, of owner: Int?, _ columns: ColumnSet) {
      guard let owner else {
        parts.append(WritePart(owner: nil, columns: columns, steps: [step]))
        return
      }
      if let place = places[owner] {
        parts[place].steps.append(step)
        parts[place].columns.formUnion(columns)
      } else {
        places[owner] = parts.count
        parts.append(WritePart(owner: owner, columns: columns, steps: [step]))
      }
    }
    for step in steps {
      switch step {
      case .rows(let write):
        for row in 0..<write.count { add(.rows(write.only(row)), of: write.owners[row], write.set) }
      case .links(let write):
        links.append(WritePart(owner: write.owner, columns: ColumnSet(write.column), steps: [step]))
      case .deletion, .statement, .insertion, .reversal: add(step, of: nil, ColumnSet())
      }
    }
    return parts + links
  }
}

/// What is written of one object.
private struct WritePart {
  let owner: Int?
  var columns: ColumnSet
  var steps: [WriteStep]

  func runAlone(in transaction: Transaction, _ outcome: inout WriteOutcome) throws {
    if let owner, let failed = outcome.failures.firstIndex(where: { $0.owner == owner }) {
      outcome.failures[failed].columns.formUnion(columns)
      return
    }
    do {
      outcome = try transaction.transaction { inner in
        var own = outcome
        for step in steps { try step.run(in: inner, &own) }
        return own
      }
    } catch let error as DatabaseError where error.isAboutRow && owner != nil {
      if let owner { outcome.failures.append((owner, columns, error)) }
    }
  }
}

extension WriteStep {
  fileprivate func run(in transaction: Transaction, _ outcome: inout WriteOutcome) throws {
    switch self {
    case .rows(let write): try write.run(in: transaction, &outcome)
    case .links(let write): try write.run(in: transaction)
    case .deletion(let deletion): try deletion.run(in: transaction)
    case .statement(let update):
      if let question = update.question {
        outcome.met = try transaction.query(question).rows.map { $0[0] }
      }
      if let keeping = update.keeping {
        try keeping.rows.keep([(keeping.table, keeping.columns, keeping.condition)], in: transaction)
      }
      try transaction.execute(update.statement)
    case .insertion(let kept): try kept.insert(in: transaction)
    case .reversal(let kept): try kept.update(in: transaction)
    }
  }
}

extension RowWrite {
  fileprivate func only(_ row: Int) -> RowWrite {
    var one = self
    one.values = Array(values[row * width..<(row + 1) * width])
    one.owners = [owners[row]]
    return one
  }

  fileprivate func run(in transaction: Transaction, _ outcome: inout WriteOutcome) throws {
    switch kind {
    case .upsert, .insertion:
      let names = [key] + columns
      let updating = kind == .upsert ? columns : []
      try execute(try transaction.prepareUpsert(into: table, columns: names, key: [key], updating: updating))
    case .update:
      var sql: SQL = "UPDATE \(table.sql) SET "
      for (index, column) in columns.enumerated() {
        sql += index == 0 ? "\(identifier: column) = ?" : ", \(identifier: column) = ?"
      }
      sql += " WHERE \(identifier: key) = ?"
      let changed = try execute(try transaction.prepare(sql), keyLast: true)
      if changed < count { outcome.missing += try missing(in: transaction) }
    }
  }

  @discardableResult
  private func execute(_ statement: any Statement, keyLast: Bool = false) throws -> Int {
    let width = width
    return try statement.executeMany(0..<count) { row, parameters in
      let base = row * width
      if keyLast {
        for column in 1..<width { try parameters.bind(values[base + column], at: column - 1) }
        try parameters.bind(values[base], at: width - 1)
      } else {
        for column in 0..<width { try parameters.bind(values[base + column], at: column) }
      }
    }
  }

  /// The places of the objects whose rows are not there.
  private func missing(in transaction: Transaction) throws -> [Int] {
    let ids = (0..<count).map { id($0) }
    let found = try transaction.query(
      "SELECT \(identifier: key) FROM \(table.sql) WHERE \(identifier: key) IN \(list: ids)")
    let there = Set(found.rows.map { keyType.normal($0[0]) })
    return (0..<count).filter { !there.contains(id($0)) }.map { owners[$0] }
  }
}

extension LinkWrite {
  fileprivate func run(in transaction: Transaction) throws {
    try transaction.execute("DELETE FROM \(lookup.table.sql) WHERE \(identifier: lookup.parent) = \(parent)")
    if children.isEmpty { return }
    let insertion = try transaction.prepare(
      """
      INSERT INTO \(lookup.table.sql)
      (\(identifier: lookup.parent), \(identifier: lookup.child), \(identifier: lookup.order)) VALUES (?, ?, ?)
      """)
    try insertion.executeMany(0..<children.count) { place, parameters in
      try parameters.bind(parent, children[place], Int64(place))
    }
  }
}

extension Deletion {
  fileprivate func run(in transaction: Transaction) throws {
    try kept?.keep(
      [(table, nil, "\(identifier: key) IN \(list: ids)")]
        + lookups.map { ($0.table, nil, "\(identifier: $0.parent) IN \(list: ids)") },
      in: transaction)
    for lookup in lookups {
      try transaction.execute(
        "DELETE FROM \(lookup.table.sql) WHERE \(identifier: lookup.parent) IN \(list: ids)")
    }
    try transaction.execute("DELETE FROM \(table.sql) WHERE \(identifier: key) IN \(list: ids)")
  }
}

extension DatabaseError {
  /// True if a row was refused, so that others may be taken; not if the database is gone, full or busy.
  var isAboutRow: Bool {
    let kinds: [Kind] = [.constraint, .typeMismatch, .outOfRange, .dataTooLong, .noSuchColumn, .other]
    return !isTransient && kinds.contains { $0 ~= self }
  }
}
