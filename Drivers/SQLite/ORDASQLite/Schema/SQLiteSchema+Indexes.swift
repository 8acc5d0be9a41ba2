internal import ORDA

extension SQLiteSchema {
  /// The indexes of a table, the oldest first.
  func indexes(of table: TableName) throws(DatabaseError) -> [IndexDescription] {
    let schema = table.schema ?? "main"
    let sql = """
      SELECT l.name, l."unique", l.origin, l.partial, x.cid, x.name, x."desc", x.coll
      FROM pragma_index_list(?1, ?2) AS l, pragma_index_xinfo(l.name, ?2) AS x
      WHERE x."key" = 1 ORDER BY l.seq DESC, x.seqno
      """
    let rows = try query(sql, [.text(table.name), .text(schema)])
    let needsText = rows.contains { $0.int(3) == 1 || $0.int(4) == -2 }
    let texts = needsText ? try indexTexts(of: table.name, in: schema) : [:]

    var indexes: [IndexDescription] = []
    for row in rows {
      guard let name = row.text(0) else { continue }
      let text = texts[name]
      if indexes.last?.name != name {
        let isPartial = row.int(3) == 1
        indexes.append(
          IndexDescription(
            name: name, columns: [], isUnique: row.int(1) == 1, isPrimaryKey: row.text(2) == "pk",
            isPartial: isPartial, predicate: isPartial ? text?.predicate : nil))
      }
      let last = indexes.count - 1
      let position = indexes[last].columns.count
      let expression = text.flatMap { $0.parts.indices.contains(position) ? $0.parts[position] : nil }
      let term: IndexDescription.Term =
        switch row.int(4) {
        case -2: .expression(expression)
        case -1: .column("rowid")
        default: .column(row.text(5) ?? "")
        }
      indexes[last].columns.append(
        IndexDescription.Part(term, isDescending: row.int(6) == 1, collation: row.text(7)))
    }
    return indexes
  }

  private func indexTexts(of table: String, in schema: String) throws(DatabaseError) -> [String: SQLiteIndexText] {
    let sql = """
      SELECT name, sql FROM \(SQLiteName.quoted(schema)).sqlite_schema
      WHERE type = 'index' AND tbl_name = ? COLLATE NOCASE AND sql IS NOT NULL
      """
    var texts: [String: SQLiteIndexText] = [:]
    for row in try query(sql, [.text(table)]) {
      if let name = row.text(0), let sql = row.text(1) { texts[name] = SQLiteIndexText(sql) }
    }
    return texts
  }
}
