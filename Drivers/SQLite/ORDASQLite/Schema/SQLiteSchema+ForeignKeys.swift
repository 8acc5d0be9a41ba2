internal import ORDA

/// A table that a foreign key names.
struct SQLiteReferredTable {
  /// Its name as it is spelled.
  var name: TableName
  /// Its columns, as ``SQLiteTableRows`` has them; empty for a view.
  var columns: [[Value]] = []
}

extension SQLiteSchema {
  /// The foreign keys of a table, in the order of their declaration.
  static func foreignKeys(
    of table: TableName, _ rows: [[Value]], declared: [SQLiteTableText.Reference],
    _ referred: (TableName) throws(DatabaseError) -> SQLiteReferredTable?
  ) throws(DatabaseError) -> [ForeignKey] {
    var keys: [ForeignKey] = []
    var previous: Int64?
    for row in rows {
      if row.int(0) != previous {
        previous = row.int(0)
        keys.append(
          ForeignKey(
            columns: [], referencedTable: TableName(schema: table.schema, name: row.text(1) ?? ""),
            referencedColumns: [], onUpdate: Self.action(row.text(4)), onDelete: Self.action(row.text(5))))
      }
      keys[keys.count - 1].columns.append(row.text(2) ?? "")
      if let to = row.text(3) { keys[keys.count - 1].referencedColumns.append(to) }
    }
    for index in keys.indices {
      if let table = try referred(keys[index].referencedTable) { Self.complete(&keys[index], by: table) }
      guard keys.count == declared.count, SQLiteName.equal(declared[index].columns, keys[index].columns) else {
        continue
      }
      keys[index].name = declared[index].name
      keys[index].isDeferred = declared[index].isDeferred
    }
    return keys
  }

  /// Fills in the columns that the reference omits, and spells names as the referenced table does.
  private static func complete(_ key: inout ForeignKey, by table: SQLiteReferredTable) {
    key.referencedTable = table.name
    if key.referencedColumns.isEmpty {
      key.referencedColumns = table.columns.filter { ($0.int(4) ?? 0) > 0 }
        .sorted { ($0.int(4) ?? 0) < ($1.int(4) ?? 0) }.compactMap { $0.text(0) }
    } else {
      key.referencedColumns = key.referencedColumns.map { name in
        table.columns.lazy.compactMap { $0.text(0) }.first { SQLiteName.equal($0, name) } ?? name
      }
    }
  }

  private static func action(_ text: String?) -> ForeignKey.Action {
    text.flatMap { ForeignKey.Action(rawValue: SQLiteName.capitals($0)) } ?? .noAction
  }
}
