internal import ORDA

/// The objects of one entity in a store.
///
/// A uniqued entity has one object for each row: the table finds it by its key, for as long as somebody else holds it,
/// or for good if it is kept.
@MainActor
final class TypedObjectTable<Object: DataObject>: ObjectTable {
  typealias Key = ObjectKey<Object.UniqueID>

  let entity: Entity<Object>
  let link: BoundEntity
  unowned let store: DataStore
  // What is called for each object, apart from the attributes: copying one of those copies all its parts, and generic code
  // makes a key path such as \.name anew at each use.
  let reads: [@MainActor (AnyObject) throws(DatabaseError) -> Value]
  let fills: [@MainActor (AnyObject, FetchedRow, Int) throws -> Void]
  let loads: [@MainActor (Object, FetchedRow, Int, Bool) throws -> Bool]
  let lookups: [LookupTable]
  let attributeNames: [String]
  /// The tables of other types made from the same rows.
  private(set) lazy var siblings = store.allTables.filter { $0 !== self && $0.table == table }
  /// Where the columns stood in the rows that were fetched last.
  var layout: (names: [String], places: RowPlaces)?
  /// The records of objects that may be alive, by their keys.
  private var records = RecordMap<Object.UniqueID>()
  /// The objects that are kept for good.
  private var kept: [Key: Object] = [:]
  /// When there are this many records, those of dead objects are removed.
  private var sweepsAt = 256
  /// What the lookup tables hold for an object, as far as that is known: of each relationship the keys, in order.
  var links: [Key: [[Value]?]] = [:]
  /// Objects that were deleted while fetches were under way, which may still bring their rows.
  private var deleted: [Key: Int] = [:]
  /// How changes of the objects' properties are noticed; nil before the first object.
  var noticing: Noticing?
  /// Watched objects that have changed in this turn, with the values that they had.
  var noticed: [ObjectIdentifier: NoticedObject<Object>] = [:]

  init(_ entity: Entity<Object>, in store: DataStore) {
    self.entity = entity
    self.store = store
    reads = entity.attributes.map { $0.anyValue }
    fills = entity.attributes.map { $0.fill }
    loads = entity.attributes.map { $0.load }
    lookups = entity.relationships.map { $0.lookup }
    attributeNames = entity.attributes.map { $0.name }
    let properties = entity.attributes.map(\.property) + entity.relationships.map(\.property)
    link = BoundEntity(
      name: "\(Object.self)",
      columns: Dictionary(properties.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first }),
      store: store)
  }

  var name: String { link.name }
  var table: TableName { entity.table }
  var key: String { entity.key }
  var keyType: any DataObjectID.Type { Object.UniqueID.self }

  func names(of columns: ColumnSet) -> [String] {
    columns.map { column in
      column < entity.attributes.count
        ? attributeNames[column] : entity.relationships[column - entity.attributes.count].name
    }
  }

  func id(of object: AnyObject) -> Value? { try? (object as? Object)?.uniqueID.value() }

  /// All attributes; of a new object, all are written.
  var attributeColumns: ColumnSet { ColumnSet(first: entity.attributes.count) }

  func column(of relationship: Int) -> Int { entity.attributes.count + relationship }
}

/// The objects that are alive.
extension TypedObjectTable {
  func cached(_ key: Key) -> Object? {
    guard let object = records[key]?.object else { return nil }
    return unsafeDowncast(object, to: Object.self)
  }

  /// The objects of all these keys; nil if one of them is missing or incomplete.
  func cached(_ ids: [Object.UniqueID]) -> [Object]? {
    var objects: [Object] = []
    objects.reserveCapacity(ids.count)
    for id in ids {
      guard let record = records[Key(id)], !record.isIncomplete, let object = record.object else { return nil }
      objects.append(unsafeDowncast(object, to: Object.self))
    }
    return objects
  }

  /// Takes in an object, the only one with its key.
  func adopt(_ object: Object) {
    let record = object.record
    record.object = object
    record.keeper = link
    record.replacement = nil
    if entity.isUniqued {
      let key = Key(object.uniqueID)
      if records.count >= sweepsAt { sweep() }
      records[key] = record
      // What was known of an earlier object need not hold for this one.
      links[key] = nil
      if entity.cache == .permanent { kept[key] = object }
    }
    notice(object)
  }

  private func sweep() {
    if records.sweep() { links = links.filter { records[$0.key] != nil } }
    sweepsAt = max(256, records.count * 2)
  }

  var liveObjects: [Object] {
    records.records.compactMap { record in record.object.map { unsafeDowncast($0, to: Object.self) } }
  }

  func liveIDs() -> [Value] { liveObjects.compactMap { try? $0.uniqueID.value() } }

  func liveObjects(_ ids: [Value]) -> [any DataObject] { ids.compactMap { object(of: $0) } }

  /// The live object of a key as it is stored.
  func object(of id: Value) -> Object? { (try? Object.UniqueID(value: id)).flatMap { cached(Key($0)) } }

  func forget(_ key: Key) {
    records[key] = nil
    kept[key] = nil
    links[key] = nil
  }

  func forgetLinks(of object: AnyObject) {
    if let object = object as? Object { links[Key(object.uniqueID)] = nil }
  }

  func close() {
    kept = [:]
    for record in records.records { record.keeper = nil }
    records.removeAll()
  }
}

/// Objects that go.
extension TypedObjectTable {
  func markDeleted(_ ids: [Value], by write: Int) {
    for id in ids {
      guard let id = try? Object.UniqueID(value: id) else { continue }
      let key = Key(id)
      if let record = records[key] { drop(record) }
      forget(key)
      if store.isFetching { deleted[key] = write }
    }
  }

  func drop(_ record: DataRecord) {
    record.isDeleted = true
    record.forgetChanges()
    guard let object = record.object as? Object else { return }
    forget(Key(object.uniqueID))
    store.followers.changed(object, ColumnSet(), of: self)
  }

  /// True if a row was read before its object was deleted.
  func isGone(_ key: Key, asOf moment: Int) -> Bool {
    guard let write = deleted[key] else { return false }
    return write > moment
  }

  /// Forgets the deletions that no fetch can come too late for.
  func forgetDeletions() { deleted = [:] }
}
