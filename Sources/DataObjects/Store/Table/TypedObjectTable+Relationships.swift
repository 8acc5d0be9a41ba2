internal import ORDA
internal import ORDAThreads

/// What objects are related to.
extension TypedObjectTable {
  /// Sets the relationships of objects to what the lookup tables contain, unless they already have that.
  func attach(_ links: [FetchedRows], to objects: [Object], asOf moment: Int) async throws {
    for (place, rows) in links.enumerated() {
      let related = entity.relationships[place]
      var children: [Key: [Value]] = [:]
      for row in rows {
        guard let parent = try? Object.UniqueID(value: row[0]) else { continue }
        children[Key(parent), default: []].append(related.normal(row[1]))
      }
      var parents: [(object: Object, ids: [Value])] = []
      for object in objects where mayAttach(place, to: object, asOf: moment) {
        let ids = children[Key(object.uniqueID)] ?? []
        if !object.record.isIncomplete, Value.areSame(known(place, of: object), ids) { continue }
        parents.append((object, ids))
      }
      if parents.isEmpty { continue }
      try await related.attach(store, parents) { [weak self] object, ids, isWhole in
        guard let self, self.mayAttach(place, to: object, asOf: moment) else { return false }
        // A child that isn't there may come later: then the lookup table is read again.
        self.note(isWhole ? ids : nil, place, of: object)
        return true
      }
    }
  }

  /// False if the program has related the object to something else since the rows were read.
  private func mayAttach(_ place: Int, to object: Object, asOf moment: Int) -> Bool {
    if !noticed.isEmpty { listNoticed() }
    let record = object.record
    return !record.unsaved.contains(column(of: place)) && record.lastWrite <= moment && !store.isWriting(record)
  }

  /// What the lookup table holds for an object; nil if that is not known.
  private func known(_ place: Int, of object: Object) -> [Value]? {
    entity.isUniqued ? links[Key(object.uniqueID)]?[place] : nil
  }

  private func note(_ ids: [Value]?, _ place: Int, of object: Object) {
    guard entity.isUniqued else { return }
    let none = [[Value]?](repeating: nil, count: entity.relationships.count)
    links[Key(object.uniqueID), default: none][place] = ids
  }
}

extension DataStore: ChildFinder {
  /// Those that are not cached are fetched by one query.
  func attach<Parent: DataObject, Child: DataObject>(
    _ property: ReferenceWritableKeyPath<Parent, [Child]>, of parents: [(object: Parent, ids: [Value])],
    _ mayAttach: @MainActor (Parent, [Value], _ isWhole: Bool) -> Bool
  ) async throws {
    let table = try table(of: Child.self)
    var wanted: [Value] = []
    var seen: Set<RowKey> = []
    for parent in parents {
      for id in parent.ids where seen.insert(RowKey([id])).inserted && table.object(of: id) == nil { wanted.append(id) }
    }
    var fetched: [ObjectKey<Child.UniqueID>: Child] = [:]
    for child in try await table.fetch(wanted) { fetched[ObjectKey(child.uniqueID)] = child }
    var turn = MainTurn(governor.timeSource)
    for (object, ids) in parents {
      await turn.step()
      let children = ids.compactMap { id in
        table.object(of: id) ?? (try? Child.UniqueID(value: id)).flatMap { fetched[ObjectKey($0)] }
      }
      guard mayAttach(object, ids, children.count == ids.count) else { continue }
      if !object[keyPath: property].elementsEqual(children, by: ===) {
        object.record.load { object[keyPath: property] = children }
        if !object.record.isIncomplete, let parents = try? self.table(of: Parent.self) {
          let column = parents.link.column(of: property).map { ColumnSet($0) }
          followers.changed(object, column ?? ColumnSet(), of: parents)
        }
      }
      try? self.table(of: Parent.self).rewatch(object)
    }
  }
}
