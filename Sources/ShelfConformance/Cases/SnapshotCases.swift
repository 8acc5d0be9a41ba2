internal import Foundation
internal import ORDAThreads
internal import SHELF

extension ShelfStoreSuite {
  static let snapshotCases: [ShelfStoreCase] = [
    ShelfStoreCase("snapshot.whole", "A snapshot has all that the store has.", needs: .snapshots) { run in
      let ids = ShelfStoreRun.ids(30)
      let end = Date(timeIntervalSinceReferenceDate: 4e9)
      for (index, id) in ids.enumerated() {
        let expires = index % 5 == 0 ? end : nil
        let type = [nil, "A", "B"][index % 3]
        try await run.put(id, ShelfStoreRun.contents("\"\(index)\"", type: type, expires: expires))
      }
      let asked = ids.reversed() + [ShelfId()]
      let objects = try await run.store.read(asked)
      let ofType = try await run.store.ids(type: "A", after: ids[3], limit: 5)
      try await run.snapshots.withSnapshot { snapshot in
        func contents(_ objects: [StoredObject?]) -> [String] {
          objects.map {
            "\($0?.id.description ?? "") \($0?.type ?? "") \($0?.contents.count ?? 0) \($0?.expires ?? end)"
          }
        }
        try run.expect("the objects", contents(try await snapshot.read(asked)), contents(objects))
        try run.expect("the ids", try await snapshot.ids(type: nil, after: nil, limit: 99), ids)
        let page = try await snapshot.ids(type: nil, after: ids[9], limit: 5)
        try run.expect("a page", page, Array(ids[10..<15]))
        try run.expect("the ids of a type", try await snapshot.ids(type: "A", after: ids[3], limit: 5), ofType)
      }
    },
    ShelfStoreCase("snapshot.moment", "What others write meanwhile is not in a snapshot.", needs: .snapshots) { run in
      let ids = ShelfStoreRun.ids(3)
      try await run.written(ids[..<2].map { ShelfWrite($0, .put(ShelfStoreRun.contents("1"))) })
      let writing = try await run.snapshots.withSnapshot { snapshot in
        try run.expect("what is there first", try await snapshot.read(ids).map { $0 != nil }, [true, true, false])
        let isDone = Lock(false)
        let writing = Task {
          defer { isDone.withLock { $0 = true } }
          try await run.written([
            ShelfWrite(ids[0], .put(ShelfStoreRun.contents("2"))), ShelfWrite(ids[1], .delete),
            ShelfWrite(ids[2], .put(ShelfStoreRun.contents("2"))),
          ])
        }
        // A store with one connection does it once the snapshot has ended.
        let end = ContinuousClock.now + .milliseconds(300)
        while !isDone.withLock({ $0 }), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(1)) }
        let texts = try await snapshot.read(ids).map { $0.map { String(decoding: $0.contents, as: UTF8.self) } }
        try run.expect("the contents", texts, ["1", "1", nil])
        try run.expect("the ids", try await snapshot.ids(type: nil, after: nil, limit: 9), Array(ids[..<2]))
        return writing
      }
      _ = try await writing.value
      let after = try await run.snapshots.withSnapshot { try await $0.ids(type: "T", after: nil, limit: 9) }
      try run.expect("the ids of the next one", after, [ids[0], ids[2]])
    },
  ]
}
