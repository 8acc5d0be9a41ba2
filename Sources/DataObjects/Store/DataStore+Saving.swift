internal import ORDA

/// Saving and deleting.
extension DataStore {
  /// Takes in a new object, which is saved at the end of the turn.
  ///
  /// If the store has an object with the same ``DataObject/uniqueID``, it returns that one, which is the one to keep:
  /// it stays as it is, and replaces this one (``DataObject/replacedBy``). If another program made a row with the same
  /// key, that row gets this object's values.
  ///
  /// - Returns: The object to use.
  @discardableResult
  public func insert<Object: DataObject>(_ object: Object) -> Object {
    guard let table = try? table(of: Object.self) else {
      tellNotInModel(object)
      return object
    }
    if object.record.isDeleted {
      tell(DataStoreError.deleted, of: object.record, table.attributeColumns)
      return object
    }
    if let other = table.other(than: object) {
      object.record.replacement = other
      return other
    }
    if table.take(object) { list(object.record) }
    return object
  }

  /// The object with a key: the store's, the database's, or a new one.
  ///
  /// - Parameters:
  ///   - type: The object's type.
  ///   - id: The key.
  ///   - make: Makes the object if there is none.
  /// - Throws: ``DataStoreError`` and `DatabaseError`.
  public func object<Object: DataObject>(
    _ type: Object.Type, id: Object.UniqueID, orInsert make: @MainActor () -> Object
  ) async throws -> Object {
    if let object = try await object(type, id) { return object }
    return insert(make())
  }

  /// Writes all columns of objects as they are now, and their relationships that have changed: as one transaction, which is
  /// given to the queue at once.
  ///
  /// For objects whose properties are neither `@Stored` nor `@Observable`; the store saves others by itself. An
  /// object that was in no store is inserted, or updated if its row is there.
  public func save<Object: DataObject>(_ objects: Object...) { save(objects) }

  /// Writes all columns of objects as they are now, and their relationships that have changed: as one transaction, which is
  /// given to the queue at once.
  public func save<Object: DataObject>(_ objects: [Object]) {
    noticeChanges()
    guard let table = try? table(of: Object.self) else { return objects.forEach { tellNotInModel($0) } }
    let plan = WritePlan(self)
    for object in objects {
      if !object.record.isDeleted, let other = table.other(than: object) {
        object.record.replacement = other
        table.move(object, to: other)
        tell(DataStoreError.replaced, of: object.record, table.attributeColumns)
        table.collect(other, into: plan)
      } else if table.take(object) {
        table.collect(object, into: plan)
      }
    }
    submit(plan)
  }

  /// Writes all unsaved changes, including those that could not be written before, as one transaction, which is queued
  /// at once.
  public func saveAll() {
    noticeChanges()
    for table in allTables { table.listFailed() }
    collect()
  }

  /// Sets an object's properties back to what its row has.
  ///
  /// - Throws: ``DataStoreError`` and `DatabaseError`.
  public func revert<Object: DataObject>(_ object: Object) async throws {
    noticeChanges()
    try await table(of: Object.self).reload(object)
  }

  /// Deletes objects, and what relates them to others: by one statement, and one for each relationship, in one transaction.
  ///
  /// They are ``DataObject/isDeleted`` at once. What they were related to stays.
  public func delete<Object: DataObject>(_ objects: Object...) { delete(objects) }

  /// Deletes objects, and what relates them to others: by one statement, and one for each relationship, in one transaction.
  public func delete<Object: DataObject>(_ objects: [Object]) { delete(Object.self, ids: objects.map(\.uniqueID)) }

  /// Deletes the objects of some keys, whether they are alive or not.
  public func delete<Object: DataObject>(_ type: Object.Type, ids: [Object.UniqueID]) {
    guard let table = try? table(of: type), !ids.isEmpty else { return }
    // Earlier changes reach the database first.
    collectIfAutosaving()
    let values = ids.compactMap { try? $0.value() }
    let plan = WritePlan(self)
    var deletion = Deletion(table: table.table, key: table.key, ids: values, lookups: lookups(of: table.table))
    if history.isKeeping {
      let (kept, objects) = (KeptRows(), tables(of: table.table).flatMap { $0.liveObjects(values) })
      deletion.kept = kept
      registerDeletion(of: kept, objects) { [weak self] in self?.delete(type, ids: ids) }
    }
    plan.add(.deletion(deletion))
    for other in tables(of: table.table) { other.markDeleted(values, by: plan.number) }
    submit(plan, of: table.name)
    for other in tables(of: table.table) { followers.changed(rowsOf: other) }
  }

  /// The lookup tables of all relationships that objects of a table have.
  private func lookups(of table: TableName) -> [LookupTable] {
    var lookups: [LookupTable] = []
    for other in tables(of: table) {
      for lookup in other.lookups where !lookups.contains(lookup) { lookups.append(lookup) }
    }
    return lookups
  }

  /// Takes in an object of any type.
  func insertUnseen(_ object: any DataObject) { insert(object) }

  private func tellNotInModel(_ object: some DataObject) {
    let error = DataStoreError.notInModel(type: "\(type(of: object))")
    failures.tell(DataFailure(object: object, entity: nil, id: nil, columns: [], error: error))
  }
}

extension TypedObjectTable {
  /// Another live object with the same key, if there may be only one.
  func other(than object: Object) -> Object? {
    guard entity.isUniqued, let other = cached(Key(object.uniqueID)), other !== object else { return nil }
    return other
  }

  /// Takes an object in, with all of its columns to be written.
  ///
  /// - Returns: False if it can't be saved, which was reported.
  func take(_ object: Object) -> Bool {
    let record = object.record
    if record.isDeleted {
      store.tell(DataStoreError.deleted, of: record, attributeColumns)
      return false
    }
    if let keeper = record.keeper as? BoundEntity, keeper !== link, keeper.store != nil {
      store.tell(DataStoreError.otherStore, of: record, attributeColumns)
      return false
    }
    if record.keeper !== link {
      adopt(object)
      store.register { [unowned store] in if !object.isDeleted { store.delete(object) } }
    }
    record.isNew = true
    record.unsaved.formUnion(ColumnSet(first: entity.attributes.count + entity.relationships.count))
    return true
  }

  /// Copies one object's values to another.
  func move(_ object: Object, to other: Object) {
    for attribute in entity.attributes {
      if let value = try? attribute.value(object) { try? attribute.set(other, value) }
    }
    other.record.unsaved.formUnion(attributeColumns)
  }

  func listFailed() {
    for object in liveObjects where object.record.isUnsaved && !object.record.isDeleted { store.list(object.record) }
  }
}
