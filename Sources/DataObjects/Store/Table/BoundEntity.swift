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

  /// The place of a property; nil if the model does not name it.
  func column(of property: AnyKeyPath) -> Int? { columns[property] }

  /// Has a property be saved that was set to another value.
  override func changed(_ property: AnyKeyPath, of record: DataRecord) {
    guard let column = columns[property], let store else { return }
    changed(ColumnSet(column), of: record, in: store)
  }

  /// Has what is set be taken back by an undo.
  override func willChange(
    _ property: AnyKeyPath, of object: AnyObject, _ restore: @escaping @MainActor () -> Void
  ) {
    guard let store, columns[property] != nil else { return }
    store.history.register(property, of: object, restore)
    store.planCollection()
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
