public import ORDA

/// Changing many rows by one statement.
extension DataStore {
  /// Sets properties of the objects with some keys, whether they are alive or not, by one statement. Live ones have the
  /// new values at once, in every type made from the table.
  ///
  /// ```swift
  /// try store.update(Note.self, set: .set(\.read, true), ids: ids)
  /// ```
  ///
  /// - Throws: ``DataStoreError/noSuchAttribute(_:of:nearest:)`` if the model lacks a property, `DatabaseError` for a
  ///   value that no database can store. ``errors`` reports what the database refuses.
  public func update<Object: DataObject>(
    _ type: Object.Type, set assignments: Assignment<Object>..., ids: [Object.UniqueID]
  ) throws {
    let table = try table(of: type)
    try update(table, try table.values(of: assignments), ids: ids)
  }

  /// Sets attributes of one object by their names, whether it is alive or not; nil makes a column NULL.
  ///
  /// ```swift
  /// try store.update(Note.self, id: 5, set: ["archived": true, "text": nil])
  /// ```
  ///
  /// - Throws: ``DataStoreError/noSuchAttribute(_:of:nearest:)``, and `DatabaseError` for a value of another type.
  public func update<Object: DataObject>(
    _ type: Object.Type, id: Object.UniqueID, set values: [String: (any ValueConvertible)?]
  ) throws {
    try update(type, ids: [id], set: values)
  }

  /// Sets attributes of the objects of some keys by their names.
  ///
  /// - Throws: ``DataStoreError/noSuchAttribute(_:of:nearest:)``, and `DatabaseError` for a value of another type.
  public func update<Object: DataObject>(
    _ type: Object.Type, ids: [Object.UniqueID], set values: [String: (any ValueConvertible)?]
  ) throws {
    let table = try table(of: type)
    try update(table, try table.checked(values), ids: ids)
  }

  /// Sets properties of all objects whose rows meet a condition: by one statement, and one before it that asks which of the
  /// live objects are among them.
  ///
  /// Live objects have the new values when it returns, except for their own unsaved changes.
  ///
  /// - Throws: ``DataStoreError`` and `DatabaseError`; nothing was changed then.
  public func update<Object: DataObject>(
    _ type: Object.Type, set assignments: Assignment<Object>..., where condition: SQL
  ) async throws {
    let table = try table(of: type)
    let values = try table.values(of: assignments)
    guard !values.isEmpty else { return }
    collectIfAutosaving()
    let live = table.liveIDsOfFamily()
    var question: SQL?
    if !live.isEmpty {
      question = """
        SELECT \(identifier: table.key) FROM \(table.table.sql)
        WHERE \(identifier: table.key) IN \(list: live) AND (\(sql: condition))
        """
    }
    let plan = WritePlan(self)
    let update = BulkUpdate(
      statement: "\(sql: table.setting(values)) WHERE \(sql: condition)", question: question,
      keeping: keeping(values.map(\.column), of: table, where: condition))
    plan.add(.statement(update))
    registerUpdate(update)
    rereadWhatIsFetched(of: table.table)
    let outcome = await withCheckedContinuation { waiter in
      submit(plan, of: table.name) { waiter.resume(returning: $0) }
    }
    if let error = outcome.error { throw error }
    // Asked a second time, the question may have had another answer.
    if outcome.isRepeated { return rereadAll(of: table.table) }
    for other in tables(of: table.table) {
      other.patch(values, ids: outcome.met, keepingUnsaved: true, by: plan.number)
      followers.changed(rowsOf: other)
    }
  }

  /// Has all live objects of a table be read again.
  func rereadAll(of table: TableName) {
    for other in tables(of: table) { followers.changed(rowsOf: other) }
    reread(after: ChangeBatch(origin: .governor, unknown: UnknownTables(tables: [table])))
  }

  private func update<Object: DataObject>(
    _ table: TypedObjectTable<Object>, _ values: [(column: String, value: Value)], ids: [Object.UniqueID]
  ) throws {
    guard !values.isEmpty, !ids.isEmpty else { return }
    collectIfAutosaving()
    var keys: [Value] = []
    for id in ids { keys.append(try id.value()) }
    let plan = WritePlan(self)
    let condition: SQL = "\(identifier: table.key) IN \(list: keys)"
    let update = BulkUpdate(
      statement: "\(sql: table.setting(values)) WHERE \(sql: condition)", question: nil,
      keeping: keeping(values.map(\.column), of: table, where: condition))
    plan.add(.statement(update))
    registerUpdate(update)
    for other in tables(of: table.table) {
      other.patch(values, ids: keys, keepingUnsaved: false, by: plan.number)
    }
    rereadWhatIsFetched(of: table.table)
    submit(plan, of: table.name) { [weak self] outcome in
      if outcome.error != nil { self?.rereadAll(of: table.table) }
    }
    for other in tables(of: table.table) { followers.changed(rowsOf: other) }
  }
}

extension TypedObjectTable {
  /// What the assignments set, by the names of the columns.
  func values(of assignments: [Assignment<Object>]) throws -> [(column: String, value: Value)] {
    try assignments.map { assignment in
      guard let attribute = entity.attributes.first(where: { $0.property == assignment.property }) else {
        throw DataStoreError.noSuchAttribute("\(assignment.property)", of: name, nearest: nil)
      }
      return (attribute.name, try assignment.value(attribute))
    }
  }

  /// Values by name, as the columns' types have them.
  func checked(_ values: [String: (any ValueConvertible)?]) throws -> [(column: String, value: Value)] {
    try values.sorted { $0.key < $1.key }.map { name, value in
      let attribute = try attribute(named: name)
      do { return (name, try attribute.checked(try value?.value() ?? .null)) } catch var error as DatabaseError {
        error.column = name
        throw error
      }
    }
  }

  /// - Throws: ``DataStoreError/noSuchAttribute(_:of:nearest:)``.
  @discardableResult
  func attribute(named name: String) throws(DataStoreError) -> Attribute<Object> {
    if let attribute = entity.attributes.first(where: { $0.name == name }) { return attribute }
    let nearest = nearestName(to: name, among: entity.attributes.map(\.name))
    throw .noSuchAttribute(name, of: self.name, nearest: nearest)
  }

  func setting(_ values: [(column: String, value: Value)]) -> SQL {
    var sql: SQL = "UPDATE \(table.sql) SET "
    for (index, (column, value)) in values.enumerated() {
      sql += index == 0 ? "\(identifier: column) = \(value)" : ", \(identifier: column) = \(value)"
    }
    return sql
  }

  /// The keys of live objects of all types that are made of this table.
  func liveIDsOfFamily() -> [Value] {
    var ids: Set<RowKey> = []
    for other in store.tables(of: table) { ids.formUnion(other.liveIDs().map { RowKey([$0]) }) }
    return ids.flatMap(\.values)
  }

  func patch(
    _ values: [(column: String, value: Value)], ids: [Value], keepingUnsaved: Bool, by write: Int
  ) {
    let columns = values.compactMap { column, value in
      entity.attributes.firstIndex { $0.name == column }.map { ($0, value) }
    }
    if columns.isEmpty { return }
    let hasFollowers = !store.followers.isEmpty
    if !noticed.isEmpty { listNoticed() }
    for id in ids {
      guard let object = object(of: id) else { continue }
      let record = object.record
      if record.lastWrite > write {
        // It has written since, perhaps the same.
        store.rereadLater(id, of: self)
        continue
      }
      record.lastWrite = write
      var changed = ColumnSet()
      record.load {
        for (column, value) in columns where !keepingUnsaved || !record.unsaved.contains(column) {
          if Value.areSame(try? entity.attributes[column].value(object), value) { continue }
          try? entity.attributes[column].set(object, value)
          changed.insert(column)
        }
      }
      if hasFollowers, !changed.isEmpty { store.followers.changed(object, changed, of: self) }
      rewatch(object)
    }
  }
}
