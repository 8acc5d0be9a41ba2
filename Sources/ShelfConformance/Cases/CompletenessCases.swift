internal import SHELF

extension ShelfStoreSuite {
  private static let age = ShelfField("age", kind: "integer")
  private static let size = ShelfField("size", kind: "integer")

  static let completenessCases: [ShelfStoreCase] = [
    ShelfStoreCase("completeness.empty", "Of no objects an index is complete, once it was said to be.", needs: .indexes)
    { run in
      try run.expect("complete", try await run.indexed.complete(age, of: "T"))
      try run.expect("the fields", try await run.indexed.completeFields(of: "T"), [age])
      try run.expect("those of another type", try await run.indexed.completeFields(of: "U"), [])
    },
    ShelfStoreCase(
      "completeness.missing", "An index is not complete while an object has no key for it.", needs: .indexes
    ) { run in
      let ids = ShelfStoreRun.ids(2)
      try await run.put(ids[0], ShelfStoreRun.contents(keys: [ShelfFieldKey(age, .integer(1))]))
      try await run.put(ids[1], ShelfStoreRun.contents())
      try run.expect("complete", try await run.indexed.complete(age, of: "T"), false)
      try run.expect("the fields", try await run.indexed.completeFields(of: "T"), [])
      try await run.written([ShelfWrite(ids[1], .delete)])
      try run.expect("complete without that object", try await run.indexed.complete(age, of: "T"))
    },
    ShelfStoreCase(
      "completeness.filled", "Objects that were saved without keys are given theirs later.", needs: .indexes
    ) { run in
      let ids = ShelfStoreRun.ids(3)
      let revisions = try await run.written(ids.map { ShelfWrite($0, .put(ShelfStoreRun.contents("1"))) })
      let keys = zip(ids, revisions).enumerated().compactMap { index, object in
        object.1.map { (id: object.0, revision: $0, keys: [ShelfFieldKey(age, .integer(Int64(index)))]) }
      }
      try await run.indexed.fill("T", Array(keys.dropLast()))
      try run.expect("complete with some", try await run.indexed.complete(age, of: "T"), false)
      try await run.indexed.fill("T", keys)
      let found = try await run.indexed.find(ShelfSearch("T", age, limit: 9)).map(\.id)
      try run.expect("what is found", found, ids)
      try run.expect("complete", try await run.indexed.complete(age, of: "T"))
      try run.expect("the revisions", try await run.store.read(ids).map { $0?.revision }, revisions)
      try run.expect("the ids", try await run.store.ids(type: "T", after: nil, limit: 9), ids)
    },
    ShelfStoreCase("completeness.added", "Keys that are filled in leave those of other fields.", needs: .indexes) {
      run in
      let id = ShelfId()
      let revision = try await run.put(id, ShelfStoreRun.contents(keys: [ShelfFieldKey(age, .integer(1))]))
      try await run.indexed.fill("T", [(id, revision, [ShelfFieldKey(size, .integer(2))])])
      for field in [age, size] {
        try run.expect("\(field.name) is complete", try await run.indexed.complete(field, of: "T"))
        let found = try await run.indexed.find(ShelfSearch("T", field, limit: 9)).map(\.id)
        try run.expect("what is found by \(field.name)", found, [id])
      }
      try run.expect("the fields", try await run.indexed.completeFields(of: "T"), [age, size])
    },
    ShelfStoreCase(
      "completeness.again", "Keys that are filled in take the place of others of their fields, and change no revision.",
      needs: .indexes
    ) { run in
      let id = ShelfId()
      let revision = try await run.put(id, ShelfStoreRun.contents(keys: [ShelfFieldKey(age, .integer(1))]))
      for number in [3, 2] as [Int64] {
        try await run.indexed.fill("T", [(id, revision, [ShelfFieldKey(age, .integer(number))])])
        let found = try await run.indexed.find(ShelfSearch("T", age, limit: 9))
        try run.expect("what is found", found, [ShelfFinding(id, key: ShelfKey.integer(number).bytes)])
      }
      try run.expect("the revision", try await run.store.read([id]).map { $0?.revision }, [revision])
    },
    ShelfStoreCase("completeness.outdated", "Keys of another revision are not filled in.", needs: .indexes) { run in
      let id = ShelfId()
      let old = try await run.put(id, ShelfStoreRun.contents("1"))
      try await run.put(id, ShelfStoreRun.contents("2"))
      try await run.indexed.fill("T", [(id, old, [ShelfFieldKey(age, .integer(1))])])
      try await run.indexed.fill("T", [(ShelfId(), old, [ShelfFieldKey(age, .integer(1))])])
      try run.expect("what is found", try await run.indexed.find(ShelfSearch("T", age, limit: 9)), [])
      try run.expect("complete", try await run.indexed.complete(age, of: "T"), false)
    },
    ShelfStoreCase(
      "completeness.takenBack", "A write without a field's key takes its index's completeness back.", needs: .indexes
    ) { run in
      let lacking: [[ShelfFieldKey]?] = [nil, [], [ShelfFieldKey(size, .integer(1))]]
      for keys in lacking {
        for isNew in [false, true] {
          let id = ShelfId()
          try await run.put(id, ShelfStoreRun.contents(keys: [ShelfFieldKey(age, .integer(1))]))
          try run.expect("complete", try await run.indexed.complete(age, of: "T"))
          try await run.put(
            ShelfId(), ShelfStoreRun.contents(keys: [ShelfFieldKey(age, .null), ShelfFieldKey(size, .null)]))
          try await run.put(ShelfId(), ShelfStoreRun.contents(type: "U"))
          try run.expect("still complete", try await run.indexed.completeFields(of: "T").contains(age))
          try await run.put(isNew ? ShelfId() : id, ShelfStoreRun.contents(keys: keys))
          try run.expect("no longer", try await run.indexed.completeFields(of: "T").contains(age), false)
          try run.expect("complete again", try await run.indexed.complete(age, of: "T"), false)
          try await run.store.wipe()
        }
      }
    },
  ]
}
