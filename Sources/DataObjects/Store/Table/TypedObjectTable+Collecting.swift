internal import ORDA

/// Collecting what to write of an object: the values as they are now, whatever happens to the object afterwards.
extension TypedObjectTable {
  func collect(_ object: AnyObject, into plan: WritePlan) {
    guard let object = object as? Object else { return }
    let record = object.record
    record.isListed = false
    if record.isDeleted || record.keeper !== link { return }
    saveChildren(of: object, into: plan)
    var columns = record.unsaved
    if record.isNew { columns.formUnion(attributeColumns) }
    if columns.isEmpty && !record.isNew { return }
    store.followers.changed(object, columns, of: self)
    record.unsaved = ColumnSet()
    do {
      let id = try object.uniqueID.value()
      let (values, written, refused) = values(columns, of: object)
      let owner = plan.add(object, record, columns)
      add(id, values, written, of: object, owner, to: plan)
      for (place, related) in entity.relationships.enumerated() where columns.contains(column(of: place)) {
        try add(related, place, of: object, id, owner, to: plan)
      }
      for (column, error) in refused { fail(ColumnSet(column), of: record, error) }
    } catch {
      fail(columns, of: record, error)
    }
  }

  private func add(
    _ id: Value, _ values: [Value], _ columns: ColumnSet, of object: Object, _ owner: Int, to plan: WritePlan
  ) {
    let isNew = object.record.isNew
    if columns.isEmpty && !isNew { return }
    let kind: RowWrite.Kind = entity.isImmutable ? .insertion : isNew ? .upsert : .update
    plan.add(id, values, columns, as: kind, owner: owner, of: self)
    if entity.isImmutable { return }
    // Objects of other types that are made of the same row.
    for other in store.allTables where other !== self && other.table == table {
      let changes = zip(names(of: columns), values).map { (column: $0, value: $1) }
      other.patch(changes, ids: [id], keepingUnsaved: true, by: plan.number)
    }
  }

  private func add(
    _ related: Related<Object>, _ place: Int, of object: Object, _ id: Value, _ owner: Int, to plan: WritePlan
  ) throws(DatabaseError) {
    let children = try related.ids(object)
    let key = Key(object.uniqueID)
    if entity.isUniqued {
      var known = links[key] ?? Array(repeating: nil, count: entity.relationships.count)
      if known[place] != nil, Value.areSame(known[place], children) { return }
      known[place] = children
      links[key] = known
    }
    plan.add(
      LinkWrite(
        lookup: related.lookup, parent: id, children: children, column: column(of: place), owner: owner,
        childType: related.childKeyType))
  }

  /// Objects that something is related to are saved with it, if they are in no store yet.
  private func saveChildren(of object: Object, into plan: WritePlan) {
    for (place, related) in entity.relationships.enumerated() where object.record.unsaved.contains(column(of: place)) {
      for child in related.children(object) where child.record.keeper == nil && !child.record.isDeleted {
        store.insertUnseen(child)
      }
      object.record.load { related.replace(object) }
      for child in related.children(object) where child.record.isNew && child.record.isListed {
        store.table(ofObject: child)?.collect(child, into: plan)
      }
    }
  }

  /// The values of some attributes, and those whose values no database keeps.
  private func values(
    _ columns: ColumnSet, of object: Object
  ) -> (values: [Value], written: ColumnSet, refused: [(Int, any Error)]) {
    var values: [Value] = []
    var written = ColumnSet()
    var refused: [(Int, any Error)] = []
    values.reserveCapacity(entity.attributes.count)
    for column in columns where column < entity.attributes.count {
      do {
        values.append(try reads[column](object))
        written.insert(column)
      } catch { refused.append((column, error)) }
    }
    return (values, written, refused)
  }

  private func fail(_ columns: ColumnSet, of record: DataRecord, _ error: any Error) {
    record.fail(columns)
    store.tell(error, of: record, columns)
  }
}
