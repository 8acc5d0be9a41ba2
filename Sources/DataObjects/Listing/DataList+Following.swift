internal import ORDA

/// Following what the program sets, and what others write.
extension DataList: ObjectFollower {
  func changed(_ object: any DataObject, _ columns: ColumnSet, of table: any ObjectTable) {
    if isClosed { return }
    guard table === self.table, let object = object as? Object else {
      let isOwn = table.table == query.table
      let names = table.names(of: columns)
      if isOwn ? isOther(object.record) || dependency.depends(on: names) : isConcerned(by: table) { ask() }
      return
    }
    changedColumns[ObjectIdentifier(object), default: ColumnSet()].formUnion(columns)
    tellSoon()
    if isOther(object.record) || dependency.depends(on: table.names(of: columns)) || isConcerned(by: columns) { ask() }
  }

  func changed(rowsOf table: any ObjectTable) {
    if !isClosed && (table.table == query.table || isConcerned(by: table)) { ask() }
  }

  func heard(_ batch: ChangeBatch) {
    let tables = store.allTables.flatMap { [$0.table] + $0.lookups.map(\.table) }
    if !isClosed && dependency.depends(on: batch, tables: tables) { ask() }
  }

  /// True of an object that came or went.
  private func isOther(_ record: DataRecord) -> Bool { record.isNew || record.isDeleted }

  private func isConcerned(by table: any ObjectTable) -> Bool {
    dependency.depends(on: table.table) || table.lookups.contains { dependency.depends(on: $0.table) }
  }

  /// True if these are relationships that the condition asks about.
  private func isConcerned(by columns: ColumnSet) -> Bool {
    for (place, lookup) in table.lookups.enumerated() where columns.contains(table.column(of: place)) {
      if dependency.depends(on: lookup.table) { return true }
    }
    return false
  }

  /// Tells at the end of the turn, once for all its changes.
  private func tellSoon() {
    if isTellingPlanned { return }
    isTellingPlanned = true
    Task { [weak self] in
      self?.isTellingPlanned = false
      self?.tell()
    }
  }
}
