internal import ORDA

/// Collecting what to write of an object: its values as they are now, whatever happens to it afterwards.
extension TypedObjectTable {
  func collect(_ object: AnyObject, into plan: WritePlan) {
    guard type(of: object) == Object.self else { return }
    let object = unsafeDowncast(object, to: Object.self)
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
      let owner = plan.add(object, record, columns)
      add(id, columns, of: object, owner, to: plan)
      for (place, related) in entity.relationships.enumerated() where columns.contains(column(of: place)) {
        try add(related, place, of: object, id, owner, to: plan)
      }
    } catch {
      fail(columns, of: record, error)
    }
  }

  /// Adds the values of attributes, except those that no database can keep.
  private func add(_ id: Value, _ columns: ColumnSet, of object: Object, _ owner: Int, to plan: WritePlan) {
    let isNew = object.record.isNew
    var written = columns
    written.formIntersection(attributeColumns)
    if written.isEmpty && !isNew { return }
    let kind: RowWrite.Kind = entity.isImmutable ? .insertion : isNew ? .upsert : .update
    func append(to values: inout [Value]) throws {
      for column in written { values.append(try reads[column](object)) }
    }
    do { try plan.add(id, written, as: kind, owner: owner, of: self, append) } catch {
      let refused = refused(written, of: object)
      for (column, error) in refused {
        written.subtract(ColumnSet(column))
        fail(ColumnSet(column), of: object.record, error)
      }
      if written.isEmpty && !isNew { return }
      do { try plan.add(id, written, as: kind, owner: owner, of: self, append) } catch {
        return fail(written, of: object.record, error)
      }
    }
    if entity.isImmutable || siblings.isEmpty { return }
    // Objects of other types made from the same row.
    let changes = zip(names(of: written), plan.lastValues(of: written.count)).map { (column: $0, value: $1) }
    for other in siblings { other.patch(changes, ids: [id], keepingUnsaved: true, by: plan.number) }
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

  /// Saves related objects that are in no store yet.
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

  private func refused(_ columns: ColumnSet, of object: Object) -> [(column: Int, error: any Error)] {
    columns.compactMap { column in
      do { _ = try reads[column](object) } catch { return (column, error) }
      return nil
    }
  }

  private func fail(_ columns: ColumnSet, of record: DataRecord, _ error: any Error) {
    record.fail(columns)
    store.tell(error, of: record, columns)
  }
}
