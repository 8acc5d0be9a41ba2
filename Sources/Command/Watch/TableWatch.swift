import ORDA

/// Follows tables of a database, and writes what changes in them.
///
/// If the database only reports that a table may have changed, the table is read again and compared, if it is small
/// enough; then a notice that changed nothing is not shown. With a condition only changes of rows that meet it, before
/// or after, are shown.
struct TableWatch {
  private let database: any Governor
  /// The tables to follow; empty for all.
  private let names: [String]
  private let condition: String?
  private let limit: Int
  private var filter: RowFilter?
  private var writer: ChangeWriter
  private var tables: [TableName: TableDescription] = [:]
  private var snapshots: [TableName: TableSnapshot] = [:]

  /// - Parameter condition: Which rows of the one table to follow; nil for all of all tables.
  init(
    _ names: [String], where condition: String?, in database: any Governor, comparing limit: Int, _ writer: ChangeWriter
  ) {
    self.names = names
    self.condition = condition
    self.database = database
    self.limit = limit
    self.writer = writer
  }

  /// Writes changes until there are `count` lines, or the task is cancelled.
  mutating func run(count: Int?) async throws {
    // Listening begins before the first reading, so that nothing falls between the two.
    let given = try givenTables()
    let batches = try await database.changes(of: given.map(\.name))
    if let condition, let table = given.first { filter = try RowFilter(table, where: condition, in: database) }
    try readTables()
    for await batch in batches {
      try show(batch)
      try writer.output.flush()
      if let count, writer.count >= count { return }
    }
  }

  private func givenTables() throws -> [TableDescription] { try names.map { try database.described($0) } }

  /// Reads the current tables. For those with unchanged columns the last reading stays.
  private mutating func readTables() throws {
    let before = (tables, snapshots)
    (tables, snapshots) = ([:], [:])
    for table in names.isEmpty ? try database.describedTables() : try givenTables() where table.kind == .table {
      tables[table.name] = table
      snapshots[table.name] =
        before.0[table.name]?.columns == table.columns
        ? before.1[table.name] : try TableSnapshot(of: table, limit: limit, in: database)
    }
  }

  private mutating func show(_ batch: ChangeBatch) throws {
    try write(try told(batch.rows), batch)
    if !batch.schemaChanges.isEmpty {
      for change in batch.schemaChanges { writer.write(change, in: batch) }
      try readTables()
    }
    for name in tables.keys.sorted(by: { $0.description < $1.description }) where batch.unknown.contains(name) {
      if let changes = try compared(name) {
        try write(changes, batch)
      } else {
        if let now = try filter?.keys(in: database) { filter?.forget(now: now) }
        writer.write(unknown: name, in: batch)
      }
    }
  }

  /// The changes of rows; if the changed columns are not reported, the differences from the table's last reading.
  private mutating func told(_ rows: [RowChange]) throws -> [RowChange] {
    let vague = Set(rows.filter { $0.cells == nil }.map(\.table))
    var found: [TableName: [RowChange]] = [:]
    for name in Set(rows.map(\.table)) {
      if let changes = try compared(name), vague.contains(name) { found[name] = changes }
    }
    return rows.filter { found[$0.table] == nil } + found.values.joined()
  }

  private mutating func write(_ changes: [RowChange], _ batch: ChangeBatch) throws {
    guard !changes.isEmpty, let now = try filter?.keys(in: database) else {
      for change in changes { writer.write(change, in: batch) }
      return
    }
    for change in changes {
      if let part = filter?.part(of: change, now: now) { writer.write(change, part, in: batch) }
    }
  }

  /// What differs in a table since the last reading; nil if that can't be found out.
  private mutating func compared(_ name: TableName) throws -> [RowChange]? {
    let changes = try snapshots[name]?.changes(in: database)
    // It is too large now: from here on only the fact of a change is reported.
    if changes == nil { snapshots[name] = nil }
    return changes
  }
}
