import ORDA

/// What became of rows, told as those hear it who listen.
extension Table {
  /// The insertion of the last rows; nil where nothing tells rows apart.
  func insertions(_ count: Int) -> [RowChange]? {
    changes(from: Array(repeating: nil, count: count), to: rows.suffix(count).map { $0 })
  }

  /// What became of rows, each as it was and as it is; nil stands for no row. The whole is nil where nothing tells rows apart.
  func changes(from old: [[Value]?], to new: [[Value]?]) -> [RowChange]? {
    let layout = RowLayout(
      table: description.name, identity: description.name, columns: columns.map(\.name),
      keyColumns: description.identifyingColumns)
    if layout.keyColumns.isEmpty { return nil }
    let places = layout.keyColumns.compactMap(layout.index)
    func key(_ row: [Value]?) -> RowKey? { row.map { row in RowKey(places.map { row[$0] }) } }
    return zip(old, new).compactMap { old, new in
      let (before, after) = (key(old), key(new))
      guard let key = before ?? after else { return nil }
      let change = RowChange(
        kind: old == nil ? .insert : new == nil ? .delete : .update, layout: layout, key: key,
        newKey: before == nil || after == before ? nil : after,
        cells: columns.indices.compactMap { cell($0, old, new) })
      return change.changesNothing ? nil : change
    }
  }

  /// A column's part in a change; nil where it has none.
  private func cell(_ place: Int, _ old: [Value]?, _ new: [Value]?) -> ChangedCell? {
    if let old = old?[place], let new = new?[place], old.isStoredAs(new) { return nil }
    return ChangedCell(column: place, old: told(old?[place]), new: told(new?[place]))
  }

  /// A value, unless it is too long to be carried about.
  private func told(_ value: Value?) -> Value? {
    value.flatMap { $0.contentSize > ChangedCell.longestValue ? nil : $0 }
  }
}
