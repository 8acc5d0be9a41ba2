internal import SHELF

extension ShelfStoreSuite {
  static let listingCases: [ShelfStoreCase] = [
    ShelfStoreCase("listing.order", "Ids come in ascending order: those of a type, and all.") { run in
      let ids = ShelfStoreRun.ids(60)
      for (index, id) in ids.enumerated().shuffled() {
        try await run.put(id, ShelfStoreRun.contents(type: index % 3 == 0 ? "A" : "B"))
      }
      let store = run.store
      try run.expect("all ids", try await store.ids(type: nil, after: nil, limit: 100), ids)
      for (name, remainders) in [("A", [0]), ("B", [1, 2])] {
        let expected = ids.enumerated().filter { remainders.contains($0.offset % 3) }.map(\.element)
        try run.expect("the ids of \(name)", try await store.ids(type: name, after: nil, limit: 100), expected)
      }
      try run.expect("the ids of a type that nothing has", try await store.ids(type: "C", after: nil, limit: 100), [])
    },
    ShelfStoreCase("listing.pages", "Page by page each id comes once, after any id and up to any limit.") { run in
      let ids = ShelfStoreRun.ids(50)
      // What an object was saved with is not part of its order.
      let field = ShelfField("n", kind: "integer")
      for (index, id) in ids.enumerated() {
        let keys = index % 2 == 0 ? [ShelfFieldKey(field, .integer(Int64(index)))] : nil
        try await run.put(id, ShelfStoreRun.contents(keys: keys))
      }
      for type in [nil, "T"] {
        for limit in [1, 7, 50, 51] {
          var found: [ShelfId] = []
          while found.count <= ids.count {
            let page = try await run.store.ids(type: type, after: found.last, limit: limit)
            try run.expect("a page of \(limit) has \(page.count)", page.count <= limit)
            if page.isEmpty { break }
            found += page
          }
          try run.expect("the ids by pages of \(limit)", found, ids)
        }
        let between = ShelfId()
        let rest = try await run.store.ids(type: type, after: between, limit: 100)
        try run.expect("those after an id that isn't there", rest, ids.filter { $0 > between })
      }
    },
    ShelfStoreCase("listing.deleted", "What was deleted is in no list.") { run in
      let ids = ShelfStoreRun.ids(10)
      for id in ids { try await run.put(id) }
      try await run.written(ids[2..<5].map { ShelfWrite($0, .delete) })
      let expected = Array(ids[..<2] + ids[5...])
      try run.expect("all ids", try await run.store.ids(type: nil, after: nil, limit: 100), expected)
      try run.expect("the ids of the type", try await run.store.ids(type: "T", after: nil, limit: 100), expected)
    },
    ShelfStoreCase("listing.wiped", "Wiped, the store has no objects, and takes new ones.") { run in
      let ids = ShelfStoreRun.ids(10)
      var seen: Set<ShelfRevision> = []
      for id in ids { seen.insert(try await run.put(id, ShelfStoreRun.contents("1", references: [ids[0]]))) }
      try await run.store.wipe()
      try run.expect("all ids", try await run.store.ids(type: nil, after: nil, limit: 100), [])
      try run.expect("nothing is read", try await run.store.read(ids).allSatisfy { $0 == nil })
      for id in ids {
        let revision = try await run.put(id, ShelfStoreRun.contents("2", type: "Other"), expecting: .nothing)
        try run.expect("the revision is a new one", !seen.contains(revision))
      }
      try run.expect("the ids of the new", try await run.store.ids(type: "Other", after: nil, limit: 100), ids)
    },
  ]
}
