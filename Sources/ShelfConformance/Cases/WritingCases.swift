internal import Foundation
internal import SHELF

extension ShelfStoreSuite {
  static let writingCases: [ShelfStoreCase] = [
    ShelfStoreCase("writing.revisions", "A write's revision is the one that is read, and another with each write.") {
      run in
      let id = ShelfId()
      var seen: Set<ShelfRevision> = []
      for number in 0..<5 {
        let revision = try await run.put(id, ShelfStoreRun.contents("\(number)"))
        try run.expect("the revision that is read", try await run.object(id)?.revision, revision)
        try run.expect("the revision is a new one", seen.insert(revision).inserted)
      }
    },
    ShelfStoreCase("writing.results", "A batch gives the revisions of its writes, in their order.") { run in
      let ids = (0..<4).map { _ in ShelfId() }
      let kept = try await run.put(ids[1])
      try await run.put(ids[2])
      let revisions = try await run.written([
        ShelfWrite(ids[0], .put(ShelfStoreRun.contents("\"0\""))), ShelfWrite(ids[1], .check),
        ShelfWrite(ids[2], .delete),
        ShelfWrite(ids[3], .put(ShelfStoreRun.contents("\"3\""))), ShelfWrite(ShelfId(), .check),
        ShelfWrite(ShelfId(), .delete),
      ])
      let read = try await run.store.read(ids).map { $0?.revision }
      try run.expect("the revisions", revisions, [read[0], kept, nil, read[3], nil, nil])
      try run.expect("what is there", read.map { $0 != nil }, [true, true, false, true])
    },
    ShelfStoreCase("writing.remade", "An object that was deleted and made anew has no revision that it had.") { run in
      let id = ShelfId()
      var seen: Set<ShelfRevision> = []
      for _ in 0..<5 {
        try run.expect("the revision is a new one", seen.insert(try await run.put(id)).inserted)
        try await run.written([ShelfWrite(id, .delete)])
        try run.expect("the object is gone", try await run.object(id) == nil)
      }
    },
    ShelfStoreCase("writing.expectations", "A write is done where it finds what it expects, and a conflict otherwise.")
    { run in
      for action in [ShelfWrite.Action.put(ShelfStoreRun.contents("2")), .delete, .check] {
        let (there, missing) = (ShelfId(), ShelfId())
        let before = try await run.put(there, ShelfStoreRun.contents("0"))
        let revision = try await run.put(there, ShelfStoreRun.contents("1"))
        let refused: [(ShelfId, ShelfWrite.Expectation)] = [
          (there, .nothing), (there, .revision(before)), (missing, .something), (missing, .revision(revision)),
        ]
        for (id, expectation) in refused {
          let outcome = try await run.store.write([ShelfWrite(id, expecting: expectation, action)])
          try run.expect("\(action) expecting \(expectation)", outcome, .conflict([id]))
        }
        try run.expect("what is there", try await run.json(there), "1")
        try run.expect("nothing was made", try await run.json(missing) == nil)
        try await run.written([ShelfWrite(there, expecting: .revision(revision), action)])
        try await run.written([ShelfWrite(missing, expecting: .nothing, action)])
        let id = ShelfId()
        try await run.put(id)
        try await run.written([ShelfWrite(id, expecting: .something, action)])
        try await run.written([ShelfWrite(ShelfId(), expecting: .anything, action)])
      }
    },
    ShelfStoreCase(
      "writing.conflicts", "A conflict names all objects that are not as they were expected, and no other."
    ) { run in
      let ids = ShelfStoreRun.ids(6)
      let old = try await run.put(ids[0])
      for id in ids[0..<3] { try await run.put(id) }
      let outcome = try await run.store.write([
        ShelfWrite(ids[0], expecting: .revision(old), .put(ShelfStoreRun.contents("1"))),
        ShelfWrite(ids[1], expecting: .something, .put(ShelfStoreRun.contents("1"))),
        ShelfWrite(ids[2], expecting: .nothing, .delete), ShelfWrite(ids[3], expecting: .something, .check),
        ShelfWrite(ids[4], expecting: .nothing, .put(ShelfStoreRun.contents("1"))),
        ShelfWrite(ids[5], .put(ShelfStoreRun.contents("1"))),
      ])
      try run.expect("the outcome", outcome, .conflict([ids[0], ids[2], ids[3]]))
    },
    ShelfStoreCase("writing.whole", "Where one of a batch's writes is refused none is done.") { run in
      let ids = ShelfStoreRun.ids(4)
      let before = try await run.written(ids[0..<3].map { ShelfWrite($0, .put(ShelfStoreRun.contents("1"))) })
      let other = ShelfWrite(ids[2], .put(ShelfStoreRun.contents(type: "Other")))
      for refused in [
        [ShelfWrite(ids[1], .delete), ShelfWrite(ids[2], expecting: .nothing, .check)],
        [ShelfWrite(ids[1], .delete), other],
        [ShelfWrite(ids[1], .put(ShelfStoreRun.contents("2"))), other],
      ] {
        let outcome = try await run.store.write(
          [
            ShelfWrite(ids[0], .put(ShelfStoreRun.contents("2"))),
            ShelfWrite(ids[3], .put(ShelfStoreRun.contents("2"))),
          ] + refused)
        if case .written = outcome { throw ShelfStoreFailure("the batch was done") }
        let objects = try await run.store.read(ids)
        try run.expect(
          "the contents", objects.map { $0?.contents }, [Data("1".utf8), Data("1".utf8), Data("1".utf8), nil])
        try run.expect("the revisions", objects.map { $0?.revision }, before + [nil])
      }
    },
    ShelfStoreCase(
      "writing.mixed", "Of a batch's objects some may be there, with keys, references or an end, and some not."
    ) {
      run in
      let ids = ShelfStoreRun.ids(5)
      var lasting = ShelfStoreRun.contents("1")
      lasting.expires = Date(timeIntervalSinceReferenceDate: 1e9)
      var referring = ShelfStoreRun.contents("1")
      referring.references = [ids[4]]
      _ = try await run.written([
        ShelfWrite(ids[0], .put(ShelfStoreRun.contents("1"))), ShelfWrite(ids[1], .put(lasting)),
        ShelfWrite(ids[2], .put(referring)),
      ])
      let revisions = try await run.written(ids[0..<4].map { ShelfWrite($0, .put(ShelfStoreRun.contents("2"))) })
      let objects = try await run.store.read(Array(ids[0..<4]))
      try run.expect("the contents", objects.map { $0?.contents }, Array(repeating: Data("2".utf8), count: 4))
      try run.expect("the revisions", objects.map { $0?.revision }, revisions)
      try run.expect("the ends", objects.map { $0?.expires }, [nil, nil, nil, nil])
      if let store = run.store as? any IndexedShelfStore {
        try run.expect("who refers", try await store.referrers(to: ids[4], after: nil, limit: 10), [])
      }
    },
    ShelfStoreCase("writing.otherType", "An object is not replaced by one of another type.") { run in
      let id = ShelfId()
      try await run.put(id, ShelfStoreRun.contents("1", type: "User"))
      let outcome = try await run.store.write([ShelfWrite(id, .put(ShelfStoreRun.contents("2", type: "Tag")))])
      try run.expect("the outcome", outcome, .otherType(id, stored: "User"))
      try run.expect("what is there", try await run.json(id), "1")
      try await run.written([ShelfWrite(id, .delete)])
      try await run.put(id, ShelfStoreRun.contents("2", type: "Tag"))
      try run.expect("the type of what was made anew", try await run.object(id)?.type, "Tag")
    },
    ShelfStoreCase("writing.batches", "Batches of thousands put, replace and delete at once.") { run in
      let ids = ShelfStoreRun.ids(2_500)
      try await run.written(
        ids.map { ShelfWrite($0, expecting: .nothing, .put(ShelfStoreRun.contents("0", references: [$0]))) })
      let more = ShelfStoreRun.ids(500)
      try await run.written(
        ids.enumerated().map { index, id in
          index % 2 == 0 ? ShelfWrite(id, .delete) : ShelfWrite(id, .put(ShelfStoreRun.contents("1")))
        } + more.map { ShelfWrite($0, .put(ShelfStoreRun.contents("2"))) })
      let found = try await run.store.read(ids + more).map { $0.map { String(decoding: $0.contents, as: UTF8.self) } }
      try run.expect(
        "the contents", found, ids.indices.map { $0 % 2 == 0 ? nil : "1" } + more.map { _ in "2" })
    },
  ]
}
