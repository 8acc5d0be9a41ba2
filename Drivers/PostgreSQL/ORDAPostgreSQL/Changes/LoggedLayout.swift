internal import ORDA

/// A table whose rows are reported: its names, and how to read its rows in the log.
struct LoggedLayout {
  let names: RowLayout
  private let kinds: [ColumnKind]
  /// The places of the key's columns, in the key's order.
  private let key: [Int]
  /// For each column whether the row before a change has it.
  private let isIdentifying: [Bool]
  /// True if rows that are updated or deleted are known by their keys.
  private let tellsKeys: Bool
  /// False if the table has columns that the log has not, such as computed ones.
  private let isComplete: Bool

  init(_ relation: LoggedRelation, _ description: LoggedDescription, identity: TableName) {
    let columns = relation.columns.map(\.name)
    names = RowLayout(
      table: TableName(schema: relation.schema, name: relation.name), identity: identity, columns: columns,
      keyColumns: description.key)
    kinds = relation.columns.map { description.kinds[$0.type] ?? .other("\($0.type)") }
    key = description.key.compactMap { columns.firstIndex(where: $0.hasSameBytes) }
    let isIdentifying = relation.columns.map { relation.identity == .full || $0.isIdentifying }
    self.isIdentifying = isIdentifying
    tellsKeys = relation.identity != .nothing && key.allSatisfy { isIdentifying[$0] }
    isComplete = Set(columns) == Set(description.columns)
  }

  /// The change that a message tells; nil if it can't be reported row by row.
  func change(_ message: LogMessage) -> RowChange? {
    guard !key.isEmpty, key.count == names.keyColumns.count else { return nil }
    switch message {
    case .insert(_, let new):
      guard new.count == kinds.count, let key = key(of: new) else { return nil }
      let cells = new.indices.map { ChangedCell(column: $0, new: value(new, $0)) }
      return RowChange(kind: .insert, layout: names, key: key, cells: isComplete ? cells : nil)
    case .delete(_, let old):
      guard tellsKeys, old.cells.count == kinds.count, let key = key(of: old.cells) else { return nil }
      let cells = old.cells.indices.map {
        ChangedCell(column: $0, old: isIdentifying[$0] ? value(old.cells, $0) : nil)
      }
      return RowChange(kind: .delete, layout: names, key: key, cells: isComplete ? cells : nil)
    case .update(_, let old, let new): return update(old, new)
    default: return nil
    }
  }

  private func update(_ old: LoggedRow?, _ new: [LoggedCell]) -> RowChange? {
    guard tellsKeys, new.count == kinds.count else { return nil }
    guard let old else {
      // Nothing of the identity has changed.
      guard let key = key(of: new) else { return nil }
      return RowChange(kind: .update, layout: names, key: key, newKey: nil, changed: now(new))
    }
    guard old.cells.count == kinds.count, let key = key(of: old.cells), let newKey = self.key(of: new, else: old.cells)
    else { return nil }
    var changed = now(new)
    if old.isWhole, isComplete {
      changed = ChangedCells(
        new.indices.compactMap { column in
          if new[column] == .unchanged || new[column] == old.cells[column] { return nil }
          return ChangedCell(column: column, old: value(old.cells, column), new: value(new, column))
        })
    }
    return RowChange(kind: .update, layout: names, key: key, newKey: newKey == key ? nil : newKey, changed: changed)
  }

  /// What the row holds now; without the old values it is not known which have changed.
  private func now(_ new: [LoggedCell]) -> ChangedCells {
    guard isComplete else { return .unknown }
    return .row(
      new.indices.compactMap { column in
        new[column] == .unchanged ? nil : ChangedCell(column: column, new: value(new, column))
      })
  }

  /// What is reported of a cell; nil for a value that no type of ORDA's holds, or that is too long to carry.
  private func value(_ cells: [LoggedCell], _ column: Int) -> Value? {
    switch cells[column] {
    case .null: return .null
    case .unchanged: return nil
    case .text(let bytes):
      guard bytes.count <= ChangedCell.longestValue * 4 else { return nil }
      let kind = kinds[column]
      let value = bytes.withUnsafeBufferPointer { TextCell(bytes: $0).value(kind) }
      guard let value, value.contentSize <= ChangedCell.longestValue else { return nil }
      return value
    }
  }

  /// The key; a part that an update left as it was is as before.
  private func key(of cells: [LoggedCell], else before: [LoggedCell]? = nil) -> RowKey? {
    var values: [Value] = []
    values.reserveCapacity(key.count)
    for column in key {
      var row = cells
      if row[column] == .unchanged, let before { row = before }
      guard let value = value(row, column), value != .null else { return nil }
      values.append(value)
    }
    return RowKey(values)
  }
}

/// What the server says about a table whose rows the log has.
struct LoggedDescription {
  /// All columns.
  var columns: [String]
  /// The columns that identify a row, in the key's order; empty if none do.
  var key: [String]
  /// How the cells of each type are read.
  var kinds: [UInt32: ColumnKind]
}

extension PostgreSQLConnection {
  /// What reporting a table's rows requires; nil if there is no such table any more.
  func loggedDescription(of relation: LoggedRelation) throws(DatabaseError) -> LoggedDescription? {
    let name = TableName(schema: relation.schema, name: relation.name)
    guard let description = try schemaReader.description(of: name) else { return nil }
    return LoggedDescription(
      columns: description.columns.map(\.name), key: description.identifyingColumns,
      kinds: try loggedKinds(of: relation.columns.map(\.type)))
  }

  /// How cells are read by the types that the log has: of a domain it is that of its base.
  private func loggedKinds(of types: [UInt32]) throws(DatabaseError) -> [UInt32: ColumnKind] {
    var kinds: [UInt32: ColumnKind] = [:]
    for type in types { kinds[type] = ColumnKind(binary: type) }
    let unknown = Set(types).filter { kinds[$0] == nil }.sorted()
    if unknown.isEmpty { return kinds }
    let rows = try texts(
      """
      WITH RECURSIVE base AS (
        SELECT oid AS type, oid, typtype, typbasetype FROM pg_catalog.pg_type WHERE oid = ANY($1::oid[])
        UNION ALL
        SELECT b.type, t.oid, t.typtype, t.typbasetype
        FROM base b JOIN pg_catalog.pg_type t ON t.oid = b.typbasetype WHERE b.typtype = 'd'
      )
      SELECT type, oid FROM base WHERE typtype <> 'd'
      """, ["{" + unknown.map(String.init).joined(separator: ",") + "}"])
    var bases: [UInt32: UInt32] = [:]
    for row in rows where row.count == 2 {
      if let type = row[0].flatMap({ UInt32($0) }), let base = row[1].flatMap({ UInt32($0) }) { bases[type] = base }
    }
    try learnTypes(bases.values.filter { ColumnKind(binary: $0) == nil })
    for (type, base) in bases { kinds[type] = ColumnKind(binary: base) ?? self.types.kind(of: base) }
    return kinds
  }
}
