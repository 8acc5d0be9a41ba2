import ORDA

/// What a transaction changed so far, for those who listen.
struct MemoryChanges: Sendable {
  /// The governor's that wrote.
  let source: MemoryChangeSource
  private let mark: ChangeMark?
  private var collected: ChangeCollector
  /// The tables by the numbers that they have in `collected`.
  private var tables: [TableName] = []

  /// - Parameter isHeard: False where nobody listens yet. Of such a transaction the tables are noted all the same, for it may
  ///   be committed when somebody does.
  init(of source: MemoryChangeSource, mark: ChangeMark?, isHeard: Bool) {
    self.source = source
    self.mark = mark
    collected = ChangeCollector(limits: .init(rows: isHeard ? 100_000 : 0))
  }

  /// Notes what a statement wrote, once it has succeeded: what fails has changed nothing.
  mutating func add(_ written: [Written]) {
    for statement in written {
      let table = number(of: TableName(name: statement.table))
      if statement.isSchema { collected.addSchemaChange() }
      guard let rows = statement.rows else {
        collected.addVague(table: table)
        continue
      }
      for row in rows { collected.add(row, table: table, size: row.size) }
    }
  }

  private mutating func number(of table: TableName) -> Int {
    if let number = tables.firstIndex(of: table) { return number }
    tables.append(table)
    return tables.count - 1
  }

  mutating func savepoint(_ name: String) { collected.savepoint(name) }
  mutating func release(_ name: String) { collected.release(name) }
  mutating func rollback(to name: String) { collected.rollback(to: name) }

  /// What is told of the transaction, once it is committed.
  func batch(for listener: MemoryChangeSource) -> ChangeBatch {
    ChangeBatch(
      origin: listener === source ? .governor : .process, mark: listener === source ? mark : nil,
      rows: collected.changes,
      unknown: UnknownTables(tables: Set(collected.vagueTables.map { tables[$0] })),
      schemaChanges: collected.changesSchema ? [SchemaChange(schema: nil)] : [])
  }
}
