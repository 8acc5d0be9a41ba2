/// Changes of one table, to be made in order.
struct TableChangeRun {
  let table: TableName
  let changes: [TableChange]

  /// Looks at all changes before the first is made.
  ///
  /// - Returns: True if the database has no statement for one of them, so that the table is written anew.
  /// - Throws: `misuse`, `noSuchTable` and the like, where the table can't be changed so.
  func check(on db: some SQLExecutor) throws -> Bool {
    guard db.capabilities.contains(.alteringTables) else {
      throw DatabaseError(.unsupported, "this database can't change a table that is there: it lacks alteringTables")
    }
    var description = try described(table, on: db)
    var rebuilds = false
    for change in changes {
      let before = description
      try description.make(change)
      if try kind(of: change, in: before, db.schemaDialect) == nil { rebuilds = true }
    }
    return rebuilds
  }

  /// Makes them.
  ///
  /// - Parameter rebuild: What writes the table anew; nil where the database can't.
  func make(
    on db: some SQLExecutor, rebuild: (TableDescription, [TableChange]) throws -> TableRebuild? = { _, _ in nil }
  ) throws {
    var table = table
    var rest = prepared(db.schemaDialect)[...]
    while let change = rest.first {
      let description = try described(table, on: db)
      switch try kind(of: change, in: description, db.schemaDialect) {
      case .apart:
        try makeApart(change, &table, of: description, on: db)
        rest = rest.dropFirst()
      case .clause(let clause):
        let more = try alike(rest, description, db.schemaDialect)
        try db.execute("ALTER TABLE \(table.sql) \(([clause] + more).joined(separator: ", "))")
        rest = rest.dropFirst(1 + more.count)
      case nil:
        let anew = try rest.prefix { try kind(of: $0, in: description, db.schemaDialect) == nil }
        guard let rebuild = try rebuild(description, Array(anew)) else {
          throw DatabaseError(
            .unsupported, "this database has no statement for a change of \(table.name)", table: table.name)
        }
        try run(rebuild, on: db)
        rest = rest.dropFirst(anew.count)
      }
    }
  }

  /// The changes, with columns that others of them make a key of declared as some databases want them in keys.
  private func prepared(_ dialect: any SchemaDialect) -> [TableChange] {
    changes.enumerated().map { place, change in
      guard case .addColumn(var column) = change else { return change }
      let names = Set(changes[place...].flatMap(\.keyedColumns))
      if names.contains(column.name) { column.type = .other(dialect.declaration(of: column.type, isKeyed: true)) }
      return .addColumn(column)
    }
  }

  /// How a change is made.
  private enum Kind {
    case apart
    case clause(SQL)
  }

  /// - Returns: Nil where the table has to be written anew.
  private func kind(
    of change: TableChange, in table: TableDescription, _ dialect: any SchemaDialect
  ) throws(DatabaseError) -> Kind? {
    switch change {
    case .addIndex(_), .dropIndex(_), .rename(to: _): .apart
    default: try dialect.clause(for: change, of: table).map { .clause($0) }
    }
  }

  private func makeApart(
    _ change: TableChange, _ table: inout TableName, of description: TableDescription, on db: some SQLExecutor
  ) throws {
    switch change {
    case .addIndex(let index): try db.create(index, on: table)
    case .dropIndex(let index): try db.drop(index: index, of: table)
    case .rename(let name):
      try db.rename(table: table, to: name)
      // Another schema may have a table of the new name, which a name without a schema would mean from now on.
      table = TableName(schema: description.name.schema ?? table.schema, name: name)
    default: break
    }
  }

  /// The clauses that may stand in one statement with the first change's: a table that is copied for each statement is copied
  /// once. They are of one sort, so that none sees what another has done.
  private func alike(
    _ changes: ArraySlice<TableChange>, _ table: TableDescription, _ dialect: any SchemaDialect
  ) throws(DatabaseError) -> [SQL] {
    guard dialect.joinsClauses, let first = changes.first, first.mayStandWithOthers else { return [] }
    var clauses: [SQL] = []
    for change in changes.dropFirst() {
      guard change.isAlike(first), case .clause(let clause)? = try kind(of: change, in: table, dialect) else { break }
      clauses.append(clause)
    }
    return clauses
  }

  private func run(_ rebuild: TableRebuild, on db: some SQLExecutor) throws {
    do {
      for statement in rebuild.statements { try db.execute(statement) }
    } catch {
      // The first error tells more; what is not given back here is when the connection is.
      for statement in rebuild.closing { _ = try? db.execute(statement) }
      throw error
    }
    for statement in rebuild.closing { try db.execute(statement) }
  }

  private func described(_ table: TableName, on db: some SQLExecutor) throws -> TableDescription {
    guard let description = try db.describe(table) else {
      throw DatabaseError(.noSuchTable, "there is no table \(table)", table: table.name)
    }
    if description.kind == .table { return description }
    throw DatabaseError(
      .misuse, "\(table.name) is no ordinary table (\(description.kind.rawValue)), and can't be changed so",
      table: table.name)
  }
}

extension TableChange {
  /// The columns that it makes a key or an index of.
  fileprivate var keyedColumns: [String] {
    switch self {
    case .addIndex(let index): index.columnNames ?? []
    case .addUnique(let unique): unique.columns
    case .addForeignKey(let key): key.columns
    default: []
    }
  }

  /// True if what it does can stand in one statement with others of its sort.
  fileprivate var mayStandWithOthers: Bool {
    switch self {
    case .addColumn, .dropColumn, .changeColumn, .addForeignKey, .dropForeignKey, .addUnique, .addCheck: true
    default: false
    }
  }

  fileprivate func isAlike(_ other: TableChange) -> Bool {
    switch (self, other) {
    case (.addColumn, .addColumn), (.dropColumn, .dropColumn), (.changeColumn, .changeColumn),
      (.addForeignKey, .addForeignKey), (.dropForeignKey, .dropForeignKey), (.addUnique, .addUnique),
      (.addCheck, .addCheck):
      true
    default: false
    }
  }
}
