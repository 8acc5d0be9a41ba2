/// What a live result asks the database, and which changes may change the answer.
struct LiveResultQuery: Sendable {
  /// Reads the rows, in order.
  let rows: SQL
  /// Reads the keys of the same rows.
  let keys: SQL
  /// The tables whose changes may move rows: the result's own first. Empty if it may be any table.
  let tables: [TableName]
  /// The columns of the result's own table that decide what is in it, and where; nil if it may be any column.
  private let deciding: ColumnSet?
  private let plan: TablePlan

  /// - Throws: ``DatabaseError``; of kind `misuse` for an order by the places of columns, or a limit below 0.
  init(
    _ table: GovernedTable, where condition: SQL?, orderBy order: SQL?, limit: Int?, dependingOn others: [TableName]
  ) throws {
    let plan = table.plan
    self.plan = plan
    if let limit, limit < 0 { throw DatabaseError(.misuse, "the limit \(limit) is below 0") }
    let key = plan.key.map { plan.quoted[$0] }.joined(separator: ", ")
    // Rows that the order considers equal are sorted by their keys, or each reading might return them in another order.
    // The given SQL may end with a comment, and so gets a line of its own.
    var end = table.filter(condition) + SQL(text: " ORDER BY ")
    if let order { end += order + SQL(text: "\n, ") }
    end += SQL(text: key)
    if let limit { end += " LIMIT \(limit)" }
    rows = SQL(text: plan.selection) + end
    keys = SQL(text: "SELECT \(key) FROM \(plan.table)") + end

    let dialect = table.owner.dialect
    let filter = try condition.map { try ConditionNames($0, dialect, plan) }
    let sorting = try order.map { try ConditionNames($0, dialect, plan) }
    if sorting?.ordersByPlace ?? false {
      throw DatabaseError(.misuse, "a live result is ordered by the names of columns, not by their places")
    }
    let parts = [filter, sorting].compactMap { $0 }
    deciding = parts.reduce(ColumnSet(plan.key) as ColumnSet?) { all, part in
      guard var all, let columns = part.columns else { return nil }
      all.formUnion(columns)
      return all
    }
    let named = parts.filter(\.readsTables).flatMap(\.names) + others
    tables = try Self.tables(of: table, naming: named)
  }

  /// The tables that names stand for, and those whose changes change them without a report.
  private static func tables(of table: GovernedTable, naming names: [TableName]) throws -> [TableName] {
    let hub = table.owner.changeHub
    var found = [table.plan.identity] + table.map.ancestors
    for name in names {
      guard let description = try table.owner.describe(name) else { continue }
      // Nobody reports what a view or a module reads.
      guard description.kind == .table else { return [] }
      found.append(hub.identity(of: description.name))
      found += try table.owner.ancestors(of: description)
    }
    var seen: Set<TableName> = []
    return found.filter { seen.insert($0).inserted }
  }

  // MARK: Changes

  /// True if rows may come, go or move when these columns of a row change.
  func mayMove(_ columns: ColumnSet) -> Bool { deciding.map(columns.intersects) ?? !columns.isEmpty }

  /// True if rows may come, go or move with a commit.
  func mayMove(_ batch: ChangeBatch) -> Bool {
    guard let deciding, batch.unknown.isEmpty, batch.schemaChanges.isEmpty else { return true }
    var layout: LayoutPlaces?
    for change in batch.rows {
      guard change.kind == .update, change.newKey == nil, change.layout.identity == plan.identity,
        let cells = change.cells
      else { return true }
      if layout?.layout !== change.layout { layout = LayoutPlaces(change.layout, plan) }
      if cells.contains(where: { layout?.place(of: $0.column).map(deciding.contains) ?? false }) { return true }
    }
    return false
  }
}
