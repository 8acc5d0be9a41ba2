import ORDA

/// Copies tables from one database into another: all of them, or none.
struct Copier {
  let source: any Governor
  let target: any Governor
  let options: CopyOptions
  let progress: CopyProgress

  /// What a copy was.
  struct Summary {
    var tables = 0
    var rows = 0
    var notes: [String] = []
  }

  /// Copies.
  ///
  /// - Parameter onPlan: Told of the plan before anything is changed.
  /// - Throws: ``CopyFailure``, `DatabaseError`, ``Interrupted``. The target is as it was then, but for tables that were to
  ///   be replaced where the database can't take that back.
  func run(onPlan: (CopyPlan) throws -> Void) throws -> Summary {
    try SameDatabase.check(source, target, mayProbe: !options.changesNothing)
    do {
      return try source.transaction(isolation: .repeatableRead, readOnly: true) { origin in
        let plan = try CopyPlan(of: origin, in: source, to: target, options, progress)
        var summary = Summary(tables: plan.tables.count, notes: plan.notes)
        try onPlan(plan)
        if !options.changesNothing { summary.rows = try copy(plan, from: origin) }
        return summary
      }
    } catch {
      progress.abandon()
      throw error
    }
  }

  private func copy(_ plan: CopyPlan, from origin: Transaction) throws -> Int {
    if target.capabilities.contains(.transactionalDDL) {
      return try target.transaction { destination in
        try destination.restoring {
          try drop(plan.replaced, on: destination, clearsFirst: true)
          for table in plan.tables { try make(table, on: destination, { $0.isUnique }) }
          let rows = try copyRows(of: plan, from: origin, to: destination)
          // Filling an index at once is quicker than keeping it.
          for table in plan.tables { try makeIndexes(of: table, on: destination) { !$0.isUnique } }
          return rows
        }
      }
    }
    var made: [String] = []
    do {
      return try target.withConnection { connection in
        try connection.restoring {
          try drop(plan.replaced, on: connection, clearsFirst: false)
          for table in plan.tables where table.translation != nil {
            // Noted before, for a table may be made and its index not; one that was there would have been refused.
            made.append(table.name)
            try make(table, on: connection) { _ in true }
          }
          return try connection.transaction { try copyRows(of: plan, from: origin, to: $0) }
        }
      }
    } catch {
      let left = takeBack(made)
      if left.isEmpty, plan.replaced.isEmpty { throw error }
      throw NotAsItWas(error: error, left: left, dropped: plan.replaced)
    }
  }

  // MARK: Tables

  /// Drops tables, those that refer to others first.
  ///
  /// - Parameter clearsFirst: True where a table that is referred to can't be dropped while the rows are there.
  private func drop(_ names: [String], on destination: any Executor, clearsFirst: Bool) throws {
    if clearsFirst { for name in names.reversed() { try destination.execute("DELETE FROM \(identifier: name)") } }
    for name in names.reversed() { try destination.execute("DROP TABLE \(identifier: name)") }
  }

  /// Makes a table, with those of its indexes that are wanted now.
  private func make(
    _ table: CopyTable, on destination: any Executor, _ isWanted: (IndexDescription) -> Bool
  ) throws {
    guard let translation = table.translation else { return }
    let dialect = destination.schemaDialect
    if let create = try translation.statements(in: dialect).first { try destination.execute(create) }
    try makeIndexes(of: table, on: destination, isWanted)
  }

  private func makeIndexes(
    of table: CopyTable, on destination: any Executor, _ isWanted: (IndexDescription) -> Bool
  ) throws {
    guard let definition = table.translation?.definition else { return }
    for index in definition.indexes where isWanted(index) {
      try Interruption.check()
      try destination.execute(definition.statement(creating: index))
    }
  }

  /// Drops the tables that a failed copy made. The connection that made them may be gone.
  ///
  /// - Returns: Those that are still there.
  private func takeBack(_ names: [String]) -> [String] {
    var left: [String] = []
    do {
      try target.withConnection { connection in
        try connection.restoring {
          for name in names.reversed() {
            do { try connection.execute("DROP TABLE IF EXISTS \(identifier: name)") } catch { left.append(name) }
          }
        }
      }
    } catch {
      left = names
    }
    return left
  }

  // MARK: Rows

  private func copyRows(of plan: CopyPlan, from origin: Transaction, to destination: Transaction) throws -> Int {
    guard options.copiesRows else { return 0 }
    let check = CopyCheck(origin: origin, destination: destination, progress: progress)
    let before = try plan.tables.map { table in
      table.translation == nil ? try check.checksum(of: table) : RowChecksum()
    }
    progress.begin("copying", total: plan.count)
    let read = try plan.tables.map { table in
      try TableCopy(table: table, origin: origin, destination: destination, progress: progress).run()
    }
    progress.begin("checking", total: plan.count)
    for (index, table) in plan.tables.enumerated() {
      try check.compare(table, read: read[index], before: before[index])
      try check.checkForeignKeys(of: table)
    }
    progress.finish()
    return read.reduce(0) { $0 + $1.count }
  }
}
