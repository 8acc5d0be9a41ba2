internal import ORDA

extension SQLiteSchema {
  /// Describes all tables and views of a schema in the order of their names, without SQLite's own; none for a schema
  /// that does not exist.
  ///
  /// Reading all ordinary tables takes as many statements as reading one. A view whose own tables are gone, and a
  /// virtual table whose module is missing, have no columns here.
  func descriptions(in schema: String) throws(DatabaseError) -> [TableDescription] {
    // The first statement fixes the transaction's snapshot, so that the others see the same.
    let entries = try entries(in: schema).filter { $0.kind != .system }
    guard let schema = entries.first?.name.schema else { return [] }
    let rows = try rows(of: .tables(schema: schema))
    let names = Dictionary(
      entries.map { (SQLiteName.key($0.name.name), $0) }, uniquingKeysWith: { first, _ in first })
    var descriptions: [TableDescription] = []
    for entry in entries {
      var own = rows[SQLiteName.key(entry.name.name)] ?? SQLiteTableRows()
      if entry.kind != .table { own.columns = try columns(ofDoubtful: entry) }
      descriptions.append(
        try description(of: entry, own) { (name) throws(DatabaseError) in
          let key = SQLiteName.key(name.name)
          guard let referred = names[key] else { return nil }
          return SQLiteReferredTable(
            name: referred.name, columns: referred.kind == .view ? [] : rows[key]?.columns ?? [])
        })
    }
    return descriptions
  }

  private func columns(ofDoubtful entry: SQLiteTableEntry) throws(DatabaseError) -> [[Value]] {
    do {
      return try columns(of: entry.name)
    } catch {
      let reasons: [DatabaseError.Kind] = [.noSuchTable, .noSuchColumn, .syntax, .other, .unsupported]
      guard reasons.contains(where: { $0.matches(error.kind) }) else { throw error }
      return []
    }
  }
}
