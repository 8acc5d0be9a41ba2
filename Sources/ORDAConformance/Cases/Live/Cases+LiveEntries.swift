import ORDA
internal import ORDAThreads

extension ConformanceSuite {
  static let liveEntryCases: [ConformanceCase] = [
    ConformanceCase("live.get.noDatabase", "Reading an entry never asks the database.") { run in
      let table = try run.live(run.livePeople())
      let all = try table.select(orderBy: "id")
      let before = run.db.statistics.statements
      for _ in 1...100 {
        for entry in all {
          run.expect(entry["n"] as Value != .null, "NULL")
          _ = try entry.get("name", as: String.self)
          _ = (entry.key, entry.isDeleted, entry.snapshot())
        }
      }
      run.expect(all.first?["nowhere"] == .null, "a value of no column")
      run.expect(throws: .noSuchColumn) { try all.first?.get("nowhere", as: Int.self) }
      run.expect(throws: .typeMismatch) { try all.first?.get("name", as: Int.self) }
      run.expect(run.db.statistics.statements, equals: before, "the statements")
    },
    ConformanceCase("live.set.writes", "Setting a column writes it at once, and then it is read.") { run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let bob = try run.entry(2, of: table)
      let before = run.db.statistics.statements
      try bob.set("n", to: 21)
      // An UPDATE, and a SELECT if that can't return the row.
      run.expect(run.db.statistics.statements - before <= 2, "\(run.db.statistics.statements - before) statements")
      run.expect(bob["n"] == 21, "another number")
      try run.expect(run.db.query(Int.self, "SELECT n FROM \(people) ORDER BY id"), equals: [10, 21, 30])
      bob["name"] = "Bo"
      try run.expect(run.db.query(String.self, "SELECT name FROM \(people) ORDER BY id"), equals: ["Ann", "Bo", "Cid"])
      try bob.update {
        $0["name"] = "Ben"
        $0["n"] = 22
      }
      run.expect(bob["name"] == "Ben" && bob["n"] == 22, "other values")
      try run.expect(
        run.db.query((String, Int).self, "SELECT name, n FROM \(people) WHERE id = 2").map { "\($0.0) \($0.1)" },
        equals: ["Ben 22"])
    },
    ConformanceCase("live.set.failed", "A write that fails changes nothing, is thrown, and is reported.") { run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let bob = try run.entry(2, of: table)
      let watch = LiveWatch(bob, "name")
      run.expect(throws: .constraint(.unique)) { try bob.set("name", to: "Ann") }
      run.expect(bob["name"] == "Bob", "a name that was not written")
      run.expect(bob.lastError?.kind, equals: .constraint(.unique))
      bob["name"] = "Cid"
      run.expect(bob["name"] == "Bob", "a name that was not written")
      run.expect(throws: .constraint(.notNull)) { try bob.set("n", to: nil) }
      run.expect(throws: .noSuchColumn) { try bob.set("nowhere", to: 1) }
      run.expect(throws: .constraint(.unique)) {
        try bob.update {
          $0["n"] = 77
          $0["name"] = "Ann"
        }
      }
      run.expect(bob["n"] == 20, "a number that was not written")
      run.expect(watch.values, equals: [])
      try bob.set("n", to: 21)
      run.expect(bob.lastError == nil, "an error of a write that succeeded")
      try run.expect(run.db.query(Int.self, "SELECT n FROM \(people) ORDER BY id"), equals: [10, 21, 30])
    },
    ConformanceCase(awaited: "live.set.reported", "The table tells of writes that failed, in order.") { run in
      let (table, bob) = try await onThread {
        let table = try run.live(run.livePeople())
        return (table, try run.entry(2, of: table))
      }
      let errors = table.errors
      await run.expect(throws: .constraint(.unique)) { try await bob.set("name", to: "Ann") }
      await run.expect(throws: .constraint(.notNull)) { try await bob.set("n", to: nil) }
      var iterator = errors.makeAsyncIterator()
      let first = await iterator.next()
      let second = await iterator.next()
      run.expect(first?.error.kind, equals: .constraint(.unique))
      run.expect(first?.columns, equals: ["name"])
      run.expect(first?.key, equals: RowKey(2))
      run.expect(second?.error.kind, equals: .constraint(.notNull))
    },
    ConformanceCase("live.set.key", "Setting the key moves the entry: it is the same object under another key.") {
      run in
      let table = try run.live(run.livePeople())
      let bob = try run.entry(2, of: table)
      try bob.set("id", to: 20)
      run.expect(bob.key, equals: RowKey(20))
      try run.expect(table.entry(20) === bob, "another object")
      try run.expect(table.entry(2) == nil, "an entry of the old key")
      try bob.set("n", to: 21)
      run.expect(bob["n"] == 21, "another number")
      run.expect(table.liveCount, equals: 1)
      run.expect(throws: .constraint(.unique)) { try bob.set("id", to: 1) }
      run.expect(bob.key, equals: RowKey(20))
    },
    ConformanceCase("live.delete.entry", "A deleted entry keeps its last values, and can't be written.") { run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let bob = try run.entry(2, of: table)
      try bob.delete()
      run.expect(bob.isDeleted, "it is not deleted")
      run.expect(bob["name"] == "Bob", "its last name is gone")
      run.expect(throws: .noSuchRow) { try bob.set("n", to: 1) }
      run.expect(throws: .noSuchRow) { try bob.delete() }
      try run.expect(run.db.query(Int.self, "SELECT id FROM \(people) ORDER BY id"), equals: [1, 3])
      let again = try table.insert(["id": 2, "name": "Bea", "n": 2])
      run.expect(again !== bob && bob.isDeleted, "it came back")
    },
    ConformanceCase("live.composite", "A key of several columns tells rows apart, in its order.") { run in
      let pairs = try run.table(
        .required("a", .int), .required("b", .text(maximum: 10)), .required("n", .int), primaryKey: ["b", "a"])
      let table = try run.live(pairs)
      run.expect(table.keyNames, equals: ["b", "a"])
      let first = try table.insert(["a": 1, "b": "x", "n": 1])
      let second = try table.insert(["a": 1, "b": "y", "n": 1])
      try first.set("n", to: 5)
      try second.set("a", to: 2)
      try run.expect(table.entry("x", 1) === first && table.entry("y", 2) === second, "another object")
      try run.expect(table.entry("y", 1) == nil, "an entry of the old key")
      try run.expect(run.db.query(Int.self, "SELECT n FROM \(pairs) ORDER BY b"), equals: [5, 1])
    },
    ConformanceCase("live.refresh", "Reading an entry again gives what the database holds now.") { run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let (ann, bob) = try (run.entry(1, of: table), run.entry(2, of: table))
      try run.db.execute("UPDATE \(people) SET n = 11 WHERE id = 1")
      try run.db.execute("DELETE FROM \(people) WHERE id = 2")
      try ann.refresh()
      run.expect(ann["n"] == 11, "another number")
      try? bob.refresh()
      run.expect(bob.isDeleted, "it is not deleted")
    },
    ConformanceCase(awaited: "live.awaited", "Everything that asks the database can be awaited.") { run in
      let people = try await onThread { try run.livePeople() }
      let table = try await run.db.table(TableName(name: people.name))
      let bob = try await run.require(table.entry(2), "an entry")
      try await bob.set("n", to: 21)
      try await bob.update { $0["name"] = "Ben" }
      run.expect(bob["n"] == 21 && bob["name"] == "Ben", "other values")
      try await bob.refresh()
      try await run.expect(table.select(where: "n > 20", orderBy: "id").count, equals: 2)
      try await run.expect(table.count(where: "n > 20"), equals: 2)
      let dan = try await table.insert(["id": 4, "name": "Dan", "n": 40])
      try await run.expect(table.upsert(["id": 4, "n": 41]) === dan, "another object")
      try await run.expect(table.update(set: ["n": 1], where: "id = 4").first === dan, "another object")
      try await dan.delete()
      try await run.expect(table.delete(where: "id = 1").count, equals: 1)
      try await run.expect(run.db.query(Int.self, "SELECT id FROM \(people) ORDER BY id"), equals: [2, 3])
    },
    ConformanceCase("live.concurrent", "Eight threads set one entry; in the end it is what the database holds.") {
      run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let bob = try run.entry(2, of: table)
      let failures = Lock<[String]>([])
      let watch = LiveWatch(bob, "n")
      run.together(8) { thread in
        do {
          for number in 1...20 {
            let entry = try run.require(table.entry(2), "an entry")
            run.expect(entry === bob, "another object")
            try entry.set("n", to: thread * 1000 + number)
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      run.expect(failures.withLock { $0 }, equals: [])
      let stored = try run.db.first(Int.self, "SELECT n FROM \(people) WHERE id = 2")
      try run.eventually("the entry is as its row") { bob["n"] as Int? == stored }
      try run.eventually("the last value was announced") {
        watch.values.last.map { $0 == (bob["n"] as Value) } ?? false
      }
    },
  ]
}

extension ConformanceRun {
  /// Runs a body on several threads at once, and blocks until all have returned.
  fileprivate func together(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let left = Lock(count)
    for number in 0..<count {
      let thread = WorkerThread()
      thread.submit {
        body(number)
        left.withLock { $0 -= 1 }
      }
      thread.stop()
    }
    while left.withLock({ $0 }) > 0 { pause() }
  }
}
