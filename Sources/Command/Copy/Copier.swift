import ORDA
import ORDAImport

/// Copies tables from one database into another: all of them, or none.
struct Copier {
  let source: any Governor
  let target: any Governor
  let options: CopyOptions
  let progress: CopyProgress

  /// A summary of a copy.
  struct Summary {
    var tables = 0
    var rows = 0
    var views = CopyViews.Made()
    var notes: [String] = []
  }

  /// Copies.
  ///
  /// - Parameter onPlan: Called with the plan before anything is changed.
  /// - Throws: ``CopyFailure``, `DatabaseError`, ``Interrupted``. The target is then as it was, except for replaced
  ///   tables if the database can't undo that.
  func run(onPlan: (CopyPlan) throws -> Void) throws -> Summary {
    try SameDatabase.check(source, target, mayProbe: !options.changesNothing)
    var done: Summary?
    do {
      try source.transaction(isolation: .repeatableRead, readOnly: true) { origin in
        if options.makesTables, !options.changesNothing {
          try UnfinishedTables.clear(try wantedNames(origin), in: target)
        }
        let plan = try CopyPlan(of: origin, in: source, to: target, options, progress)
        var summary = Summary(tables: plan.tables.count, notes: plan.notes)
        try onPlan(plan)
        if !options.changesNothing { try copy(plan, from: origin, &summary) }
        done = summary
      }
    } catch {
      // What was compared and committed is copied, even if the source closed its connection meanwhile.
      if let done { return done }
      progress.abandon()
      throw error
    }
    return done ?? Summary()
  }

  private func wantedNames(_ origin: Transaction) throws -> [String] {
    options.tables.isEmpty ? try origin.tables().map(\.name) : options.tables
  }

  private func copy(_ plan: CopyPlan, from origin: Transaction, _ summary: inout Summary) throws {
    if target.capabilities.contains(.transactionalDDL) {
      (summary.rows, summary.views) = try target.transaction { try copyAll(of: plan, from: origin, to: $0) }
      return
    }
    let new = plan.tables.filter { $0.translation != nil }
    let unfinished = new.isEmpty ? nil : try UnfinishedTables(new.map(\.name), in: target)
    var made: [String] = []
    var (rows, isCommitted): (Int?, Bool) = (nil, false)
    var views = CopyViews.Made()
    do {
      try target.withConnection { connection in
        try connection.restoring {
          try drop(plan.replaced, on: connection)
          for table in new {
            try unfinished?.make(table.name, noting: &made) { try make(table, on: connection) { _ in false } }
            try makeIndexes(of: table, on: connection) { _ in true }
          }
          try connection.transaction { destination in
            try unfinished?.finish(in: destination)
            rows = try copyRows(of: plan, from: origin, to: destination)
          }
          isCommitted = true
          views = try plan.views.make(on: connection)
        }
      }
    } catch {
      // What fails after the commit doesn't concern the copy.
      if !isCommitted {
        let ending = unfinished?.takeBack(made) ?? .dropped(left: [])
        switch ending {
        case .complete where rows != nil: break
        case .complete, .dropped(left: []):
          if plan.replaced.isEmpty { throw error }
          throw NotAsItWas(error: error, left: [], dropped: plan.replaced)
        case .dropped(let left): throw NotAsItWas(error: error, left: left, dropped: plan.replaced)
        }
      }
    }
    unfinished?.remove()
    (summary.rows, summary.views) = (rows ?? 0, views)
  }

  /// Makes the tables and copies their rows, where the transaction undoes all of that if it fails.
  private func copyAll(
    of plan: CopyPlan, from origin: Transaction, to destination: Transaction
  ) throws -> (Int, CopyViews.Made) {
    let dialect = destination.schemaDialect
    // A table can't be dropped while rows refer to it.
    try destination.restoring {
      for name in plan.replaced.reversed() { try destination.execute("DELETE FROM \(identifier: name)") }
    }
    if dialect.limits.alteration == .constraints, !plan.replaced.isEmpty {
      // Together, since they may refer to each other.
      try destination.execute("DROP TABLE \(CopyTable.list(plan.replaced))")
    } else {
      try drop(plan.replaced, on: destination)
    }
    let later = plan.tables.compactMap(\.translation).laterReferences(in: dialect)
    for table in plan.tables {
      try make(table, without: later[table.name] ?? [], on: destination) { $0.isUnique }
    }
    let rows = try destination.restoring { try copyRows(of: plan, from: origin, to: destination) }
    // Building an index at once is quicker than maintaining it.
    for table in plan.tables { try makeIndexes(of: table, on: destination) { !$0.isUnique } }
    for table in plan.tables {
      for key in later[table.name] ?? [] { try destination.execute(key.adding(to: table.name, in: dialect)) }
    }
    return (rows, try plan.views.make(on: destination))
  }

  // MARK: Tables

  /// Drops tables, those that refer to others first.
  private func drop(_ names: [String], on destination: any SQLExecutor) throws {
    for name in names.reversed() { try destination.execute("DROP TABLE \(identifier: name)") }
  }

  /// Creates a table, without some of its references, and with the indexes that are needed now.
  private func make(
    _ table: CopyTable, without references: [ForeignKey] = [], on destination: any SQLExecutor,
    _ isWanted: (IndexDescription) -> Bool
  ) throws {
    guard let translation = table.translation else { return }
    let dialect = destination.schemaDialect
    let statements = try translation.statements(without: references, in: dialect)
    if let create = statements.first { try destination.execute(create) }
    try makeIndexes(of: table, on: destination, isWanted)
  }

  private func makeIndexes(
    of table: CopyTable, on destination: any SQLExecutor, _ isWanted: (IndexDescription) -> Bool
  ) throws {
    guard let definition = table.translation?.definition else { return }
    for index in definition.indexes where isWanted(index) {
      try Interruption.check()
      try destination.execute(definition.statement(creating: index, in: destination.schemaDialect))
    }
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
