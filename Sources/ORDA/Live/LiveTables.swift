internal import ORDAThreads

/// The tables of a governor that somebody holds, and the thread that reads their stale entries again.
final class LiveTables: GovernorCompanion {
  private struct Held {
    weak var table: GovernedTable?
  }

  private let tables = Lock<[TableName: Held]>([:])
  let worker = WorkerThread()
  let followers = LiveFollowers()

  deinit { worker.stop() }

  /// The table with a name, if somebody holds it.
  func table(_ identity: TableName) -> GovernedTable? {
    tables.withLock { tables in
      if let held = tables[identity], let table = held.table { return table }
      return nil
    }
  }

  /// The table that is held, or else this one. The other is released outside the lock.
  func add(_ made: GovernedTable, replacing old: GovernedTable?) -> GovernedTable {
    tables.withLock { tables in
      if let held = tables[made.plan.identity], let table = held.table, table !== old { return table }
      tables[made.plan.identity] = Held(table: made)
      return made
    }
  }

  /// Drops what the tables have yet to do; the governor closes.
  func close() {
    let all = tables.withLock { $0.values.compactMap(\.table) }
    for table in all { table.map.news.close() }
    worker.stop()
    followers.close()
  }
}

extension ConnectionGovernor: TableHolding {
  /// The tables that somebody holds.
  var liveTables: LiveTables { companion.companion(orMake: LiveTables.init) }

  /// A table and its live rows.
  public func table(_ name: TableName) throws -> any Table {
    let asked = changeHub.identity(of: name)
    let held = liveTables.table(asked)
    if let held, !held.map.isOutdated { return held }
    guard let definition = try describe(name) else {
      var error = DatabaseError(.noSuchTable, "there is no table \(name)", table: name.name)
      if name.name.isEmpty {
        error.message = "there is no table without a name"
        error.code = .nilTableName
      }
      throw error
    }
    // The name as the database stores it, so that two spellings are one table even without a source to ask.
    let identity = changeHub.identity(of: definition.name)
    if let known = held ?? liveTables.table(identity), known.plan.definition == definition {
      known.map.isOutdated = false
      return known
    }
    let plan = TablePlan(
      definition, identity: identity, dialect: dialect, takesLists: capabilities.contains(.lists))
    let made = GovernedTable(
      governor: self, plan: plan, ancestors: try ancestors(of: definition), worker: liveTables.worker)
    return liveTables.add(made, replacing: held)
  }

  /// The tables whose changes make the database change this one too, without reporting it.
  func ancestors(of definition: TableDescription) throws -> Set<TableName> {
    if changeHub.tellsCascades || definition.foreignKeys.isEmpty { return [] }
    var found: Set<TableName> = []
    var next = [definition]
    while let table = next.popLast() {
      for reference in table.foreignKeys where reference.changesRows {
        let parent = TableName(
          schema: reference.referencedTable.schema ?? table.name.schema, name: reference.referencedTable.name)
        guard found.insert(changeHub.identity(of: parent)).inserted, let above = try describe(parent) else { continue }
        next.append(above)
      }
    }
    return found
  }
}

extension ForeignKey {
  /// True if a change of the referenced row changes the rows that refer to it.
  fileprivate var changesRows: Bool {
    let changing: [Action] = [.cascade, .setNull, .setDefault]
    return changing.contains(onUpdate) || changing.contains(onDelete)
  }
}
