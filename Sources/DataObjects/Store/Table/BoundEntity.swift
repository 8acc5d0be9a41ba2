/// What the records of one entity's objects know of their store.
@MainActor
final class BoundEntity: RecordKeeper {
  let name: String
  /// The columns by the properties that they are.
  private let columns: [AnyKeyPath: Int]
  weak var store: DataStore?

  init(name: String, columns: [AnyKeyPath: Int], store: DataStore) {
    self.name = name
    self.columns = columns
    self.store = store
  }

  /// Has a property be saved that was set to another value.
  override func changed(_ property: AnyKeyPath, of record: DataRecord) {
    guard let column = columns[property], let store else { return }
    changed(ColumnSet(column), of: record, in: store)
  }

  /// Has columns be saved whose values are others now.
  func changed(_ columns: ColumnSet, of record: DataRecord, in store: DataStore) {
    if record.isDeleted {
      store.tell(DataStoreError.deleted, of: record, columns)
      return
    }
    record.unsaved.formUnion(columns)
    store.list(record)
  }
}
