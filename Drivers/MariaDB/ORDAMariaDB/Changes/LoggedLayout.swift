internal import ORDA

/// A table whose rows are reported: its names, and how to read its rows in the log.
struct LoggedLayout {
  let names: RowLayout
  let decoder: RowDecoder
  /// The table map that it was made for, as the log has it.
  let body: [UInt8]
  /// The places of the key's columns, in the key's order.
  private let key: [Int]
  /// False for columns that are computed when they are read: the log does not have what a reader gets.
  private let isTold: [Bool]

  /// - Throws: `protocolViolation` if the map and the description are of the table at different times.
  init(_ map: TableMap, _ description: LoggedDescription, identity: TableName) throws(DatabaseError) {
    let decoder = try RowDecoder(map, description.table)
    self.decoder = decoder
    names = RowLayout(
      table: TableName(schema: map.schema, name: map.table), identity: identity, columns: decoder.names,
      keyColumns: description.key)
    body = map.body
    key = description.key.compactMap { decoder.names.firstIndex(of: $0) }
    isTold = decoder.names.map { !description.computed.contains($0) }
  }

  /// The changes of an event's rows; nil if they can't be reported one by one.
  func changes(of event: RowsEvent) -> [RowChange]? {
    guard key.count == names.keyColumns.count, let rows = try? decoder.rows(of: event) else { return nil }
    var changes: [RowChange] = []
    changes.reserveCapacity(rows.count)
    for row in rows {
      guard let change = change(event.kind, row) else { return nil }
      changes.append(change)
    }
    return changes
  }

  private func change(_ kind: RowsEvent.Kind, _ row: LoggedRow) -> RowChange? {
    switch kind {
    case .insert:
      guard let after = row.after, let key = key(of: after) else { return nil }
      let cells = after.indices.map { ChangedCell(column: $0, new: value(after, $0)) }
      return RowChange(kind: .insert, layout: names, key: key, cells: cells)
    case .delete:
      guard let before = row.before, let key = key(of: before) else { return nil }
      let cells = before.indices.map { ChangedCell(column: $0, old: value(before, $0)) }
      return RowChange(kind: .delete, layout: names, key: key, cells: cells)
    case .update:
      guard let before = row.before, let after = row.after, before.count == after.count,
        let key = key(of: before), let newKey = self.key(of: after, else: before)
      else { return nil }
      return RowChange(
        kind: .update, layout: names, key: key, newKey: newKey == key ? nil : newKey,
        cells: after.indices.compactMap { changedCell(before, after, $0) })
    }
  }

  private func changedCell(_ before: [LoggedCell], _ after: [LoggedCell], _ column: Int) -> ChangedCell? {
    guard isTold[column] else { return nil }
    switch (before[column], after[column]) {
    case (_, .absent): return nil
    case (.value(let old), .value(let new)) where old.isStoredAs(new): return nil
    default: return ChangedCell(column: column, old: value(before, column), new: value(after, column))
    }
  }

  /// What is reported of a cell; nil for a value that can't be read, or is too long to carry.
  private func value(_ cells: [LoggedCell], _ column: Int) -> Value? {
    guard isTold[column], case .value(let value) = cells[column], value.contentSize <= ChangedCell.longestValue else {
      return nil
    }
    return value
  }

  /// The key; a part that an update omitted is as before.
  private func key(of cells: [LoggedCell], else before: [LoggedCell]? = nil) -> RowKey? {
    var values: [Value] = []
    values.reserveCapacity(key.count)
    for column in key {
      guard isTold[column], column < cells.count else { return nil }
      var cell = cells[column]
      if cell == .absent, let before { cell = before[column] }
      guard case .value(let value) = cell else { return nil }
      values.append(value)
    }
    return RowKey(values)
  }
}

/// What the server says about a table whose rows the log has.
struct LoggedDescription {
  var table: LoggedTable
  /// The columns that identify a row; empty if none do.
  var key: [String]
  /// The columns that are computed when they are read.
  var computed: Set<String>
}

extension MariaDBConnection {
  /// What reporting a table's rows requires; nil if they can't be reported.
  func loggedDescription(of name: TableName) throws(DatabaseError) -> LoggedDescription? {
    let place: [Value] = [.text(name.schema ?? ""), .text(name.name)]
    let types = try rows(
      of: "SELECT TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?", place)
    // The log has a versioned table as it is stored, with rows that nobody sees; a sequence has no rows to report.
    guard types.first?.first?.name == "BASE TABLE" else { return nil }
    let facts = try schemaReader.columnsAndIndexes(of: MariaDBSelection(schema: name.schema ?? "", table: name.name))
    // The server may spell the name differently.
    let columns = facts.columns.values.first ?? []
    let indexes = MariaDBSchema.indexes(facts.indexes.values.first ?? [], columns)
    let description = TableDescription(
      name: name, columns: columns, primaryKey: indexes.first { $0.isPrimaryKey }?.columnNames ?? [], indexes: indexes)
    return LoggedDescription(
      table: try LoggedTable.read(schema: name.schema ?? "", table: name.name, on: self),
      key: description.identifyingColumns,
      computed: Set(columns.filter { if case .virtual = $0.generated { true } else { false } }.map(\.name)))
  }
}
