import ORDA

/// Follows tables of a database, and writes what changes in them.
///
/// Where the database tells only that a table may have changed, the table is read again and compared, if it is small
/// enough; a notice that changed nothing is not shown then.
struct TableWatch {
  private let database: any Governor
  /// The tables to follow; none for all there are.
  private let names: [String]
  private let limit: Int
  private var writer: ChangeWriter
  private var tables: [TableName: TableDescription] = [:]
  private var snapshots: [TableName: TableSnapshot] = [:]

  init(_ names: [String], in database: any Governor, comparing limit: Int, _ writer: ChangeWriter) {
    self.names = names
    self.database = database
    self.limit = limit
    self.writer = writer
  }

  /// Writes changes until there are so many lines, or the task is cancelled.
  mutating func run(count: Int?) async throws {
    // Listening begins before the first reading, so that nothing falls between the two.
    let given = try givenTables().map(\.name)
    let batches = try database.changes(of: given)
    try readTables()
    for await batch in batches {
      try show(batch)
      try writer.output.flush()
      if let count, writer.count >= count { return }
    }
  }

  private func givenTables() throws -> [TableDescription] { try names.map { try database.described($0) } }

  /// Reads the tables that there are now. Of those whose columns are what they were the last reading stays.
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
    for row in batch.rows { writer.write(row, in: batch) }
    for name in Set(batch.rows.map(\.table)) { _ = try compared(name) }
    if !batch.schemaChanges.isEmpty {
      for change in batch.schemaChanges { writer.write(change, in: batch) }
      try readTables()
    }
    for name in tables.keys.sorted(by: { $0.description < $1.description }) where batch.unknown.contains(name) {
      if let changes = try compared(name) {
        for change in changes { writer.write(change, in: batch) }
      } else {
        writer.write(unknown: name, in: batch)
      }
    }
  }

  /// What is different in a table since it was read last; nil where that can't be found out.
  private mutating func compared(_ name: TableName) throws -> [RowChange]? {
    let changes = try snapshots[name]?.changes(in: database)
    // Too large by now: from here on only that it changed is told.
    if changes == nil { snapshots[name] = nil }
    return changes
  }
}
