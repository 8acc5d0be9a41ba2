import ORDA
internal import ORDAThreads

extension ConformanceSuite {
  static let liveTransactionCases: [ConformanceCase] = [
    ConformanceCase("live.pending.own", "What a transaction set in an entry is seen in it alone, until the commit.") {
      run in
      let table = try run.live(run.livePeople())
      let bob = try run.entry(2, of: table)
      let watch = LiveWatch(bob, "n")
      try run.db.transaction { _ in
        try bob.set("n", to: 21)
        run.expect(bob["n"] == 21, "it does not see its own write")
        try run.expect(table.entry(2) === bob, "another object")
        run.elsewhere {
          run.expect(bob["n"] == 20, "another thread sees what is not committed")
          run.expect(bob.snapshot()["n"] == 20, "another thread's snapshot has what is not committed")
        }
        run.expect(watch.values, equals: [], "what was announced before the commit")
      }
      run.expect(bob["n"] == 21, "it is not seen after the commit")
      try run.eventually("the commit is announced") { watch.values == [21] }
    },
    ConformanceCase("live.pending.undone", "After a rollback entries are as before, and nobody hears of it.") { run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let (ann, bob) = try (run.entry(1, of: table), run.entry(2, of: table))
      let (name, number) = (LiveWatch(bob, "name"), LiveWatch(bob, "n"))
      run.expectSecondThoughts {
        try run.db.transaction { tx in
          try bob.set("n", to: 21)
          try tx.execute("UPDATE \(people) SET name = 'Ben' WHERE id = 2")
          try ann.delete()
          run.expect(ann.isDeleted, "it is not deleted within")
          throw SecondThoughts()
        }
      }
      run.expect(bob["n"] == 20 && bob["name"] == "Bob" && !ann.isDeleted, "it shows what was undone")
      try bob.set("n", to: 22)
      try run.eventually("the next commit is announced") { number.values.contains(22) }
      run.expect(number.values, equals: [22])
      run.expect(name.values, equals: [])
    },
    ConformanceCase(
      "live.pending.savepoint", "A savepoint that is undone takes its writes along, and no others.",
      needs: [.savepoints]
    ) { run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let (ann, bob) = try (run.entry(1, of: table), run.entry(2, of: table))
      try run.db.transaction { tx in
        try ann.set("n", to: 11)
        run.expectSecondThoughts {
          try tx.transaction { _ in
            try ann.set("n", to: 12)
            try bob.set("n", to: 22)
            throw SecondThoughts()
          }
        }
        run.expect(ann["n"] == 11 && bob["n"] == 20, "it shows what was undone")
        try tx.transaction { _ in try bob.set("n", to: 23) }
      }
      run.expect(ann["n"] == 11 && bob["n"] == 23, "it shows something else than was committed")
      try run.expect(run.db.query(Int.self, "SELECT n FROM \(people) ORDER BY id"), equals: [11, 23, 30])
    },
    ConformanceCase("live.pending.once", "Of a transaction each column is announced once, with its last value.") {
      run in
      let table = try run.live(run.livePeople())
      let bob = try run.entry(2, of: table)
      let (name, number) = (LiveWatch(bob, "name"), LiveWatch(bob, "n"))
      try run.db.transaction { _ in
        for value in 1...5 { try bob.set("n", to: value) }
        try bob.set("name", to: "Ben")
        try bob.set("name", to: "Bob")
      }
      try run.eventually("the commit is announced") { number.values == [5] }
      run.expect(name.values, equals: [], "what was changed and changed back")
    },
    ConformanceCase("live.pending.made", "A row that a transaction made has an entry, which is gone with it.") { run in
      let table = try run.live(run.livePeople())
      var made: [TableEntry] = []
      run.expectSecondThoughts {
        try run.db.transaction { _ in
          let dan = try table.insert(["id": 4, "name": "Dan", "n": 40])
          try run.expect(table.entry(4) === dan && !dan.isDeleted, "another object")
          made.append(dan)
          throw SecondThoughts()
        }
      }
      run.expect(made.first?.isDeleted, equals: true)
      try run.expect(table.entry(4) == nil, "an entry of no row")
      try run.db.transaction { _ in made.append(try table.insert(["id": 4, "name": "Dan", "n": 40])) }
      run.expect(made.last?.isDeleted, equals: false)
      try run.expect(table.entry(4) === made.last, "another object after the commit")
    },
    ConformanceCase("live.announced.stored", "Who is told of a change reads the new value, and may use the governor.") {
      run in
      let people = try run.livePeople()
      let table = try run.live(people)
      let bob = try run.entry(2, of: table)
      let seen = Lock<[String]>([])
      let watch = LiveObserver(bob, "n") {
        let stored = try? run.db.first(Int.self, "SELECT n FROM \(people) WHERE id = 2")
        seen.withLock { $0.append("\(bob["n"] as Int? ?? -1) \(stored ?? -1)") }
      }
      try bob.set("n", to: 21)
      try run.eventually("the observer was told") { seen.withLock { $0.count } == 1 }
      try run.db.transaction { _ in try bob.set("n", to: 22) }
      try run.eventually("the observer was told again") { seen.withLock { $0.count } == 2 }
      run.expect(seen.withLock { $0 }, equals: ["21 21", "22 22"])
      run.expect(run.db.statistics.active, equals: 0, "the connections in use")
      watch.stop()
    },
    ConformanceCase(
      awaited: "live.increments", "What transactions compute from entries is lost in no other program's writes."
    ) { run in
      let people = try await onThread { try run.livePeople() }
      let other = run.profile.governorsShareDatabase ? try await run.another() : run.db
      let governors = [run.db, other]
      try await run.onThreads(4) { number in
        let governor = governors[number % 2]
        let bob = try run.entry(2, of: run.live(people, of: governor))
        for round in 0..<10 {
          if round % 2 == 0 {
            try bob.update { $0["n"] = ($0["n"] ?? 0) + 1 }
          } else {
            try governor.transaction { _ in try bob.set("n", to: (bob["n"] ?? 0) + 1) }
          }
        }
      }
      let stored = try await run.db.first(Int.self, "SELECT n FROM \(people) WHERE id = 2")
      run.expect(stored, equals: 60)
    },
    ConformanceCase(awaited: "live.pending.awaited", "Entries are written in a transaction that is awaited, too.") {
      run in
      let people = try await onThread { try run.livePeople() }
      let table = try await run.db.table(TableName(name: people.name))
      let bob = try await run.require(table.entry(2), "an entry")
      try await run.db.transaction { tx in
        await Task.yield()
        try await tx.lease { _ in try bob.set("n", to: 21) }
        run.expect(bob["n"] == 20, "it is seen before the commit")
      }
      run.expect(bob["n"] == 21, "it is not seen after the commit")
      await run.expectSecondThoughts {
        try await run.db.transaction { tx in
          try await tx.lease { _ in try bob.set("n", to: 22) }
          throw SecondThoughts()
        }
      }
      run.expect(bob["n"] == 21, "it shows what was undone")
    },
    ConformanceCase(awaited: "live.changes", "An entry's changes are a sequence that ends with its row.") { run in
      let people = try await onThread { try run.livePeople() }
      let table = try await run.db.table(TableName(name: people.name))
      let bob = try await run.require(table.entry(2), "an entry")
      var iterator = bob.changes().makeAsyncIterator()
      try await bob.update {
        $0["name"] = "Ben"
        $0["n"] = 21
      }
      let first = await iterator.next()
      run.expect(first?.columns, equals: ["name", "n"])
      try await bob.delete()
      let second = await iterator.next()
      run.expect(second?.isDeleted, equals: true)
      let third = await iterator.next()
      run.expect(third == nil, "a change of what is gone")
    },
  ]
}
