internal import Foundation
internal import SHELF

extension ShelfStoreSuite {
  static let placeCases: [ShelfStoreCase] = [
    ShelfStoreCase("place.shared", "Two stores of one place have the same objects.", needs: .another) { run in
      let other = try await run.another()
      let (id, field) = (ShelfId(), ShelfField("age", kind: "integer"))
      let contents = ShelfStoreRun.contents("1", type: "New", keys: [ShelfFieldKey(field, .integer(1))])
      let revision = try await run.put(id, contents)
      let object = try await run.object(id, in: other)
      try run.expect("what the other one reads", object, try await run.object(id))
      try run.expect("its revision", object?.revision, revision)
      try await run.put(id, ShelfStoreRun.contents("2", type: "New"), expecting: .revision(revision), in: other)
      try run.expect("what the first one reads", try await run.json(id), "2")
      let outcome = try await run.store.write([ShelfWrite(id, expecting: .revision(revision), .delete)])
      try run.expect("a write that expects the old revision", outcome, .conflict([id]))
      await other.close()
    },
    ShelfStoreCase("place.counting", "Two stores that count on one object lose nothing.", needs: .another) { run in
      let (id, other) = (ShelfId(), try await run.another())
      try await run.put(id, ShelfStoreRun.contents("0"))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask { try await run.count(id, in: number % 2 == 0 ? run.store : other) }
        }
        try await group.waitForAll()
      }
      try run.expect("the count", try await run.json(id, in: other), "40")
      await other.close()
    },
    ShelfStoreCase("place.reopened", "What was written is there when the place is opened anew.", needs: .another) {
      run in
      let ids = ShelfStoreRun.ids(5)
      for id in ids { try await run.put(id, ShelfStoreRun.contents("\"\(id)\"", type: "User")) }
      let before = try await run.store.read(ids)
      await run.store.close()
      let other = try await run.another()
      try run.expect("the objects", try await other.read(ids), before)
      try run.expect("the ids", try await other.ids(type: "User", after: nil, limit: 9), ids)
      await other.close()
    },
    ShelfStoreCase("place.told", "What another store writes is told, after it can be read.", needs: .changes) { run in
      let other = try await run.another()
      let (id, news) = (ShelfId(), ShelfNews(run.place))
      let observation = try await run.store.observe { news.add($0) }
      var writes: [(String?, ShelfWrite)] = [
        ("1", ShelfWrite(id, .put(ShelfStoreRun.contents("1")))),
        ("2", ShelfWrite(id, .put(ShelfStoreRun.contents("2")))),
      ]
      writes.append((nil, ShelfWrite(id, .delete)))
      for (text, write) in writes {
        try await run.written([write], in: other)
        try await news.wait(for: id)
        try run.expect("what can be read", try await run.json(id), text)
      }
      try await run.put(id, in: other)
      try await news.wait(for: id)
      try await other.wipe()
      try await news.wait(for: id)
      withExtendedLifetime(observation) {}
      await other.close()
    },
    ShelfStoreCase("place.own", "A store is not told of what it writes itself.", needs: .changes) { run in
      let other = try await run.another()
      let (mine, theirs, news) = (ShelfId(), ShelfId(), ShelfNews(run.place))
      let observation = try await run.store.observe { news.add($0) }
      try await run.put(mine)
      try await run.put(theirs, in: other)
      try await run.put(mine)
      try await run.put(theirs, in: other)
      try await news.wait(for: theirs)
      let named = news.all.contains { if case .objects(let ids) = $0 { ids.contains(mine) } else { false } }
      try run.expect("its own object was told", named, false)
      withExtendedLifetime(observation) {}
      await other.close()
    },
    ShelfStoreCase("place.silent", "Nothing is told when the observation has gone.", needs: .changes) { run in
      let other = try await run.another()
      let (first, second, news, later) = (ShelfId(), ShelfId(), ShelfNews(run.place), ShelfNews(run.place))
      var observation = try await run.store.observe { news.add($0) }
      try await run.put(first, in: other)
      try await news.wait(for: first)
      withExtendedLifetime(observation) {}
      observation = try await run.store.observe { later.add($0) }
      try await run.put(second, in: other)
      try await later.wait(for: second)
      let isTold = news.all.contains { if case .objects(let ids) = $0 { ids.contains(second) } else { false } }
      try run.expect("the observation that has gone was told", isTold, false)
      withExtendedLifetime(observation) {}
      await other.close()
    },
  ]
}
