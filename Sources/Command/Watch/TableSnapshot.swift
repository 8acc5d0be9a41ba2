import ORDA

/// The rows of a table as last read, to find out what changed if the database only reports that something did.
struct TableSnapshot {
  private let layout: RowLayout
  private let keyColumns: [Int]
  private let query: SQL
  private let limit: Int
  private var rows: [RowKey: [Value]]

  /// Reads a table.
  ///
  /// - Parameter limit: How many rows it may have.
  /// - Returns: Nil for a table with more rows, and for one whose rows have no key.
  init?(of table: TableDescription, limit: Int, in database: any Governor) throws {
    let key = table.identifyingColumns
    let columns = table.columns.filter { !$0.isHidden }.map(\.name)
    keyColumns = key.compactMap { columns.firstIndex(of: $0) }
    guard !key.isEmpty, keyColumns.count == key.count else { return nil }
    layout = RowLayout(table: table.name, identity: table.name, columns: columns, keyColumns: key)
    var list: SQL = ""
    for (index, column) in columns.enumerated() {
      if index > 0 { list = "\(sql: list), " }
      list = "\(sql: list)\(identifier: column)"
    }
    let place: SQL =
      table.name.schema.map { "\(identifier: $0, table.name.name)" } ?? "\(identifier: table.name.name)"
    // One more than there may be, to see that there are too many.
    query = "SELECT \(sql: list) FROM \(sql: place) LIMIT \(limit + 1)"
    self.limit = limit
    rows = [:]
    guard let read = try read(database) else { return nil }
    rows = read
  }

  /// Reads the table again.
  ///
  /// - Returns: The differences, in the order of the keys; nil if it has too many rows now.
  mutating func changes(in database: any Governor) throws -> [RowChange]? {
    guard let now = try read(database) else { return nil }
    var changes: [RowChange] = []
    for (key, values) in now {
      if let before = rows[key] {
        let cells = values.indices.filter { RowKey([before[$0]]) != RowKey([values[$0]]) }.map {
          ChangedCell(column: $0, old: before[$0], new: values[$0])
        }
        if !cells.isEmpty { changes.append(RowChange(kind: .update, layout: layout, key: key, cells: cells)) }
      } else {
        let cells = values.indices.map { ChangedCell(column: $0, new: values[$0]) }
        changes.append(RowChange(kind: .insert, layout: layout, key: key, cells: cells))
      }
    }
    for (key, values) in rows where now[key] == nil {
      let cells = values.indices.map { ChangedCell(column: $0, old: values[$0]) }
      changes.append(RowChange(kind: .delete, layout: layout, key: key, cells: cells))
    }
    rows = now
    return changes.sorted { Self.isBefore($0.key, $1.key) }
  }

  private func read(_ database: any Governor) throws -> [RowKey: [Value]]? {
    var rows: [RowKey: [Value]] = [:]
    for row in try database.query(query).rows {
      if rows.count == limit { return nil }
      let key = keyColumns.map { row[$0] }
      // On SQLite several rows may have the same key if it is NULL.
      if key.contains(where: \.isNull) { return nil }
      rows[RowKey(key)] = row.values
    }
    return rows
  }

  /// Numbers by size, and before strings.
  private static func isBefore(_ left: RowKey, _ right: RowKey) -> Bool {
    for (first, second) in zip(left.values, right.values) where first != second {
      switch (first, second) {
      case (.int(let first), .int(let second)): return first < second
      case (.int, _): return true
      case (_, .int): return false
      default: return first.description < second.description
      }
    }
    return false
  }
}
