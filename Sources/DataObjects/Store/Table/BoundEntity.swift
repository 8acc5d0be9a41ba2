/// What the records of one entity's objects know of their store.
@MainActor
final class BoundEntity: RecordKeeper {
  let name: String
  /// The columns by the properties that they are.
  private let columns: [AnyKeyPath: Int]
  /// The same by the instances of key paths that have come: a program mostly has one for each property, and to compare key
  /// paths takes longer than all else that is done for a property that is set. Each is held, so that no other gets its identity.
  private var met: [ObjectIdentifier: (property: AnyKeyPath, column: Int?)] = [:]
  weak var store: DataStore?

  init(name: String, columns: [AnyKeyPath: Int], store: DataStore) {
    self.name = name
    self.columns = columns
    self.store = store
  }

  /// The place of a property; nil if the model does not name it.
  func column(of property: AnyKeyPath) -> Int? {
    if let known = met[ObjectIdentifier(property)] { return known.column }
    let column = columns[property]
    // In generic code a key path is another instance each time.
    if met.count < 2 * ColumnSet.limit { met[ObjectIdentifier(property)] = (property, column) }
    return column
  }

  /// Has a property be saved that was set to another value.
  override func changed(_ property: AnyKeyPath, of record: DataRecord) {
    guard let column = column(of: property), let store else { return }
    changed(ColumnSet(column), of: record, in: store)
  }

  /// Has what is set be taken back by an undo.
  override func willChange(
    _ property: AnyKeyPath, of object: AnyObject, _ restore: @escaping @MainActor () -> Void
  ) {
    guard let store, column(of: property) != nil else { return }
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
