internal import ORDA

/// What a write does to rows.
extension WriteTransaction {
  func insert(_ puts: [WritePlan.Put]) throws {
    // A batch is done in a savepoint, which one statement does not need.
    if puts.count == 1 {
      let put = puts[0]
      try statements.insert.execute(
        StoredId(put.id), put.type, put.json, put.revision, put.references.count, plan.modified, put.expires)
    } else {
      let modified = plan.modified
      try run(statements.insert, puts) { put, parameters in
        try parameters.bind(
          StoredId(put.id), put.type, put.json, put.revision, put.references.count, modified, put.expires)
      }
    }
  }

  func update(_ puts: [WritePlan.Put], _ stored: [Stored?]) throws {
    if puts.count == 1 {
      let put = puts[0]
      try statements.update.execute(
        put.json, put.revision, put.references.count, plan.modified, put.expires, StoredId(put.id))
    } else {
      let modified = plan.modified
      try run(statements.update, puts) { put, parameters in
        try parameters.bind(put.json, put.revision, put.references.count, modified, put.expires, StoredId(put.id))
      }
    }
    // That stands in an index, and is seldom another one.
    try run(statements.setType, puts.filter { stored[$0.index]?.type != $0.type }) { put, parameters in
      try parameters.bind(put.type, StoredId(put.id))
    }
  }

  func delete(_ stored: [Stored?]) throws {
    if plan.puts.count == plan.writes.count { return }
    var found: [(id: ShelfId, stored: Stored)] = []
    for (index, write) in plan.writes.enumerated() {
      if case .delete = write.action, let stored = stored[index] { found.append((write.id, stored)) }
    }
    try run(statements.deleteKeys, found.filter(\.stored.hasKeys).map(\.id))
    try run(statements.deleteReferences, found.filter { $0.stored.references > 0 }.map(\.id))
    try run(statements.delete, found.map(\.id))
  }

  /// Replaces the keys of the objects whose keys are others now: those of most updates are not.
  func putKeys(_ stored: [Stored?]) throws {
    let puts = plan.puts.filter { !$0.keys.isEmpty || stored[$0.index]?.hasKeys == true }
    if puts.isEmpty { return }
    var old: [ShelfId: Set<StoredKey>] = [:]
    try read(statements.keys, puts.filter { stored[$0.index]?.hasKeys == true }.map(\.id)) { row in
      old[try row.get(0, as: StoredId.self).id, default: []].insert(
        StoredKey(field: try row.get(1), value: try row.get(2)))
    }
    let changed = puts.filter { put in old[put.id].map { $0 != Set(put.keys) } ?? !put.keys.isEmpty }
    try run(statements.deleteKeys, changed.map(\.id).filter { old[$0] != nil })
    let rows = changed.flatMap { put in put.keys.map { (StoredId(put.id), $0.field, $0.value) } }
    if rows.count == 1 {
      try statements.insertKey.execute(rows[0].0, rows[0].1, rows[0].2)
    } else {
      try run(statements.insertKey, rows) { key, parameters in try parameters.bind(key.0, key.1, key.2) }
    }
  }

  func putReferences(_ stored: [Stored?]) throws {
    func hasOld(_ put: WritePlan.Put) -> Bool { stored[put.index].map { $0.references > 0 } ?? false }
    let puts = plan.puts.filter { !$0.references.isEmpty || hasOld($0) }
    if puts.isEmpty { return }
    var old: [ShelfId: Set<ShelfId>] = [:]
    try read(statements.targets, puts.filter(hasOld).map(\.id)) { row in
      old[try row.get(0, as: StoredId.self).id, default: []].insert(try row.get(1, as: StoredId.self).id)
    }
    let changed = puts.filter { put in old[put.id].map { $0 != Set(put.references) } ?? !put.references.isEmpty }
    try run(statements.deleteReferences, changed.map(\.id).filter { old[$0] != nil })
    let rows = changed.flatMap { put in Set(put.references).map { (StoredId(put.id), StoredId($0)) } }
    try run(statements.insertReference, rows) { reference, parameters in try parameters.bind(reference.0, reference.1) }
  }

  // MARK: Running

  private func run<Element>(
    _ statement: any Statement, _ elements: [Element], _ bind: (Element, borrowing ParameterBinder) throws -> Void
  ) throws {
    if !elements.isEmpty { try statement.executeMany(elements, bind: bind) }
  }

  private func run(_ statement: any Statement, _ ids: [ShelfId]) throws {
    for part in ids.parts(of: ShelfStatements.longestList) {
      try statement.execute(ValueList(part.map(StoredId.init)))
    }
  }

  private func read(_ statement: any Statement, _ ids: [ShelfId], _ body: (borrowing Row) throws -> Void) throws {
    for part in ids.parts(of: ShelfStatements.longestList) {
      try statement.forEach(ValueList(part.map(StoredId.init)), body: body)
    }
  }
}
