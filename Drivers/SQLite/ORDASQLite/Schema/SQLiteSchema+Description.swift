internal import ORDA

extension SQLiteSchema {
  /// Describes a table or view, or returns nil if there is none of that name.
  ///
  /// The name is compared as SQLite does, ignoring the case of ASCII letters; without a schema ``resolve(_:in:)`` looks
  /// it up.
  ///
  /// - Throws: SQLite's error; for a view whose own tables are gone, `noSuchTable`.
  func description(of name: String, in schema: String? = nil) throws(DatabaseError) -> TableDescription? {
    guard let entry = try entry(name, in: schema) else { return nil }
    return try description(of: entry, try rows(of: entry)) { (name) throws(DatabaseError) in
      guard let entry = try self.entry(name.name, in: name.schema) else { return nil }
      guard entry.kind != .view else { return SQLiteReferredTable(name: entry.name) }
      return SQLiteReferredTable(name: entry.name, columns: try self.columns(of: entry.name))
    }
  }

  private func rows(of entry: SQLiteTableEntry) throws(DatabaseError) -> SQLiteTableRows {
    try rows(of: .one(entry.name))[SQLiteName.key(entry.name.name)] ?? SQLiteTableRows()
  }

  /// Describes a table from its rows.
  ///
  /// - Parameter referred: Looks up a table that a foreign key names; nil if there is none.
  func description(
    of entry: SQLiteTableEntry, _ rows: SQLiteTableRows,
    _ referred: (TableName) throws(DatabaseError) -> SQLiteReferredTable?
  ) throws(DatabaseError) -> TableDescription {
    let isTable = entry.kind == .table || entry.kind == .system
    let declared = isTable ? rows.text.map(SQLiteTableText.init) : nil
    let indexes = Self.indexes(rows)
    let (columns, primaryKey) = Self.columns(of: entry, rows.columns, declared: declared, indexes: indexes)
    var attributes = entry.attributes
    if declared?.isAutoIncrement == true { attributes.insert(.neverReusesKeys) }
    return TableDescription(
      name: entry.name, kind: entry.kind, attributes: attributes, columns: columns, primaryKey: primaryKey,
      foreignKeys: try Self.foreignKeys(
        of: entry.name, rows.foreignKeys, declared: declared?.references ?? [], referred),
      indexes: indexes, uniqueConstraints: Self.uniqueConstraints(indexes, declared: declared?.uniques ?? []),
      checkConstraints: declared?.checks ?? [], triggers: rows.triggers, sql: rows.text)
  }

  private static func columns(
    of entry: SQLiteTableEntry, _ rows: [[Value]], declared: SQLiteTableText?, indexes: [IndexDescription]
  ) -> (columns: [ColumnDescription], primaryKey: [String]) {
    let keys = rows.compactMap { row in row.int(4).flatMap { $0 > 0 ? (position: Int($0), name: row.text(0)) : nil } }
      .sorted { $0.position < $1.position }
    // A key of one column without an index of its own is the rowid itself. This also gets `INTEGER PRIMARY KEY DESC`
    // right, which is not.
    let isRowID =
      entry.kind == .table && keys.count == 1 && !entry.attributes.contains(.withoutRowID)
      && !indexes.contains { $0.isPrimaryKey }
    let columns = rows.map { row in
      let name = row.text(0) ?? ""
      let declaration = declared?.column(named: name)
      let position = row.int(4).flatMap { $0 > 0 ? Int($0) : nil }
      let isRowIDColumn = isRowID && position != nil
      return ColumnDescription(
        name: name, declaredType: row.text(1) ?? "", isNullable: row.int(2) != 1 && !isRowIDColumn,
        defaultValue: row.text(3).flatMap { SQLiteName.equal($0, "NULL") ? nil : $0 }, primaryKeyPosition: position,
        generated: Self.generation(hidden: row.int(5), expression: declaration?.generation),
        collation: declaration?.collation, isAutoIncrement: isRowIDColumn, isHidden: row.int(5) == 1)
    }
    return (columns, keys.compactMap(\.name))
  }

  private static func generation(hidden: Int64?, expression: String?) -> ColumnDescription.Generation {
    switch hidden {
    case 2: .virtual(expression: expression)
    case 3: .stored(expression: expression)
    default: .none
    }
  }

  /// The constraints that the indexes stand for, with the names of their declarations.
  ///
  /// SQLite's own names for the indexes of constraints (`sqlite_autoindex_…`) are omitted, since nobody gave them.
  private static func uniqueConstraints(
    _ indexes: [IndexDescription], declared: [SQLiteTableText.Unique]
  ) -> [UniqueConstraint] {
    indexes.compactMap { index in
      guard var constraint = UniqueConstraint(index: index) else { return nil }
      if index.name.hasPrefix("sqlite_autoindex_") {
        constraint.name = declared.first { SQLiteName.equal($0.columns, constraint.columns) }?.name
      }
      return constraint
    }
  }
}
