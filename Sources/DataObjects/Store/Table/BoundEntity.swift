/// Connects the records of one entity's objects with their store.
@MainActor
final class BoundEntity: RecordKeeper {
  let name: String
  /// The columns, by their properties.
  private let columns: [AnyKeyPath: Int]
  /// The same, by the key paths' identities. Most programs have one key path instance for each property, and comparing key
  /// paths takes longer than everything else that setting a property involves. Each is held, so that no other gets its identity.
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
    // Generic code makes a new instance each time.
    if met.count < 2 * ColumnSet.limit { met[ObjectIdentifier(property)] = (property, column) }
    return column
  }

  /// Has a property saved after it was set.
  override func changed(_ property: AnyKeyPath, of record: DataRecord) {
    guard let column = column(of: property), let store else { return }
    changed(ColumnSet(column), of: record, in: store)
  }

  /// Registers what sets a property back.
  override func willChange(
    _ property: AnyKeyPath, of object: AnyObject, _ restore: @escaping @MainActor () -> Void
  ) {
    guard let store, column(of: property) != nil else { return }
    store.history.register(property, of: object, restore)
    store.planCollection()
  }

  /// Has columns saved whose values have changed.
  func changed(_ columns: ColumnSet, of record: DataRecord, in store: DataStore) {
    if record.isDeleted {
      store.tell(DataStoreError.deleted, of: record, columns)
      return
    }
    record.unsaved.formUnion(columns)
    store.list(record)
  }
}
