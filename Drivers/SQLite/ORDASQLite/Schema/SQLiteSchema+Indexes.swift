internal import ORDA

extension SQLiteSchema {
  /// The indexes of a table, the oldest first.
  static func indexes(_ rows: SQLiteTableRows) -> [IndexDescription] {
    var texts: [SQLName: SQLiteIndexText] = [:]
    for row in rows.indexes where row.int(3) == 1 || row.int(4) == -2 {
      if let name = row.text(0).map({ SQLName($0) }), texts[name] == nil {
        texts[name] = rows.indexTexts[name].map(SQLiteIndexText.init)
      }
    }
    var indexes: [IndexDescription] = []
    for row in rows.indexes {
      guard let name = row.text(0) else { continue }
      let text = texts[SQLName(name)]
      if indexes.last?.name.hasSameBytes(as: name) != true {
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
}
