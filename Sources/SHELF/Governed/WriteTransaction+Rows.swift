internal import ORDA

/// The part of a write that concerns rows.
extension WriteTransaction {
  func insert(_ puts: [WritePlan.Put]) throws {
    let modified = plan.modified
    try statements.run(statements.insert, puts) { put in
      [StoredId(put.id), put.type, put.json, put.revision, put.links.number, modified, put.expires]
    }
  }

  func update(_ puts: [WritePlan.Put], _ stored: [Stored?]) throws {
    let modified = plan.modified
    try statements.run(statements.update, puts) { put in
      [put.json, put.revision, put.links.number, modified, put.expires, StoredId(put.id)]
    }
    // It is in an index, and seldom changes.
    try statements.run(statements.setType, puts.filter { stored[$0.index]?.type != $0.type }) { put in
      [put.type, StoredId(put.id)]
    }
  }

  func delete(_ stored: [Stored?]) throws {
    if plan.puts.count == plan.writes.count { return }
    var found: [(id: ShelfId, stored: Stored)] = []
    for (index, write) in plan.writes.enumerated() {
      if case .delete = write.action, let stored = stored[index] { found.append((write.id, stored)) }
    }
    try statements.run(statements.deleteKeys, found.filter(\.stored.hasKeys).map(\.id))
    try statements.run(statements.deleteReferences, found.filter { $0.stored.links.references > 0 }.map(\.id))
    try statements.run(statements.deleteBinaries, found.filter { $0.stored.links.binaries > 0 }.map(\.id))
    try statements.run(statements.delete, found.map(\.id))
  }

  /// Replaces the keys of the objects whose keys changed: most updates change none.
  func putKeys(_ stored: [Stored?]) throws {
    let puts = plan.puts.filter { !$0.keys.isEmpty || stored[$0.index]?.hasKeys == true }
    if puts.isEmpty { return }
    var old: [ShelfId: Set<StoredKey>] = [:]
    try statements.read(statements.keys, puts.filter { stored[$0.index]?.hasKeys == true }.map(\.id)) { row in
      old[try row.get(0, as: StoredId.self).id, default: []].insert(
        StoredKey(field: try row.get(1), value: try row.get(2)))
    }
    let changed = puts.filter { put in old[put.id].map { $0 != Set(put.keys) } ?? !put.keys.isEmpty }
    try statements.run(statements.deleteKeys, changed.map(\.id).filter { old[$0] != nil })
    let rows = changed.flatMap { put in put.keys.map { (StoredId(put.id), $0) } }
    try statements.run(statements.insertKey, rows) { id, key in [id, key.field, key.value] }
  }

  func putReferences(_ stored: [Stored?]) throws {
    func hasOld(_ put: WritePlan.Put) -> Bool { stored[put.index].map { $0.links.references > 0 } ?? false }
    let puts = plan.puts.filter { !$0.references.isEmpty || hasOld($0) }
    if puts.isEmpty { return }
    var old: [ShelfId: Set<ShelfId>] = [:]
    try statements.read(statements.targets, puts.filter(hasOld).map(\.id)) { row in
      old[try row.get(0, as: StoredId.self).id, default: []].insert(try row.get(1, as: StoredId.self).id)
    }
    let changed = puts.filter { put in old[put.id].map { $0 != Set(put.references) } ?? !put.references.isEmpty }
    try statements.run(statements.deleteReferences, changed.map(\.id).filter { old[$0] != nil })
    let rows = changed.flatMap { put in Set(put.references).map { (StoredId(put.id), StoredId($0)) } }
    try statements.run(statements.insertReference, rows) { source, target in [source, target] }
  }
}
