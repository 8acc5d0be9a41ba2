internal import ORDA

extension SQLiteSchema {
  /// The foreign keys of a table, in the order of their declaration.
  func foreignKeys(
    of table: TableName, declared: [SQLiteTableText.Reference]
  ) throws(DatabaseError) -> [ForeignKey] {
    // SQLite numbers them from the last to the first.
    let sql = """
      SELECT id, "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(?1, ?2) ORDER BY id DESC, seq
      """
    let rows = try query(sql, [.text(table.name), .text(table.schema ?? "main")])
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
      try complete(&keys[index])
      guard keys.count == declared.count, SQLiteName.equal(declared[index].columns, keys[index].columns) else {
        continue
      }
      keys[index].name = declared[index].name
      keys[index].isDeferred = declared[index].isDeferred
    }
    return keys
  }

  /// Fills in the columns that the reference leaves out, and spells names as the table referred to does.
  private func complete(_ key: inout ForeignKey) throws(DatabaseError) {
    guard let entry = try entry(key.referencedTable.name, in: key.referencedTable.schema) else { return }
    key.referencedTable = entry.name
    guard entry.kind != .view else { return }
    let sql = "SELECT name, pk FROM pragma_table_xinfo(?1, ?2) ORDER BY pk, cid"
    let columns = try query(sql, [.text(entry.name.name), .text(entry.name.schema ?? "main")])
    if key.referencedColumns.isEmpty {
      key.referencedColumns = columns.filter { ($0.int(1) ?? 0) > 0 }.compactMap { $0.text(0) }
    } else {
      key.referencedColumns = key.referencedColumns.map { name in
        columns.lazy.compactMap { $0.text(0) }.first { SQLiteName.equal($0, name) } ?? name
      }
    }
  }

  private static func action(_ text: String?) -> ForeignKey.Action {
    text.flatMap { ForeignKey.Action(rawValue: SQLiteName.capitals($0)) } ?? .noAction
  }
}
